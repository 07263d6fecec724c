import { setTimeout as delay } from 'node:timers/promises';
import type { LocatedBrowser } from '#src/browser/locate.js';
import type { Decision, GuardOptions } from '#src/guard/guard.js';
import type { Page } from '#src/page/page.js';
import type { Scenario, Target } from '../browser/guard/scenarios/scenario.js';
import { type Canary, FAR, LAN, openCanary } from './canary.js';
import { TEST_CERTIFICATE } from './guard-certificate.js';
import { Lab, PUBLIC } from './guard-lab.js';
import { routes } from './http-server.js';

/** What came of an attack. */
export interface Outcome {
  readonly page?: Page;
  readonly error?: unknown;
  /** What the guard's record says was refused, until after the page was gone. */
  readonly refused: readonly string[];
  /** What the canary noticed. */
  readonly touched: readonly string[];
  readonly target: Target;
}

/** A jail would hide what the switches and the proxy do: they must hold without it. */
export const JAIL = process.env['PAGEWARD_TEST_JAIL'] === 'required' ? 'required' : 'off';

/** Time for what a page sends while it goes away. */
const UNLOAD_MS = 400;

/** Serves the pages of all attacks as `*.test`, public hosts all of them, over HTTP and TLS. */
export class AttackSite {
  readonly lab = new Lab();
  readonly #pages = new Map<string, ReturnType<Scenario['pages']>>();
  readonly #refused: string[] = [];

  static async open(): Promise<AttackSite> {
    const site = new AttackSite();
    const { lab } = site;
    const handler: Parameters<Lab['serve']>[0] = (request, response) => {
      const [, id = ''] = /^\/([^/?]+)/.exec(request.url ?? '') ?? [];
      const pages = site.#pages.get(id) ?? {};
      const path = (request.url ?? '').slice(id.length + 1).replace(/\?wait=\d+$/, '');
      const entry = pages[path] ?? { status: 404 };
      routes({ [request.url ?? '']: typeof entry === 'function' ? entry(request) : entry })(request, response);
    };
    lab.route(PUBLIC, 80, await lab.serve(handler));
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, handler));
    return site;
  }

  /** What makes a guard that knows this site. */
  get guardOptions(): GuardOptions {
    return {
      resolver: async (host, options) =>
        this.lab.names.has(host) ? this.lab.resolver(host, options) : host.endsWith('.test') ? [PUBLIC] : [],
      dial: this.lab.dial,
      reservedNames: [],
      onDecision: (decision: Decision) => {
        if (decision.decision === 'refuse') this.#refused.push(decision.url);
      },
    };
  }

  /** Has `visit` read the scenario's page, with a canary of its own. */
  async attack(
    scenario: Scenario,
    visit: (url: string, scenario: Scenario) => Promise<Page | undefined>,
  ): Promise<Outcome> {
    const canary = await openCanary();
    try {
      const target = targetOf(canary, scenario);
      this.#pages.set(scenario.id, scenario.pages(target));
      const url = `${scenario.secure ? 'https' : 'http'}://attacker.test${target.here}?wait=${waitMsOf(scenario)}`;
      const result = await visit(url, scenario).then(
        (page) => (page === undefined ? {} : { page }),
        (error: unknown) => ({ error }),
      );
      await delay(UNLOAD_MS);
      return { ...result, refused: [...this.#refused], touched: [...canary.touched], target };
    } finally {
      await canary.close();
    }
  }

  async close(): Promise<void> {
    await this.lab.close();
  }
}

export function waitMsOf({ waitMs = 1_200 }: Scenario): number {
  return waitMs;
}

/** Runs attacks in the order of the tests, a few ahead of the one that is waited for: most of their time is waiting. */
export class AttackQueue {
  readonly #scenarios: readonly Scenario[];
  readonly #run: (scenario: Scenario) => Promise<Outcome>;
  readonly #atOnce: number;
  readonly #started = new Map<Scenario, Promise<Outcome>>();

  constructor(
    scenarios: readonly Scenario[],
    { kind, run }: { kind: LocatedBrowser['kind']; run: (scenario: Scenario) => Promise<Outcome> },
  ) {
    this.#scenarios = scenarios;
    this.#run = run;
    // Of several pages full Chromium keeps things like icons from all but the foremost.
    this.#atOnce = kind === 'chromium' ? 1 : 4;
  }

  outcome(scenario: Scenario): Promise<Outcome> {
    const at = this.#scenarios.indexOf(scenario);
    for (const next of this.#scenarios.slice(at + 1, at + this.#atOnce)) void this.#start(next).catch(() => undefined);
    return this.#start(scenario);
  }

  /** Waits for what was begun ahead. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#started.values());
  }

  #start(scenario: Scenario): Promise<Outcome> {
    const started = this.#started.get(scenario) ?? this.#run(scenario);
    this.#started.set(scenario, started);
    return started;
  }
}

function targetOf({ port, tlsPort }: Canary, { id }: Scenario): Target {
  const [host, tlsHost] = [`127.0.0.1:${port}`, `127.0.0.1:${tlsPort}`];
  return {
    http: `http://${host}`,
    https: `https://${tlsHost}`,
    ws: `ws://${host}`,
    wss: `wss://${tlsHost}`,
    host,
    tlsHost,
    port,
    tlsPort,
    tunnel: `https://${host}/`,
    tlsTunnel: `https://${tlsHost}/`,
    here: `/${id}`,
    lan: LAN,
    far: FAR,
  };
}
