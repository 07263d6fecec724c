import type { CDPSession } from 'playwright';

/** A DevTools session: of Playwright's, what is used here. */
export type DevtoolsSession = Pick<CDPSession, 'send' | 'on' | 'off' | 'detach'>;
