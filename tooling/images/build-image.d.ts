/** An image that was built: an archive of its files, and what an import must add to them. */
export interface BuiltImage {
  /** The file for `docker import`. */
  readonly archive: string;
  readonly repository: string;
  /** Made of everything that went in: another tag means other contents. */
  readonly tag: string;
  /** `repository:tag`. */
  readonly name: string;
  /** Lines in the words of a Dockerfile: ENV, WORKDIR, USER, CMD. */
  readonly changes: readonly string[];
}

/** Builds the image, or finds the archive that the same ingredients gave before in `cacheFolder`. */
export function buildImage(options: {
  readonly cacheFolder: string;
  readonly log?: (line: string) => void;
}): Promise<BuiltImage>;
