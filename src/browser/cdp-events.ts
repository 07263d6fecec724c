import type { DevtoolsSession } from './devtools-session.js';

/** Says itself which of the event's fields it reads. */
export type CdpListener = (event: never) => void;

/** Hears DevTools events, each by its name, until the function that it gives is called. */
export function listen(cdp: DevtoolsSession, listeners: Readonly<Record<string, CdpListener>>): () => void {
  // Playwright types each event by its name; of names in a table it knows only that they are strings.
  const subscribe = (how: 'on' | 'off'): void => {
    for (const [name, listener] of Object.entries(listeners)) {
      cdp[how](name as 'Page.frameNavigated', listener as () => void);
    }
  };
  subscribe('on');
  return () => subscribe('off');
}
