import { expect, it } from 'vitest';
import { Promptness } from '#src/browser/promptness.js';

it('takes a page that answers at once, or was never asked, for prompt', () => {
  const promptness = new Promptness();
  expect(promptness.lateMs).toBe(0);
  promptness.answered(10);
  expect(promptness.lateMs).toBe(0);
});

it('takes news for late by several times what an answer took too long, within bounds', () => {
  const promptness = new Promptness();
  promptness.answered(60);
  expect(promptness.lateMs).toBe(200);
  promptness.answered(5_000);
  expect(promptness.lateMs).toBe(1_000);
});

it('does not believe a single answer that comes soon, and forgets late ones after two', () => {
  const promptness = new Promptness();
  promptness.answered(60);
  promptness.answered(1);
  expect(promptness.lateMs).toBe(200);
  promptness.answered(1);
  expect(promptness.lateMs).toBe(0);
});
