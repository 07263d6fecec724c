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

/** A cookie that somebody writes down: where it belongs may be said by a URL. */
const sessionCookie = z.strictObject({
  ...cookie.partial({ domain: true, path: true }).shape,
  url: z.url().optional(),
});

const origin = z.object({
  origin: z.string().regex(/^https?:\/\//i, 'must be an http or https origin'),
  localStorage: z.array(z.object({ name: z.string(), value: z.string() })),
});

const storageState = z.object({ cookies: z.array(cookie), origins: z.array(origin) });

/** Cookies and local storage as Playwright saves them with `context.storageState()`. What else it saves is not used. */
export type StorageState = z.input<typeof storageState>;

/** A cookie as Playwright's `addCookies` takes it: with a `url`, or with a `domain` and, unless it is `/`, a `path`. */
export type SessionCookie = z.input<typeof sessionCookie>;

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

/**
 * Checks cookies, as secret as a storage state.
 *
 * @throws UsageError `INVALID_OPTION`.
 */
export function checkedCookies(given: unknown): CheckedStorageState['cookies'] {
  const checked = z.array(sessionCookie).safeParse(given);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw cookieFault(`${issue?.path.join('.') || 'they'} cannot be used: ${issue?.message ?? 'not valid'}`);
  }
  return checked.data.map(({ url, domain, path, ...rest }, index) => {
    if ((url === undefined) === (domain === undefined))
      throw cookieFault(`${index} must have either a url or a domain`);
    if (url === undefined) return { ...rest, domain: domain ?? '', path: path ?? '/' };
    const { hostname, pathname, protocol } = new URL(url);
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    return { ...rest, domain: hostname, path: path ?? folder, secure: rest.secure || protocol === 'https:' };
  });
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

function cookieFault(problem: string): UsageError {
  return new UsageError(`cookies: ${problem}`, {
    code: 'INVALID_OPTION',
    hint: 'Give each a name, a value and a url or a domain, as Playwright’s addCookies takes them.',
    details: { option: 'cookies' },
  });
}

function fault(problem: string, cause?: unknown): UsageError {
  return new UsageError(`storageState: ${problem}`, {
    code: 'INVALID_OPTION',
    hint: 'Give what context.storageState() of Playwright returns, or the path of the file it wrote.',
    details: { option: 'storageState' },
    cause,
  });
}
