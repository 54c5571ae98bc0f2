/** What the stand-in does wrong; everything is off at first. */
export interface Faults {
  /** Output comes in pieces of so many bytes. */
  chunkBytes?: number | undefined;
  /** Requests are taken and never answered. */
  hang?: boolean;
  /** The account's limit is reached. */
  quota?: boolean;
  /** Every key is refused. */
  unauthorized?: boolean;
  /** What a shell's profile prints before the program's output. */
  profileNoise?: string | undefined;
  /** Bytes to stdin are taken, and the connection is cut before the answer. */
  cutInput?: boolean;
  /** Renewals fail. */
  failRenewals?: boolean;
}
