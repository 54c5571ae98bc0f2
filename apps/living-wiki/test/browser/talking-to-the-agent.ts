import { expect, test } from "vitest";
import { readModelSettings } from "../../src/model/model-settings.ts";
import { openModel } from "../../src/model/open-model.ts";
import { type StubAnswer, startOpenAiStub, toolCall } from "../fixtures/openai-stub.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { approval, ask, ended, lastTurn, say } from "./agent.ts";
import { phone, type Stage, type StagePage } from "./stage.ts";

/** Questions, stopping, models of providers, and what goes wrong. */
export function talkingToTheAgent(stage: () => Stage): void {
  test("what a tool needs to know is asked in a form, and wrong answers are marked in it", async () => {
    await using opened = await openFresh(stage());
    const { page } = opened;
    await say(page, "/call everything__get-sum");
    const question = page.getByRole("article", { name: "Question of the agent" });
    const a = question.getByRole("textbox", { name: /^a/ });
    await a.waitFor();
    await expect.poll(() => a.evaluate((element) => element === document.activeElement)).toBe(true);
    await a.fill("19");
    await question.getByRole("textbox", { name: /^b/ }).fill("many");
    await question.getByRole("button", { name: "Answer", exact: true }).click();
    await question.getByText("must be number").waitFor();
    opened.forgive(/status of 400/);
    await question.getByRole("textbox", { name: /^b/ }).fill("23");
    await question.getByRole("button", { name: "Answer", exact: true }).click();
    const turn = await ended(page);
    await turn.getByText("The sum of 19 and 23 is 42.").first().waitFor();
  });

  test("a tool that takes long shows how far it is, and can be stopped", async () => {
    await using opened = await openFresh(stage());
    const { page } = opened;
    await say(page, '/call everything-http__trigger-long-running-operation {"duration":60,"steps":60}');
    await lastTurn(page)
      .getByText(/[1-9]\d* of 60/)
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    const turn = await ended(page);
    await turn.getByText("You stopped it here.").waitFor();
    expect(await turn.getByRole("progressbar").count()).toBe(0);
  });

  test("every kind of block is shown in the conversation, and nothing of it is markup", async () => {
    await using opened = await openFresh(stage());
    const { page } = opened;
    await say(page, "/call odd__every-block");
    await approval(page).getByRole("button", { name: "Allow", exact: true }).click();
    const turn = await ended(page);
    const kinds = turn.locator(".tool-card .block-kind");
    await expect.poll(() => kinds.count()).toBe(9);
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });

  test("commands are offered while they are typed, and taken with the keyboard", async () => {
    await using opened = await openFresh(stage());
    const { page } = opened;
    const composer = page.getByRole("textbox", { name: "Message to the agent" });
    await composer.pressSequentially("/s");
    const commands = page.getByRole("listbox", { name: "Commands" });
    expect(await commands.getByRole("option").count()).toBe(2);
    await composer.press("ArrowDown");
    await composer.press("Tab");
    expect(await composer.inputValue()).toBe("/summary ");
    expect(await commands.count()).toBe(0);
  });

  test("the arguments of a call can be changed before it is allowed, and a tool can be allowed for good", async () => {
    await using opened = await openFresh(stage());
    const { page } = opened;
    await say(page, '/call odd__every-field {"title":"A","count":1}');
    const asked = approval(page);
    await asked.getByRole("button", { name: "Edit first" }).click();
    const json = asked.getByRole("textbox", { name: "Arguments as JSON" });
    await json.fill("[]");
    await asked.getByText("must be an object").waitFor();
    await json.fill('{"title":"B","count":2}');
    await asked.getByRole("button", { name: "Allow", exact: true }).click();
    const turn = await ended(page);
    await turn.getByRole("button", { expanded: false }).click();
    await turn.getByText("Arguments").click();
    await turn.getByText('"B"').waitFor();
    await say(page, '/call odd__every-field {"title":"C","count":3}');
    await approval(page).getByRole("button", { name: "Always" }).click();
    await ended(page);
    await ask(page, '/call odd__every-field {"title":"D","count":4}');
    expect(await approval(page).count()).toBe(0);
  });

  test("a model's answer is read while it is written, its thoughts are folded, and it can be stopped", async () => {
    await using app = await withModel(() => ({
      deltas: [
        { reasoning_content: "Let me think." },
        { content: "## Tides\n\nThe water " },
        { content: "comes **and" },
      ],
      hold: true,
    }));
    await using opened = await stage().open({}, app.served.url);
    const { page } = opened;
    await say(page, "What are tides?");
    const turn = lastTurn(page);
    await turn.getByRole("heading", { name: "Tides" }).waitFor();
    await turn.getByText("The water comes").waitFor();
    await turn.getByText("What it thought").click();
    await turn.getByText("Let me think.").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await turn.getByText("You stopped it here.").waitFor();
  });

  test("a model calls a tool and goes on with its answer; its tokens are told", async () => {
    await using app = await withModel((index) =>
      index === 0
        ? { deltas: toolCall("one", "plain__echo", { text: "hello" }), finish: "tool_calls" }
        : { deltas: [{ content: "It said hello." }] },
    );
    await using opened = await stage().open({}, app.served.url);
    const { page } = opened;
    await say(page, "Say hello");
    const turn = await ended(page);
    await turn.getByText("It said hello.").waitFor();
    await turn.getByText(/36 tokens/).waitFor();
  });

  test("a provider that refuses is told with what to do, and the message can be sent again", async () => {
    let refused = true;
    await using app = await withModel(() =>
      refused ? { status: 401 } : { deltas: [{ content: "Now it works." }] },
    );
    await using opened = await stage().open(
      { viewport: phone, isMobile: true, hasTouch: true },
      app.served.url,
    );
    const { page } = opened;
    await page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: /Agent/ }).tap();
    const turn = await ask(page, "Hello?");
    expect(await turn.getByRole("alert").textContent()).toMatch(/key/i);
    refused = false;
    await turn.getByRole("button", { name: "Try again" }).tap();
    await lastTurn(page).getByText("Now it works.").waitFor();
  });
}

/** Opens the page with an empty conversation. */
async function openFresh(stage: Stage): Promise<StagePage> {
  await stage.app.ask("/api/chat", { method: "DELETE" });
  return stage.open();
}

/** A wiki whose agent is a model of a provider that answers so. */
async function withModel(answer: (index: number) => StubAnswer): Promise<TestPage> {
  const stub = await startOpenAiStub((_, index) => answer(index));
  const settings = readModelSettings({
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: "key-canary",
    LIVING_WIKI_MODEL: "stub-1",
  });
  const app = await servePage(
    testWiki({ model: await openModel(settings), servers: [scripted("plain", "normal")] }),
  );
  await app.wiki.fleet.connect();
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await stub[Symbol.asyncDispose]();
    },
  };
}
