import { expect, test } from "vitest";
import { answerId } from "../../src/framing/answer-id.ts";

const cut = '"text":"and then it was cut';
const rest = "went on for long";

test.each([
  ['{"jsonrpc":"2.0","id":"x1","result":{', "x1"],
  ['{"id":"x1","jsonrpc":"2.0","result":{', "x1"],
  ['  { "jsonrpc" : "2.0" , "id" : 7 , "result" : {', 7],
  ['{"jsonrpc":"2.0","id":"a\\"b","error":{', 'a"b'],
])("the id at the beginning of %s is found", (head, id) => {
  expect(answerId(head + cut, rest)).toBe(id);
});

test.each([
  ['"}]},"jsonrpc":"2.0","id":"x1"}', "x1"],
  ['"}]},"id":"x1","jsonrpc":"2.0"}', "x1"],
  ['"}] } , "id" : -3 }  \r', -3],
])("the id at the end of %s is found", (tail, id) => {
  expect(answerId(`{"result":{${cut}`, rest + tail)).toBe(id);
});

test.each([
  ["a request of the server", '{"jsonrpc":"2.0","id":"x1","method":"sampling/createMessage",', '"}}'],
  ["an id inside of the result", '{"jsonrpc":"2.0","result":{"id":"x1",', '"}}'],
  ["an id inside of the last object", '{"jsonrpc":"2.0","result":{', ',"id":"x1"}}'],
  ["an id inside of a string", '{"result":"', ',\\"id\\":\\"x1\\"}"}'],
  ["no id at all", '{"jsonrpc":"2.0","method":"notifications/message",', '"}}'],
  ["an escape that JSON does not know", '{"id":"\\x","result":{', '"}}'],
])("%s is not taken for the id of an answer", (_what, head, tail) => {
  expect(answerId(head + cut, rest + tail)).toBeUndefined();
});
