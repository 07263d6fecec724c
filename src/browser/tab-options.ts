import type { Resources } from './resources.js';
import type { CheckedStorageState } from './storage-state.js';

/** How every context of a reader looks to the web. */
export interface TabOptions {
  readonly userAgent?: string;
  /** By Playwright's name for it. */
  readonly device?: string;
  /** What goes before the browser's own ways, and the device's. */
  readonly emulation?: Emulation;
  readonly insecureTls?: boolean;
  /** The session that every context begins with. */
  readonly storageState?: CheckedStorageState;
  /** Default `all`. */
  readonly resources?: Resources;
  /** Default `block`. */
  readonly serviceWorkers?: 'allow' | 'block';
}

/** As Playwright names it. */
export interface Emulation {
  readonly viewport?: { width: number; height: number };
  readonly deviceScaleFactor?: number;
  readonly isMobile?: boolean;
  readonly hasTouch?: boolean;
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly colorScheme?: 'light' | 'dark' | 'no-preference';
  readonly httpCredentials?: { username: string; password: string; origin: string };
}
