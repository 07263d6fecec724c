import { z } from 'zod';

/** What comes back from Redis is somebody else's word: other programs may write to the same one. */
const whole = z.number().int();
const number = z.coerce.number().finite();
const text = z.string();

/** Why it has ended; empty while it has not. */
const ended = z.enum(['', 'complete', 'max-pages', 'max-pages-per-host', 'max-bytes', 'max-failures']);

export const FED = z.tuple([ended, whole, whole]).rest(text);
export const LOOKED = z.union([z.tuple([]), z.tuple([whole, whole, whole, text, text])]);
export const BEGUN = z.tuple([z.enum(['go', 'gone', 'wait', 'alone', 'lost']), whole, text, whole]);
export const COMMITTED = z.tuple([
  z.enum(['page', 'duplicate', 'outside', 'failure', 'skipped', 'limit', 'gone']),
  whole,
  whole,
  text,
  whole,
]);
export const PACED = z.tuple([text, whole]);
export const ENTERED = z.tuple([whole, whole, text]);
export const COUNT = whole;

export const PACE = z.strictObject({
  atATime: z.number().min(1),
  spacingMs: z.number().min(0),
  quietUntil: z.number().min(0),
  slowedAt: z.number().optional(),
  usualMs: z.number().optional(),
  failures: whole.min(0),
});

/** A hash of Redis as an object; names that an object would take for its own are no names of ours. */
export const META = z.object({
  id: text,
  begun: text,
  pages: number.default(0),
  failures: number.default(0),
  bytes: number.default(0),
  rendered: number.default(0),
  waiting: number.default(0),
  handed: number.default(0),
  traps: number.default(0),
  streamBytes: number.default(0),
  kept: z.enum(['0', '1']),
  ended: ended.default(''),
  written: text.default(''),
  listed: text.default(''),
  acknowledged: text.default(''),
  spacingMs: number,
  maxPerHost: number,
  maxQuietMs: number,
});
export type RedisMeta = z.infer<typeof META>;

/** A result as the stream holds it. */
export const RESULT = z.object({
  kind: z.enum(['page', 'failure', 'skipped', 'repeated']),
  seq: number,
  depth: number,
  url: text,
  from: text,
  payload: text,
});

export const ROBOTS_ANSWER = z.union([
  z.object({ statusCode: whole, body: text, sizeCapped: z.boolean(), isLate: z.boolean() }),
  z.object({ code: text, message: text }),
]);
export type RobotsAnswer = z.infer<typeof ROBOTS_ANSWER>;
