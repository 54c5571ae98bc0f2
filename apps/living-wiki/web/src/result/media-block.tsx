import type { JSX } from "preact";
import { base64Bytes, sizeText, toMedia } from "./media.ts";
import { saveFile } from "./save-file.ts";

/** A picture or a sound; anything else is offered as a file. */
export function MediaBlock({
  data,
  mimeType,
  uri = "",
}: {
  readonly data: string;
  readonly mimeType: string | undefined;
  readonly uri?: string;
}): JSX.Element {
  const media = toMedia(mimeType, data);
  const size = sizeText(base64Bytes(data));
  if (media.kind === "image")
    return (
      <figure class="media">
        <img src={media.url} alt={`Sent by the server, ${media.type}`} />
        <figcaption>
          {media.type}, {size}
        </figcaption>
      </figure>
    );
  if (media.kind === "audio")
    return (
      <figure class="media">
        {/* biome-ignore lint/a11y/useMediaCaption: a tool's sound comes without captions */}
        <audio controls src={media.url} />
        <figcaption>
          {media.type}, {size}
        </figcaption>
      </figure>
    );
  return (
    <div class="file">
      <span class="muted">
        {size}; {media.reason}.
      </span>
      <SaveButton data={data} mimeType={mimeType ?? ""} uri={uri} />
    </div>
  );
}

function SaveButton(props: {
  readonly data: string;
  readonly mimeType: string;
  readonly uri: string;
}): JSX.Element {
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => saveFile(props.data, props.mimeType, props.uri)}
    >
      Save as a file
    </button>
  );
}
