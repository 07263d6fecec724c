import { describe, expect, it } from 'vitest';
import { Turns } from '#src/base/turns.js';

const never = new AbortController().signal;

describe('turns', () => {
  it('lets in as many as there is room for, and the others in order as those leave', async () => {
    const turns = new Turns(2);
    const entered: string[] = [];
    const comers = ['a', 'b', 'c', 'd'].map((name) => turns.enter(never).then(() => entered.push(name)));
    await Promise.all(comers.slice(0, 2));
    expect([entered, turns.taken, turns.waiting]).toEqual([['a', 'b'], 2, 2]);
    turns.leave();
    await comers[2];
    expect(entered).toEqual(['a', 'b', 'c']);
    turns.leave();
    await comers[3];
    expect([entered, turns.taken, turns.waiting]).toEqual([['a', 'b', 'c', 'd'], 2, 0]);
  });

  it('forget who was aborted while waiting', async () => {
    const turns = new Turns(1);
    await turns.enter(never);
    const abort = new AbortController();
    const aborted = turns.enter(abort.signal);
    const next = turns.enter(never);
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    turns.leave();
    await next;
    turns.leave();
    expect([turns.taken, turns.waiting]).toEqual([0, 0]);
  });

  it('send home whoever waits when there is nothing more to come', async () => {
    const turns = new Turns(1);
    await turns.enter(never);
    const waiting = [turns.enter(never), turns.enter(never)];
    turns.refuseAll(new Error('closed'));
    for (const one of waiting) await expect(one).rejects.toThrow('closed');
    expect(turns.waiting).toBe(0);
  });
});
