import { readFile } from 'node:fs/promises';
import { type BrowserError, isPagewardError } from '../../base/errors.js';
import { type BrowserDiagnosis, diagnoseBrowser } from '../../browser/diagnose.js';
import type { JailMode } from '../../browser/jail.js';
import { playwrightVersion } from '../../browser/playwright-version.js';
import type { SandboxMode } from '../../browser/sandbox-mode.js';
import { createGuard } from '../../guard/guard.js';
import { dnsServers } from '../../guard/resolver.js';
import { parseUpstreamProxy, type UpstreamProxy } from '../../guard/upstream-proxy.js';
import type { Examination } from './examination.js';
import { examineQueue } from './queue-examination.js';
import { readTrialPage, type TrialOptions } from './trial-reading.js';

export interface Patient {
  readonly browserPath: string | undefined;
  readonly jail: JailMode;
  readonly sandbox: SandboxMode;
  /** The upstream proxy, where one is set. */
  readonly proxy: string | undefined;
  /** The Redis of shared crawls, where one is named. */
  readonly queue: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Looks at everything that Pageward needs. Connects to no one but the Redis that is named, and starts the browser with no page but our own. */
export async function examine(patient: Patient): Promise<Examination[]> {
  return [
    await examineNode(),
    await examinePlaywright(),
    ...(await examineBrowser(patient)),
    await examineGuard(),
    examineDns(),
    ...examineProxies(patient),
    ...examineTls(patient.env),
    ...examineKeys(patient.env),
    ...(patient.queue === undefined ? [] : await examineQueue(patient.queue)),
  ];
}

async function examineNode(): Promise<Examination> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  const needed = /"node":">=([\d.]+)"/.exec(JSON.stringify(manifest))?.[1] ?? '0';
  const running = process.versions.node;
  const detail = `${running}; at least ${needed} is needed`;
  if (isAtLeast(running, needed)) return { subject: 'node', state: 'ok', detail };
  return { subject: 'node', state: 'fault', detail, cure: `Install Node ${needed} or newer.` };
}

/** Compares `20.19.0` with `20.19` part by part. */
function isAtLeast(version: string, needed: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, part] of needed.split('.').map(Number).entries()) {
    const own = parts[index] ?? 0;
    if (own !== part) return own > part;
  }
  return true;
}

async function examinePlaywright(): Promise<Examination> {
  try {
    return { subject: 'playwright', state: 'ok', detail: await playwrightVersion() };
  } catch {
    const cure = 'Install Pageward anew.';
    return { subject: 'playwright', state: 'fault', detail: 'it cannot be found', cure };
  }
}

async function examineBrowser({ browserPath, jail, sandbox }: Patient): Promise<Examination[]> {
  let diagnosis: BrowserDiagnosis;
  try {
    diagnosis = await diagnoseBrowser({
      // Whether the rest is in order is worth knowing also where a required jail is missing.
      jail: jail === 'off' ? 'off' : 'auto',
      sandbox,
      ...(browserPath !== undefined && { locate: { browserPath } }),
    });
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    const { message, hint = 'Run pageward setup.', details } = error;
    const tried = Array.isArray(details['tried']) ? `; looked at ${details['tried'].join(', ')}` : '';
    const subject = error.code === 'GUARD_SELFTEST' ? 'self-test' : 'browser';
    return [{ subject, state: 'fault', detail: `${message}${tried}`, cure: hint }];
  }
  const { located, product, sandboxed, jailed, jailFault, startMs, selfTestMs } = diagnosis;
  const detail = `${product} at ${located.path} (${located.kind}, found by ${located.source}), starts in ${startMs} ms`;
  return [
    { subject: 'browser', state: 'ok', detail },
    sandboxExamination(sandboxed, sandbox),
    jailExamination(jailed, jail, jailFault),
    { subject: 'self-test', state: 'ok', detail: `a page cannot get past the guard, tried in ${selfTestMs} ms` },
    await examineReading({ browserPath: located.path, jail: jailed ? 'required' : 'off', sandbox }),
  ];
}

/** Whether pages come whole here, and how many at once are worth it. */
async function examineReading(options: TrialOptions): Promise<Examination> {
  const subject = 'reading';
  try {
    const trial = await readTrialPage(options);
    if (trial === undefined) {
      const cure = 'Use another browser, best a headless shell (`npx pageward setup`).';
      return { subject, state: 'fault', detail: 'a page came without what its program fetches', cure };
    }
    const { readMs, concurrency, pagesPerSecond } = trial;
    const atOnce =
      concurrency === 1 ? 'one at a time does best' : `${concurrency} at once give ${pagesPerSecond} a second`;
    const detail = `a page that needs a browser is read in ${readMs} ms; ${atOnce}: concurrency ${concurrency}`;
    return { subject, state: 'ok', detail };
  } catch (error) {
    if (!isPagewardError(error)) throw error;
    return { subject, state: 'fault', detail: error.message, ...(error.hint && { cure: error.hint }) };
  }
}

function jailExamination(jailed: boolean, asked: JailMode, fault: BrowserError | undefined): Examination {
  if (jailed) return { subject: 'jail', state: 'ok', detail: 'on: the browser has no network but the guard' };
  const alone = 'the proxy and the switches of the browser alone keep it in';
  if (asked === 'off') {
    return { subject: 'jail', state: 'warning', detail: `off, as asked; ${alone}`, cure: 'Leave --jail off out.' };
  }
  const why = fault?.message ?? 'only Linux has one';
  const state = asked === 'required' ? 'fault' : fault === undefined ? 'ok' : 'warning';
  return { subject: 'jail', state, detail: `off: ${why}; ${alone}`, ...(fault?.hint && { cure: fault.hint }) };
}

function sandboxExamination(sandboxed: boolean, asked: SandboxMode): Examination {
  if (sandboxed) return { subject: 'sandbox', state: 'ok', detail: 'on' };
  return {
    subject: 'sandbox',
    state: 'warning',
    detail: asked === 'off' ? 'off, as asked' : 'off: this system does not let the browser have one',
    cure:
      asked === 'off'
        ? 'Leave --no-sandbox out.'
        : 'Allow unprivileged user namespaces, or run as another user than root: a hostile page has one wall less.',
  };
}

/** Addresses that no guard may let through, whatever its policy lacks. None of them needs DNS. */
const FORBIDDEN = ['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://169.254.169.254/'];

async function examineGuard(): Promise<Examination> {
  const guard = createGuard();
  const decisions = await Promise.all(FORBIDDEN.map((url) => guard.check(url)));
  const through = decisions.filter(({ decision }) => decision === 'allow').map(({ url }) => url);
  if (through.length === 0) {
    return { subject: 'guard', state: 'ok', detail: `refuses ${FORBIDDEN.join(', ')}` };
  }
  return {
    subject: 'guard',
    state: 'fault',
    detail: `lets ${through.join(', ')} through`,
    cure: 'Do not use this installation; install Pageward anew.',
  };
}

/** Names the servers, and asks them nothing: which name that were would be somebody's business. */
function examineDns(): Examination {
  const servers = dnsServers();
  if (servers.length > 0) return { subject: 'dns', state: 'ok', detail: `asks ${servers.join(', ')}` };
  const cure = 'Name a server in the settings of the system, such as /etc/resolv.conf.';
  return { subject: 'dns', state: 'fault', detail: 'the system names no server', cure };
}

function examineProxies({ proxy, env }: Patient): Examination[] {
  const own = proxy === undefined ? [] : [upstreamExamination(parseUpstreamProxy(proxy))];
  const names = Object.keys(env).filter((name) => /^(?:https?|all)_proxy$/i.test(name) && env[name]);
  if (names.length === 0) return own;
  return [
    ...own,
    {
      subject: 'proxy',
      state: own.length > 0 ? 'ok' : 'warning',
      detail: `${names.join(', ')} set, and not used`,
      ...(own.length === 0 && { cure: 'Where the web can only be reached through a proxy, give it as --proxy.' }),
    },
  ];
}

function upstreamExamination({ shown, authorization }: UpstreamProxy): Examination {
  const credentials = authorization === undefined ? '' : ', with a user and password';
  return { subject: 'proxy', state: 'ok', detail: `the guard connects through ${shown}${credentials}` };
}

function examineTls(env: NodeJS.ProcessEnv): Examination[] {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return [];
  return [
    {
      subject: 'tls',
      state: 'warning',
      detail: 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set; Pageward checks certificates all the same, your program does not',
      cure: 'Take it out of the environment; trust an authority of your own by --ca-bundle.',
    },
  ];
}

/** Keys by name; what they hold is nobody's business. */
function examineKeys(env: NodeJS.ProcessEnv): Examination[] {
  return ['TAVILY_API_KEY'].map((name) => ({
    subject: 'key',
    state: 'ok',
    detail: env[name] ? `${name} is set` : `${name} is not set (optional)`,
  }));
}
