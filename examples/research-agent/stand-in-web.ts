import { createGuard, duckDuckGo, type Policy, type WebSearch } from 'pageward';
import { startInternalService } from '../../fixtures/demo-site/server.js';
import { startResearchSite } from '../../fixtures/research-site/server.js';

/** What is searched and read: the real web, or one on this machine. */
export interface Web extends AsyncDisposable {
  readonly engine: WebSearch;
  /** Whom the browser may talk to. */
  readonly policy: Policy;
  /** What has reached a place where nothing of the agent may arrive. */
  trespasses(): readonly string[];
}

/**
 * A web on loopback, with an internal service beside it that pages try to lead the agent to.
 *
 * @param founded what the company's front page says of its beginning.
 */
export async function standInWeb({ founded }: { founded?: number } = {}): Promise<Web> {
  const internal = await startInternalService();
  const site = await startResearchSite({ internalUrl: `${internal.origin}/`, ...(founded && { founded }) });
  // All of it is on loopback, which the guard refuses; this opens the one port of the web, and not that of the service.
  const policy = { allowPrivate: [site.host], resolver: site.resolver };
  const engine = duckDuckGo({ guard: createGuard(policy), endpoints: [site.engine], pace: { spacingMs: 100 } });
  return {
    engine,
    policy,
    trespasses: () => [
      ...Array.from({ length: internal.visits() }, () => 'a visit to the internal service'),
      ...site.collected().map((told) => `the collector was told ${told}`),
      ...site.visited().filter((place) => place.startsWith('ads.example')),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([engine.close(), site.close(), internal.close()]);
    },
  };
}
