import type { Approvals } from "../agent/approvals.ts";
import type { Questions } from "../agent/questions.ts";
import type { TurnLog } from "./turn-log.ts";

/** Writes into a turn what its calls wait for, and what people say to it. */
export function followPeople(log: TurnLog, approvals: Approvals, questions: Questions): Disposable {
  const offs = [
    approvals.on((event) => {
      const { approval } = event;
      if (approval.from !== "chat") return;
      if (event.type === "asked") log.changeTool(approval.callId, { state: "approval", approval });
      // A refusal stays in this state until the call has its answer, which says so.
      else if (event.approved)
        log.changeTool(approval.callId, {
          state: "running",
          ...(event.args === undefined ? {} : { arguments: event.args }),
        });
    }),
    questions.on(({ question, state, values }) => {
      const { questionId } = question;
      log.put({
        type: "question",
        partId: questionId,
        ...question,
        state,
        ...(values === undefined ? {} : { values }),
      });
    }),
  ];
  return {
    [Symbol.dispose]() {
      for (const off of offs) off();
    },
  };
}
