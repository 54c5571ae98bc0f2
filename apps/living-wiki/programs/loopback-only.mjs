// Preloaded with `node --import` into an HTTP server that would listen on every interface and answer every web site:
// it listens on 127.0.0.1 alone, refuses what a browser sends for a page, and says in one line of JSON on stdout
// which port it got.
import http from "node:http";
import net from "node:net";

const { listen } = net.Server.prototype;
const { emit } = http.Server.prototype;

net.Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  this.once("listening", () =>
    process.stdout.write(`${JSON.stringify({ listening: this.address().port })}\n`),
  );
  const onListening = rest.findLast((argument) => typeof argument === "function");
  return listen.call(this, { port: Number(port), host: "127.0.0.1" }, onListening);
};

http.Server.prototype.emit = function emitUnlessFromAPage(event, request, response, ...rest) {
  if (event !== "request" || request.headers.origin === undefined)
    return emit.call(this, event, request, response, ...rest);
  response.writeHead(403).end();
  return true;
};
