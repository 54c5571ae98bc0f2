// Everything from npm that comes along with a package of ours. A new dependency shows here as a diff to review.

const words = (text) => text.trim().split(/\s+/);

const nodeMajor = Number(process.versions.node.split(".")[0]);

/** Names from npm, by package of ours; a package that is not named brings nothing. */
const brings = {
  "@x/mcp-session": words(`
    ajv ajv-draft-04 fast-deep-equal fast-uri json-schema-traverse re2js require-from-string
  `),
  "@x/config": words(`
    jsonc-parser yaml zod
  `),
  "@x/mcp-http": words(`
    eventsource-parser ipaddr.js undici
  `),
  "@x/auth": words(`
    jose oauth4webapi
  `),
  "@x/store-redis": words(`
    @redis/client
  `),
  // dockerode's own connections by SSH and gRPC come with it, loaded or not
  "@x/sandbox-docker": words(`
    @balena/dockerignore @grpc/grpc-js @grpc/proto-loader @js-sdsl/ordered-map @protobufjs/aspromise
    @protobufjs/base64 @protobufjs/codegen @protobufjs/eventemitter @protobufjs/fetch
    @protobufjs/float @protobufjs/path @protobufjs/pool @protobufjs/utf8 @types/node ansi-regex
    ansi-styles asn1 b4a bare-buffer bare-events bare-fs bare-path bare-stream bare-url base64-js
    bcrypt-pbkdf bl buffer buildcheck chownr cliui color-convert color-name cpu-features debug
    docker-modem dockerode emoji-regex end-of-stream escalade events-universal fast-fifo
    fs-constants get-caller-file ieee754 inherits is-fullwidth-code-point lodash.camelcase long
    mkdirp-classic ms nan once protobufjs pump readable-stream require-directory safe-buffer
    safer-buffer split-ca ssh2 streamx string-width string_decoder strip-ansi tar-fs tar-stream teex
    text-decoder tweetnacl undici-types util-deprecate wrap-ansi wrappy y18n yargs yargs-parser
  `),
  "@x/sandbox-e2b": [
    ...words(`
    @bufbuild/protobuf @connectrpc/connect @connectrpc/connect-web @isaacs/fs-minipass balanced-match
    brace-expansion chalk chownr compare-versions dockerfile-ast e2b glob lru-cache minimatch minipass
    minizlib openapi-fetch openapi-typescript-helpers path-scurry platform tar undici
    vscode-languageserver-textdocument vscode-languageserver-types yallist
    `),
    // an optional dependency for the Nodes that can run it
    ...(nodeMajor >= 22 ? ["undici8"] : []),
  ],
};

/** What npm installs for packages of ours (with those they depend on): they themselves, and what they bring. */
export function expectedInstall(packages) {
  return [...new Set(packages.flatMap((name) => [name, ...(brings[name] ?? [])]))].sort();
}
