import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../base/errors.js';

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().min(1),
  /** Seconds since 1970; -1 for the session. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
  partitionKey: z.string().optional(),
});

const origin = z.object({
  origin: z.string().regex(/^https?:\/\//i, 'must be an http or https origin'),
  localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
});

const storageState = z.object({ cookies: z.array(cookie), origins: z.array(origin) });

/** Cookies and local storage as Playwright saves them with `context.storageState()`. What else it saves is not used. */
export type StorageState = z.input<typeof storageState>;

/** A storage state in which nothing is missing. */
export type CheckedStorageState = z.output<typeof storageState>;

/**
 * Reads and checks a storage state, given itself or as the path of its file. It is a session: no error says what is in
 * it.
 *
 * @throws UsageError `INVALID_OPTION`.
 */
export function readStorageState(given: string | StorageState): CheckedStorageState {
  const [value, name] = typeof given === 'string' ? [parseFile(given), ` in ${given}`] : [given, ''];
  const checked = storageState.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.');
  throw fault(`${place}${name} is not as Playwright saves it: ${issue?.message ?? 'not valid'}`);
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw fault(`cannot read ${file}`, cause);
  }
  try {
    return JSON.parse(text);
  } catch {
    // Without its cause, which quotes the file.
    throw fault(`${file} is not JSON`);
  }
}

function fault(problem: string, cause?: unknown): UsageError {
  return new UsageError(`storageState: ${problem}`, {
    code: 'INVALID_OPTION',
    hint: 'Give what context.storageState() of Playwright returns, or the path of the file it wrote.',
    details: { option: 'storageState' },
    cause,
  });
}
