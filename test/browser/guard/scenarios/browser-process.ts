import { body, type Scenario, script } from './scenario.js';

/** D. What the browser itself sends, and no page sees. */
export const BROWSER_PROCESS: readonly Scenario[] = [
  {
    row: 44,
    id: 'csp-report',
    does: 'has breaches of its policy reported to the canary',
    pages: (c) => ({
      '': {
        headers: { 'content-security-policy': `img-src 'none'; report-uri ${c.http}/report` },
        body: body('<img src=/x.png>'),
      },
    }),
    tries: (c) => [`${c.http}/report`],
    teeth: 'CH',
  },
  {
    row: 45,
    id: 'csp-report-to',
    does: 'has reports delivered to the canary later',
    pages: (c) => ({
      '': {
        headers: {
          'reporting-endpoints': `d="${c.https}/reports"`,
          'report-to': JSON.stringify({ group: 'd', max_age: 999, endpoints: [{ url: `${c.https}/old` }] }),
          nel: JSON.stringify({ report_to: 'd', max_age: 999, success_fraction: 1 }),
          'content-security-policy': "img-src 'none'; report-to d",
        },
        body: body('<img src=/x.png>'),
      },
    }),
    tries: (c) => [c.tlsTunnel],
    secure: true,
    waitMs: 4_000,
    teeth: 'C',
  },
  {
    row: 46,
    id: 'payment-manifest',
    does: 'asks whether it could be paid by way of the canary',
    pages: (c) => ({
      '': script(`try { const request = new PaymentRequest([{ supportedMethods: '${c.https}/pay' }],
          { total: { label: 'x', amount: { currency: 'USD', value: '1' } } });
        request.canMakePayment().catch(() => 0); request.hasEnrolledInstrument?.().catch(() => 0) } catch {}`),
    }),
    // Not even tried from a page whose certificate the reader was told to accept.
    secure: true,
    waitMs: 2_500,
    teeth: 'C',
  },
  {
    row: 47,
    id: 'fedcm',
    does: 'asks the canary who somebody is',
    pages: (c) => ({
      '': script(`navigator.credentials?.get({ identity: { providers: [{ configURL: '${c.https}/f.json', clientId: '1' }] } })
        .catch(() => 0)`),
    }),
    tries: (c) => [c.tlsTunnel],
    secure: true,
    waitMs: 2_500,
    teeth: 'CH',
  },
  {
    row: 48,
    id: 'attribution',
    does: 'has an advertisement attributed at the canary',
    pages: (c) => ({
      '': script(`const image = new Image(); image.attributionSrc = '${c.https}/attribution'; image.src = '/x.png';
        document.body.append(image);
        try { navigator.joinAdInterestGroup({ owner: location.origin, name: 'x', lifetimeMs: 9e6,
          updateURL: location.origin + '/u', biddingLogicURL: location.origin + '/b' }).catch(() => 0) } catch {}`),
    }),
    secure: true,
    teeth: '',
  },
  {
    row: 48,
    id: 'sxg',
    does: 'has a signed exchange whose certificate lies at the canary in a frame',
    pages: (c) => ({
      '': body(`<iframe src="${c.here}/exchange"></iframe>`),
      '/exchange': {
        headers: { 'content-type': 'application/signed-exchange;v=b3', 'x-content-type-options': 'nosniff' },
        body: signedExchange(`${c.https}/certificate`),
      },
    }),
    secure: true,
    teeth: '',
  },
  {
    row: 49,
    id: 'alt-svc',
    does: 'says that it is also served at the canary, over QUIC',
    pages: (c) => ({
      '': {
        headers: { 'alt-svc': `h3="${c.tlsHost}"; ma=3600, h2="${c.tlsHost}"; ma=3600` },
        body: script(`for (const ms of [300, 900]) setTimeout(() => fetch('${c.here}/again?' + ms), ms)`),
      },
      '/again?300': 'again',
      '/again?900': 'again',
    }),
    secure: true,
    waitMs: 2_500,
    teeth: '',
  },
  {
    row: 50,
    id: 'dns-prefetch-name',
    does: 'hints at names inside',
    pages: () => ({
      '': body(`<link rel=dns-prefetch href="//secret-prefetch.internal.corp">
        <link rel=preconnect href="https://secret-preconnect.internal.corp">
        <a href="http://secret-anchor.internal.corp/">x</a>`),
    }),
    waitMs: 2_500,
    // A name being asked for can only be seen on the wire.
    teeth: '',
  },
];

/** A signed exchange (version b3) for which nothing but its certificate is missing. */
function signedExchange(certificateUrl: string): Buffer {
  const fallback = Buffer.from('https://attacker.test/x');
  const zeros = Buffer.alloc(32).toString('base64');
  const signature = Buffer.from(
    `s;cert-sha256=*${zeros}*;cert-url="${certificateUrl}";date=1;expires=2;integrity="digest/mi-sha256-03";` +
      'sig=*AA==*;validity-url="https://attacker.test/v"',
  );
  const noHeaders = Buffer.from([0xa0]);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt16BE(fallback.length, 0);
  lengths.writeUIntBE(signature.length, 2, 3);
  lengths.writeUIntBE(noHeaders.length, 5, 3);
  return Buffer.concat([
    Buffer.from('sxg1-b3\0'),
    lengths.subarray(0, 2),
    fallback,
    lengths.subarray(2),
    signature,
    noHeaders,
  ]);
}
