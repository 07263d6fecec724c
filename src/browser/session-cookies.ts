import type { DevtoolsSession } from './devtools-session.js';
import type { Tab } from './tab.js';

type Cookies = Awaited<ReturnType<typeof getCookies>>;

/** A crawl may come by any number of sites. */
const SITES_KEPT = 1_000;

/** What sites have set in a session: whoever has to go on in a fresh tab is still logged in there. */
export class SessionCookies {
  /** The longest unused first. */
  readonly #ofSites = new Map<string, Cookies>();

  /** Notes the cookies of a tab that has read a site. */
  async keep(site: string, { cdp }: Tab): Promise<void> {
    const cookies = await getCookies(cdp);
    this.#ofSites.delete(site);
    this.#ofSites.set(site, cookies);
    const [oldest] = this.#ofSites.keys();
    if (this.#ofSites.size > SITES_KEPT && oldest !== undefined) this.#ofSites.delete(oldest);
  }

  /** Gives a fresh tab what the site has set and not taken back since. */
  async handOver(site: string, { cdp }: Tab): Promise<void> {
    const cookies = this.#ofSites.get(site);
    if (cookies === undefined) return;
    await cdp.send('Storage.clearCookies');
    await cdp.send('Storage.setCookies', {
      cookies: cookies.map(({ expires, session, ...cookie }) => (session ? cookie : { ...cookie, expires })),
    });
  }
}

async function getCookies(cdp: DevtoolsSession) {
  return (await cdp.send('Storage.getCookies')).cookies;
}
