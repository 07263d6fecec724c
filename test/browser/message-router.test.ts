import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MessageRouter } from '#src/browser/message-router.js';

const OURS = 'A'.repeat(32);
const THEIRS = 'B'.repeat(32);
const DIED = { code: 'BROWSER_CRASHED' };

function routed(): {
  router: MessageRouter;
  written: () => unknown[];
  passed: () => unknown[];
  say: (...m: object[]) => void;
} {
  let written = '';
  let passed = '';
  const router = new MessageRouter(
    (text) => {
      written += text;
    },
    (bytes) => {
      passed += bytes.toString();
    },
  );
  const parsed = (text: string): unknown[] =>
    text
      .split('\0')
      .slice(0, -1)
      .map((message) => JSON.parse(message));
  return {
    router,
    written: () => parsed(written),
    passed: () => parsed(passed),
    say: (...messages) => router.take(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))),
  };
}

describe('the way past Playwright', () => {
  it('takes what the browser refuses because the page has crashed for the death that it is', async () => {
    const { router, say } = routed();
    const session = router.open(OURS);
    const [crashed, other] = [session.send('Page.enable'), session.send('Page.disable')];
    const refused = (id: number, message: string) => ({ id, error: { code: -32_000, message }, sessionId: OURS });
    say(refused(1, 'Target crashed'), refused(2, 'Not allowed'));
    await expect(crashed).rejects.toMatchObject(DIED);
    await expect(other).rejects.toThrow('Page.disable: Not allowed');
  });

  it('gives answers and events of our sessions to them, and all else to Playwright, in order', async () => {
    const { router, written, passed, say } = routed();
    const session = router.open(OURS);
    const heard: unknown[] = [];
    session.on('Page.loadEventFired', (event) => heard.push(event));
    const answer = session.send('Page.enable', { a: 1 });
    await nextTurn();
    expect(written()).toEqual([{ id: 1, method: 'Page.enable', params: { a: 1 }, sessionId: OURS }]);

    const others = [
      { id: 1, result: {} },
      { id: 1, result: {}, sessionId: THEIRS },
      { method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: THEIRS },
    ];
    const [first, ...rest] = others as [object, ...object[]];
    say(first, { id: 1, result: { ours: true }, sessionId: OURS }, ...rest);
    say({ method: 'Page.loadEventFired', params: { timestamp: 2 }, sessionId: OURS });
    expect(await answer).toEqual({ ours: true });
    await nextTurn();
    expect(heard).toEqual([{ timestamp: 2 }]);
    expect(passed()).toEqual(others);
  });

  it('writes what is said in one turn at once, in order', async () => {
    const writes: string[] = [];
    const router = new MessageRouter(
      (text) => writes.push(text),
      () => undefined,
    );
    const session = router.open(OURS);
    for (const method of ['A.a', 'B.b']) void session.send(method);
    await nextTurn();
    void session.send('C.c');
    await nextTurn();
    const methods = writes.map((text) => [...text.matchAll(/"method":"(.*?)"/g)].map(([, method]) => method));
    expect(methods).toEqual([['A.a', 'B.b'], ['C.c']]);
  });

  it('is not led astray by a session that a page writes', () => {
    const { router, passed, say } = routed();
    router.open(OURS);
    const forged = [
      { method: 'Runtime.consoleAPICalled', params: { text: `","sessionId":"${OURS}"}` } },
      { method: 'Runtime.consoleAPICalled', params: { sessionId: OURS } },
      { method: 'Runtime.consoleAPICalled', params: { text: `,"sessionId":"${OURS}"}` }, sessionId: THEIRS },
    ];
    say(...forged);
    expect(passed()).toEqual(forged);
  });

  it('lets who waits for an answer listen before the next message is heard', async () => {
    const { router, say } = routed();
    const session = router.open(OURS);
    const heard = (async () => {
      await session.send('Emulation.setVirtualTimePolicy');
      return new Promise((resolve) => session.on('Emulation.virtualTimeBudgetExpired', resolve));
    })();
    say(
      { id: 1, result: {}, sessionId: OURS },
      { method: 'Emulation.virtualTimeBudgetExpired', params: {}, sessionId: OURS },
    );
    expect(await heard).toEqual({});
  });

  it('rejects what is under way when a session or the browser ends, and what comes after', async () => {
    const { router, passed, say } = routed();
    const [one, other] = [router.open(OURS), router.open(THEIRS)];
    const waiting = [one.send('Page.enable'), other.send('Page.enable')];
    const rejected = Promise.all(waiting.map((each) => expect(each).rejects.toMatchObject(DIED)));
    one.end();
    router.close();
    await rejected;
    await expect(router.open(OURS).send('Page.enable')).rejects.toMatchObject(DIED);
    say({ id: 1, result: {}, sessionId: OURS });
    expect(passed()).toHaveLength(1);
  });

  it('rejects a command that the browser refuses, with its name and the reason', async () => {
    const { router, say } = routed();
    const answer = router.open(OURS).send('Page.navigate');
    const rejected = expect(answer).rejects.toThrow('Page.navigate: Cannot navigate');
    say({ id: 1, error: { code: -32_000, message: 'Cannot navigate' }, sessionId: OURS });
    await rejected;
  });

  it('speaks in the session that Playwright has with a page, and keeps the answer to itself', async () => {
    const { router, written, passed, say } = routed();
    const came = {
      method: 'Target.attachedToTarget',
      params: {
        sessionId: THEIRS,
        targetInfo: { targetId: 'C0FFEE', type: 'page', url: '' },
        waitingForDebugger: true,
      },
    };
    say(came);
    router.commandAsPlaywright('C0FFEE', 'Network.disable');
    await nextTurn();
    const [command] = written() as { id: number }[];
    expect(command).toMatchObject({ method: 'Network.disable', sessionId: THEIRS });
    say({ id: command?.id, result: {}, sessionId: THEIRS }, { id: 7, result: {}, sessionId: THEIRS });
    const went = { method: 'Target.detachedFromTarget', params: { sessionId: THEIRS, targetId: 'C0FFEE' } };
    say(went);
    router.commandAsPlaywright('C0FFEE', 'Network.disable');
    await nextTurn();
    expect(written()).toHaveLength(1);
    expect(passed()).toEqual([came, { id: 7, result: {}, sessionId: THEIRS }, went]);
  });
});
