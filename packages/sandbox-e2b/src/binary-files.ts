import { filesFromExec, type SandboxFiles, type SandboxSession } from "@x/sandbox";

type Exec = NonNullable<SandboxSession["exec"]>;

/** Files whose bytes pass unchanged: output comes as text, so a file's content travels as base64. */
export function binaryFiles(exec: Exec, workdir: string): SandboxFiles {
  const asBase64: Exec = async (command, options = {}) => {
    const { maxOutputBytes, ...rest } = options;
    const argv = [command.command, ...(command.args ?? [])];
    const result = await exec(
      { ...command, command: "bash", args: ["-c", 'set -o pipefail; "$@" | base64 -w 0', "bash", ...argv] },
      maxOutputBytes === undefined
        ? rest
        : { ...rest, maxOutputBytes: Math.ceil((maxOutputBytes + 1) / 3) * 4 },
    );
    const bytes = Buffer.from(new TextDecoder().decode(result.stdout), "base64");
    const tooLong = maxOutputBytes !== undefined && bytes.length > maxOutputBytes;
    return {
      ...result,
      stdout: new Uint8Array(tooLong ? bytes.subarray(0, maxOutputBytes) : bytes),
      truncated: result.truncated || tooLong,
    };
  };
  return filesFromExec(asBase64, workdir);
}
