import { z } from 'zod';
import { UsageError } from '../base/errors.js';
import { isHeaderValue, isSendableHeader } from '../base/header.js';
import { isOrigin } from '../base/url.js';
import { readCaBundle } from '../guard/ca-bundle.js';
import { type ClientCertificate, readClientCertificates } from '../guard/client-certificate.js';
import { createGuard, type Guard, type OnDecision, type Policy } from '../guard/guard.js';
import { domainsOption } from '../guard/guard-options.js';
import type { Resolver } from '../guard/resolver.js';
import type { TlsTrust } from '../guard/tls-client.js';
import type { DomKind } from './dom-kind.js';

/** What every reader of ours takes. The operator's to set; no tool argument reaches any of it. */
export interface ReaderOptions extends Policy {
  /** `dns` (default) asks the name servers, `system` also reads the hosts file; or your own. Judged alike. */
  resolver?: 'dns' | 'system' | Resolver;
  /**
   * A proxy to connect through: `http://[user:password@]host:port`, or `https://…` to speak TLS to it; user and password
   * percent-encoded. It is asked (by CONNECT, for port 80 too) for tunnels to the addresses that the guard has judged, never
   * for a name. Proxies of the environment (`HTTP_PROXY` …) are not used.
   */
  proxy?: string;
  /** A guard made elsewhere, shared; then the policy options, `proxy`, `resolver` and `onDecision` are its own and have no place here. */
  guard?: Guard;
  /**
   * Called with every decision of the guard, and with what only the operator may know: the operator's log, for which
   * {@link decisionLine} makes a line of JSON.
   */
  onDecision?: OnDecision;
  /** Hard end of a read in milliseconds (default 30 000). */
  timeoutMs?: number;
  /** Limit of a body, on the wire and again decoded; default by kind of content: text 1 MB, HTML 10 MB, PDF 25 MB. */
  maxBytes?: number;
  /** Milliseconds a read page may be given again (default 300 000); 0 keeps none. */
  cacheTtlMs?: number;
  /** Pages kept (default 32). */
  cacheSize?: number;
  userAgent?: string;
  /** Sent with requests to the URL's own origin; in a browser with the document's only. */
  headers?: Readonly<Record<string, string>>;
  /** The DOM that HTML is read on: `light` (default), or `jsdom`, slower, whole and true to the specification. */
  dom?: DomKind;
  /**
   * Certificate authorities to trust besides the built-in ones: PEM text, or the path of a PEM file. A browser is given them
   * on Linux, where NSS's `certutil` is installed; where it cannot be, pages say so in `warnings`.
   */
  caBundle?: string;
  /** Accept any certificate. For a test machine, never for the web. */
  insecureTls?: boolean;
  /**
   * Certificates that show servers who reads, each to its one origin, as Playwright names them. In a browser the guard makes
   * the requests to these origins in its stead; WebSockets and shared workers go without a certificate.
   */
  clientCertificates?: readonly ClientCertificate[];
}

const text = z.string().min(1);
const wholeNumber = z.number().int();

/** The check of an option that takes a guard made elsewhere. */
export const guardOption = z
  .custom<Guard>((value) => typeof value === 'object' && value !== null && 'check' in value)
  .optional();

/** The check of a body's limit. */
export const maxBytesOption = wholeNumber.positive('must be a positive number of bytes').optional();

const bytes = z.instanceof(Uint8Array).optional();

const clientCertificateShape = z
  .strictObject({
    origin: z
      .string()
      .refine(
        (origin) => isOrigin(origin) && origin.startsWith('https:'),
        'must be an origin such as https://example.com',
      ),
    cert: bytes,
    certPath: text.optional(),
    key: bytes,
    keyPath: text.optional(),
    pfx: bytes,
    pfxPath: text.optional(),
    passphrase: z.string().optional(),
  })
  .refine(isWhole, 'must have cert and key, or pfx');

function isWhole({ cert, certPath, key, keyPath, pfx, pfxPath }: Readonly<Record<string, unknown>>): boolean {
  const [certs, keys, packs] = [cert ?? certPath, key ?? keyPath, pfx ?? pfxPath];
  return packs === undefined ? certs !== undefined && keys !== undefined : certs === undefined && keys === undefined;
}

/** The check of an option that chooses the DOM. */
export const domOption = z.enum(['light', 'jsdom']).optional();

/** The checks of {@link ReaderOptions}; a reader extends it with its own. Policy rules are checked by the guard. */
export const readerOptionsShape = {
  allowPrivate: z
    .union([z.literal(true), z.array(text)], 'must be true or a list of CIDRs and host:port entries')
    .optional(),
  denyCidrs: z.array(text).optional(),
  allowNeighbours: z.boolean().optional(),
  allowDomains: z.array(text).optional(),
  blockDomains: z.array(text).optional(),
  domains: domainsOption,
  ports: z.array(wholeNumber).optional(),
  resolver: z.union([z.enum(['dns', 'system']), z.custom<Resolver>((value) => typeof value === 'function')]).optional(),
  proxy: text.optional(),
  guard: guardOption,
  onDecision: z.custom<OnDecision>((value) => typeof value === 'function', 'must be a function').optional(),
  timeoutMs: wholeNumber.min(0, 'must be 0 (no deadline) or a positive number of milliseconds').optional(),
  maxBytes: maxBytesOption,
  cacheTtlMs: wholeNumber.min(0, 'must be 0 (off) or a positive number of milliseconds').optional(),
  cacheSize: wholeNumber.positive('must be a positive number of pages').optional(),
  userAgent: text.refine(isHeaderValue, 'must be one line of Latin letters').optional(),
  headers: z
    .record(text, z.string())
    .superRefine((headers, context) => {
      const refused = Object.entries(headers).find(([name, value]) => !isSendableHeader(name, value));
      if (refused) context.addIssue({ code: 'custom', message: `${JSON.stringify(refused[0])} cannot be sent` });
    })
    .optional(),
  dom: domOption,
  caBundle: text.optional(),
  insecureTls: z.boolean().optional(),
  clientCertificates: z.array(clientCertificateShape).optional(),
} as const;

/** What a guard is made of. */
const GUARD_KEYS = [
  'allowPrivate',
  'denyCidrs',
  'allowNeighbours',
  'allowDomains',
  'blockDomains',
  'domains',
  'ports',
  'resolver',
  'proxy',
  'onDecision',
] as const satisfies readonly (keyof ReaderOptions)[];

/** The same options for readers that share a guard, which is made of them unless it is among them. */
export function withGuard<Options extends ReaderOptions>(
  options: Options,
): Omit<Options, (typeof GUARD_KEYS)[number] | 'guard'> & { guard: Guard } {
  const rest = { ...options, guard: guardOf(options) };
  for (const key of GUARD_KEYS) delete rest[key];
  return rest;
}

/**
 * The guard of a reader: the one it was given, else one made of its policy options.
 *
 * @throws UsageError `INVALID_OPTION`, also where both are given: a `denyCidrs` that does nothing must not pass unnoticed.
 */
export function guardOf(options: ReaderOptions): Guard {
  if (options.guard !== undefined) {
    const idle = GUARD_KEYS.find((key) => options[key] !== undefined);
    if (idle === undefined) return options.guard;
    throw new UsageError(`guard and ${idle} exclude each other`, {
      code: 'INVALID_OPTION',
      hint: `Give ${idle} to createGuard, which makes the guard.`,
      details: { option: idle },
    });
  }
  const {
    allowPrivate,
    allowNeighbours,
    denyCidrs,
    allowDomains,
    blockDomains,
    domains,
    ports,
    resolver,
    proxy,
    caBundle,
    onDecision,
  } = options;
  return createGuard({
    ...(allowPrivate === undefined ? {} : { allowPrivate }),
    ...(denyCidrs === undefined ? {} : { denyCidrs }),
    ...(allowNeighbours === undefined ? {} : { allowNeighbours }),
    ...(allowDomains === undefined ? {} : { allowDomains }),
    ...(blockDomains === undefined ? {} : { blockDomains }),
    ...(domains === undefined ? {} : { domains }),
    ...(ports === undefined ? {} : { ports }),
    ...(resolver === undefined || resolver === 'dns' ? {} : { resolver }),
    ...(proxy === undefined ? {} : { proxy, ...(caBundle === undefined ? {} : { caBundle }) }),
    ...(onDecision === undefined ? {} : { onDecision }),
  });
}

/** What TLS goes by, files read. @throws UsageError `INVALID_OPTION` for a file that cannot be read or used. */
export async function tlsTrustOf({ caBundle, insecureTls, clientCertificates }: ReaderOptions): Promise<TlsTrust> {
  return {
    ...(caBundle === undefined ? {} : { caBundle: await readCaBundle(caBundle) }),
    ...(insecureTls === undefined ? {} : { insecureTls }),
    ...(clientCertificates === undefined
      ? {}
      : { clientCertificates: await readClientCertificates(clientCertificates) }),
  };
}
