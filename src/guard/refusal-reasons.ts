import type { Admission } from './admission.js';
import { contains, parseCidr } from './cidr.js';
import type { Refused } from './decision.js';
import { parseAddress } from './ip-address.js';

/** A refusal without the URL it is about. */
export type RefusalReason = Omit<Refused, 'decision' | 'url'>;

const PRIVATE_HINT =
  'If this is the operator’s own, the operator can let it through with allowPrivate (--allow-private).';

/** Says why a port is refused. */
export function portRefusal(port: number): RefusalReason {
  return {
    code: 'REFUSED_PORT',
    reason: `port ${port} is not allowed`,
    hint: 'The operator can add it to ports (--ports).',
  };
}

/** Says why a literal address is refused; `spelled` is shown too when the caller wrote it in another way. */
export function literalRefusal(
  target: { host: string; port: number; spelled: string },
  admission: Admission,
): RefusalReason | undefined {
  if (admission.admitted) return undefined;
  if (admission.rule === 'port') return portRefusal(target.port);
  const { host, spelled } = target;
  const disguised = spelled.toLowerCase() === host || spelled === '' ? '' : ` (${spelled.slice(0, 100)})`;
  const denied = admission.rule === 'denied';
  return {
    code: 'REFUSED_ADDRESS',
    reason: `${host}${disguised} is ${denied ? 'an address that the operator denies' : 'a non-public address'}`,
    ...(denied ? {} : { hint: PRIVATE_HINT }),
    detail: `${host}: ${admission.why}`,
  };
}

/**
 * Says why a name is refused by the addresses that it has: one bad answer is enough, because whoever gives it may have the
 * next connection go there. The addresses themselves are for the operator.
 */
export function answersRefusal(
  target: { host: string; port: number },
  answers: readonly string[],
  admitText: (answer: string) => Admission | undefined,
): RefusalReason | undefined {
  const { host, port } = target;
  if (answers.length === 0) return { code: 'DNS_FAILED', reason: `${host} does not resolve` };
  for (const answer of answers) {
    const admission = admitText(answer);
    if (admission?.admitted) continue;
    if (admission?.rule === 'port') return portRefusal(port);
    const kind = KINDS[admission?.rule ?? 'not-public'];
    const detail = `${host} has ${answer}: ${admission?.why ?? 'not an IP address'}`;
    return { code: 'REFUSED_ADDRESS', reason: `${host} resolves to ${kind}`, hint: hintFor(answers), detail };
  }
  return undefined;
}

const KINDS = {
  denied: 'an address that the operator denies',
  'not-public': 'a non-public address',
  outside: 'a public address, in a read that began at an internal one',
};

const FAKE_DNS_HINT =
  'DNS gives nothing but 198.18.0.0/15 for it: a local proxy tool is answering with made-up addresses. Exempt this program from it.';

function hintFor(answers: readonly string[]): string {
  const fakeRange = parseCidr('198.18.0.0/15');
  const fake = answers.every((answer) => {
    const bytes = parseAddress(answer);
    return bytes !== undefined && fakeRange !== undefined && contains(fakeRange, bytes);
  });
  return fake ? FAKE_DNS_HINT : PRIVATE_HINT;
}
