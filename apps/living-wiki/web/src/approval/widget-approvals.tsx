import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { ApprovalCard } from "./approval-card.tsx";

/** What the view of a call waits for. */
export function WidgetApprovals({ callId }: { readonly callId: string }): JSX.Element {
  const { approvals } = useStore();
  const own = approvals.waiting.value.filter((one) => one.from === "widget" && one.callId === callId);
  return (
    <>
      {own.map((approval) => (
        <ApprovalCard key={approval.approvalId} approval={approval} />
      ))}
    </>
  );
}
