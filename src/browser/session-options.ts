import { z } from 'zod';
import { isOrigin } from '../base/url.js';
import type { Isolation } from './isolation.js';
import { checkedCookies, readStorageState, type SessionCookie, type StorageState } from './storage-state.js';
import type { Emulation, TabOptions } from './tab-options.js';

/** Who reads, and with what in hand, as Playwright names it. The operator's to set. */
export interface SessionOptions {
  /**
   * Cookies and local storage as Playwright saves them, or the path of such a file; every fresh context begins with them.
   * Read once, by the constructor.
   */
  storageState?: string | StorageState;
  /** Cookies besides those of `storageState`, each with a `url` or a `domain`. */
  cookies?: readonly SessionCookie[];
  /** A device by Playwright's name for it (`Pixel 5`): user agent, viewport and touch, where nothing here says otherwise. */
  device?: string;
  /** CSS pixels of the window (default 1280 × 720). */
  viewport?: { width: number; height: number };
  deviceScaleFactor?: number;
  isMobile?: boolean;
  hasTouch?: boolean;
  /** `de-DE`: the language that is asked for, and the form of numbers and dates. */
  locale?: string;
  /** `Europe/Berlin`. */
  timezoneId?: string;
  colorScheme?: 'light' | 'dark' | 'no-preference';
  /**
   * For the challenges of this origin, and of no other. Every request of every page is then held up for a moment, and
   * there is no HTTP cache.
   */
  httpCredentials?: { username: string; password: string; origin: string };
  /** Default `block`, with `isolation: 'session'` `allow`: a worker serves the read that installed it, and goes with it. */
  serviceWorkers?: 'allow' | 'block';
}

const pixels = z.number().int().min(1, 'must be 1 or more').max(10_000, 'must be at most 10000');

/** The checks of {@link SessionOptions}. */
export const sessionShape = {
  // Checked where no error shows what is in them.
  storageState: z.unknown().optional(),
  cookies: z.unknown().optional(),
  device: z.string().min(1).optional(),
  viewport: z.strictObject({ width: pixels, height: pixels }).optional(),
  deviceScaleFactor: z.number().positive('must be more than 0').max(10, 'must be at most 10').optional(),
  isMobile: z.boolean().optional(),
  hasTouch: z.boolean().optional(),
  locale: z.string().refine(isLocale, 'must be a language tag such as de-DE').optional(),
  timezoneId: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional(),
  colorScheme: z.enum(['light', 'dark', 'no-preference']).optional(),
  httpCredentials: z
    .strictObject({
      username: z.string(),
      password: z.string(),
      origin: z.string().refine(isOrigin, 'must be an origin such as https://example.com'),
    })
    .optional(),
  serviceWorkers: z.enum(['allow', 'block']).optional(),
  extraHTTPHeaders: z.undefined('would go to every server that a page talks to; use headers').optional(),
} as const;

/** Which options of a session are given, by name: each wants a browser. */
export function sessionOptionsIn(options: SessionOptions): string[] {
  return Object.entries(options)
    .filter(([name, value]) => name in sessionShape && value !== undefined)
    .map(([name]) => name);
}

/** @throws UsageError `INVALID_OPTION` for what the shape does not check. */
export function tabOptionsOf(options: SessionOptions & { readonly isolation?: Isolation }): TabOptions {
  const { storageState, cookies, device, viewport, deviceScaleFactor, isMobile, hasTouch } = options;
  const { locale, timezoneId, colorScheme, httpCredentials, isolation } = options;
  const state = storageState === undefined ? undefined : readStorageState(storageState);
  const session = {
    origins: state?.origins ?? [],
    cookies: [...(state?.cookies ?? []), ...checkedCookies(cookies ?? [])],
  };
  return {
    ...(state === undefined && cookies === undefined ? {} : { storageState: session }),
    ...(device === undefined ? {} : { device }),
    serviceWorkers: options.serviceWorkers ?? (isolation === 'session' ? 'allow' : 'block'),
    emulation: given({
      viewport,
      deviceScaleFactor,
      isMobile,
      hasTouch,
      locale,
      timezoneId,
      colorScheme,
      httpCredentials,
    }),
  };
}

/** Without what nobody gave: it would go before what the device has. */
function given(emulation: { readonly [Name in keyof Emulation]: Emulation[Name] | undefined }): Emulation {
  return Object.fromEntries(Object.entries(emulation).filter(([, value]) => value !== undefined));
}

function isLocale(tag: string): boolean {
  return succeeds(() => Intl.getCanonicalLocales(tag));
}

function isTimeZone(name: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name }));
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
