import { describe, expect, it } from 'vitest';
import { MessageSieve } from '#src/browser/message-sieve.js';

const LIMITS = { answerBytes: 3_000, eventBytes: 2_000, saidBytes: 1_000 };
const PIECE = 64;

/** What comes through of messages that a pipe brings in pieces of `pieceBytes`. */
function sieved(messages: readonly string[], pieceBytes = PIECE): string[] {
  const through: Buffer[] = [];
  const sieve = new MessageSieve(LIMITS, (bytes) => through.push(Buffer.from(bytes)));
  const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(''));
  for (let at = 0; at < bytes.length; at += pieceBytes) sieve.take(bytes.subarray(at, at + pieceBytes));
  return Buffer.concat(through).toString().split('\0').slice(0, -1);
}

const answer = (id: number, chars: number, sessionId = 'AB12') =>
  JSON.stringify({ id, result: { value: 'x'.repeat(chars) }, sessionId });
const event = (method: string, chars: number) =>
  JSON.stringify({ method, params: { text: 'x'.repeat(chars) }, sessionId: 'AB12' });
const SMALL = [answer(1, 10), event('Page.loadEventFired', 0), event('Runtime.consoleAPICalled', 5)];

describe('the sieve for DevTools messages', () => {
  it.each([1, 2, 7, 64, 1_000, 1_000_000])('changes nothing of what is short, in pieces of %i bytes', (pieceBytes) => {
    const messages = [...SMALL, answer(2, 900), 'ünï✓'.repeat(50), ...SMALL];
    expect(sieved(messages, pieceBytes)).toEqual(messages);
  });

  it('lets an answer be longer than an event, and an event longer than what a page says', () => {
    const [asked, told, said] = [
      answer(2, 2_500),
      event('Network.requestWillBeSent', 1_500),
      event('Runtime.consoleAPICalled', 900),
    ];
    expect(sieved([asked, told, said])).toEqual([asked, told, said]);
    const long = [event('Network.requestWillBeSent', 2_500), event('Runtime.consoleAPICalled', 1_500)];
    expect(sieved([...long, event('Runtime.exceptionThrown', 1_500)])).toEqual([]);
  });

  it.each([1, 7, 64, 1_000])(
    'leaves out what is too long and nothing beside it, in pieces of %i bytes',
    (pieceBytes) => {
      const long = event('Runtime.consoleAPICalled', 5_000);
      const through = sieved([...SMALL, long, ...SMALL, long, long, ...SMALL], pieceBytes);
      expect(through).toEqual([...SMALL, ...SMALL, ...SMALL]);
    },
  );

  it('answers in the place of an answer that is too long, in the session that asked', () => {
    const [refusal = '', ...rest] = sieved([answer(7, 5_000), ...SMALL]);
    expect(JSON.parse(refusal)).toMatchObject({ id: 7, error: { code: -32_000 }, sessionId: 'AB12' });
    expect(rest).toEqual(SMALL);
  });

  it('takes no session from what a page has put into an answer', () => {
    const value = `${'x'.repeat(5_000)}","sessionId":"FFFF"}`;
    const [refusal = ''] = sieved([JSON.stringify({ id: 7, result: { value } })]);
    expect(JSON.parse(refusal)).not.toHaveProperty('sessionId');
  });

  it('holds the first and the last of what is too long, not what is between', () => {
    const sieve = new MessageSieve(LIMITS, () => expect.unreachable());
    const piece = Buffer.alloc(1_000_000, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 300; sent += 1) sieve.take(Buffer.from(piece));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });
});
