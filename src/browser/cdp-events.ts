import type { CDPSession } from 'playwright';

/** By the event's name. Each says itself which of the event's fields it reads. */
export type CdpListeners = Readonly<Record<string, (event: never) => void>>;

/** Hears DevTools events until the function that it gives is called. */
export function listen(cdp: CDPSession, listeners: CdpListeners): () => void {
  // Playwright types each event by its name; of names in a table it knows only that they are strings.
  const subscribe = (how: 'on' | 'off'): void => {
    for (const [name, listener] of Object.entries(listeners)) {
      cdp[how](name as 'Page.frameNavigated', listener as () => void);
    }
  };
  subscribe('on');
  return () => subscribe('off');
}
