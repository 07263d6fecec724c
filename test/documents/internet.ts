import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import path from 'node:path';
import { TestDns } from '../support/guard-dns.js';
import { PUBLIC } from '../support/guard-lab.js';
import { resultsPage } from '../support/search-pages.js';

/** Whoever the documentation talks to. All of them are at one address, which is public. */
const NAMES = [
  ...['example.com', 'shop.example', 'europa.eu', 'oecd.org', 'skarvik.example', 'queue.example'],
  ...['html.duckduckgo.com', 'lite.duckduckgo.com', 'api.tavily.com', 'api.anthropic.com', 'api.openai.com'],
];

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}.">${head}</head>
<body><main><h1>${title}</h1><p>${`What is said of ${title} is said here at some length. `.repeat(8)}</p>${body}</main></body></html>`;
const product = `<li class="product"><h2>Anvil</h2> <b class="price">12.50</b> <a href="/anvil">more</a> <i class="tag">iron</i>
<span class="size"><b>large</b> <i class="stock">3</i></span></li>`;

const SITE: Readonly<Record<string, string>> = {
  '/': page(
    'Example',
    '<img src="/a.png" alt="A picture"><a href="/docs/">Documentation</a> <a href="/guide">Guide</a>',
  ),
  '/docs': page('Documentation', '<a href="/docs/one">One</a>'),
  '/docs/': page('Documentation', '<a href="/docs/one">One</a>'),
  '/docs/one': page('One', '<p>One of one.</p>'),
  '/guide': page(
    'Guide',
    `<h2>First part</h2><p>${'Words of the first part. '.repeat(60)}</p><h2>Second part</h2><p>More.</p>`,
  ),
  '/anvil': page('Anvil', '<p>An anvil of iron.</p>'),
  '/shop': page('Shop', `<ul>${product}</ul>`),
};

/** A shop that finds by script, and asks in a frame whether that was well. */
const SHOP = `<!doctype html><title>Shop</title><main><h1>Shop</h1><input id="q"><div id="found"></div>
<iframe id="login" srcdoc="<button class=ok>Yes</button>"></iframe></main><script>
  document.getElementById('q').addEventListener('keydown', async ({ key, target }) => {
    if (key !== 'Enter') return;
    const { items } = await (await fetch('/api/items?q=' + target.value)).json();
    document.getElementById('found').innerHTML = '<ul class="results">' + items.map((item) => '<li>' + item).join('') + '</ul>';
  });
</script>`;

const HITS = ['https://example.com/', 'https://skarvik.example/'].map((url) => ({
  title: 'A result',
  url,
  snippet: 'Words',
}));

/** Where names are asked for, and where the route to everything leads. */
export const ROUTER = '10.99.0.1';

/** A visitor's place: a network of its own, whose route leads here. What is at this end is no address of its own machine. */
const VISITOR = `
ip link add here type veth peer name there netns "$1" && ip addr add ${ROUTER}/24 dev here && ip link set here up || exit 99
nsenter --target "$1" --net -- sh -c 'ip link set lo up && ip addr add 10.99.0.2/24 dev there && ip link set there up && ip route add default via ${ROUTER}'`;

/** A network of one's own that has in it whatever the documentation asks, and a place beside it from which that is asked. */
export class Internet {
  readonly #folder: string;
  #visitor: ChildProcess | undefined;
  readonly #dns = new TestDns();
  readonly #servers: Server[] = [];
  #redis: ChildProcess | undefined;

  /** @param folder for certificates and what is kept */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The authority that its certificates are of, as a file. */
  get authority(): string {
    return path.join(this.#folder, 'authority.pem');
  }

  async start(): Promise<void> {
    this.#makeCertificates();
    this.#visitor = spawn('unshare', ['--net', '--', 'sleep', 'infinity'], { stdio: 'ignore' });
    await once(this.#visitor, 'spawn');
    // It is `unshare` itself until it has its network.
    await new Promise((resolve) => setTimeout(resolve, 200));
    execFileSync('sh', ['-c', VISITOR, 'sh', String(this.#visitor.pid)]);
    for (const name of NAMES) this.#dns.names.set(name, [PUBLIC]);
    await this.#dns.start(53, ROUTER);
    const certificate = { key: this.#read('key.pem'), cert: this.#read('cert.pem') };
    const answer = (request: IncomingMessage, response: ServerResponse) => void answerTo(request, response);
    await this.#listen(createTlsServer(certificate, answer), 443, PUBLIC);
    const redis = ['--port', '6379', '--tls-port', '6380', '--save', '', '--protected-mode', 'no', '--bind', PUBLIC];
    const tls = ['--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem', '--tls-auth-clients', 'no'];
    const users = ['user on >password ~* &* +@all', 'default on nopass ~* &* +@all'].flatMap((user) => [
      '--user',
      ...user.split(' '),
    ]);
    this.#redis = spawn('redis-server', [...redis, ...tls, '--tls-ca-cert-file', 'authority.pem', ...users], {
      cwd: this.#folder,
      stdio: 'ignore',
    });
  }

  /** The words before a command by which it is run as a visitor. */
  get visiting(): readonly string[] {
    return ['nsenter', '--target', String(this.#visitor?.pid), '--net', '--'];
  }

  /** A database of authorities such as Chromium looks for in a home directory. */
  trustIn(home: string): void {
    const database = path.join(home, '.pki', 'nssdb');
    execFileSync('mkdir', ['-p', database]);
    execFileSync('certutil', ['-d', `sql:${database}`, '-N', '--empty-password']);
    execFileSync('certutil', ['-d', `sql:${database}`, '-A', '-n', 'authority', '-t', 'C,,', '-i', this.authority]);
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) server.close();
    await this.#dns.stop();
    this.#visitor?.kill();
    if (this.#redis === undefined || this.#redis.exitCode !== null) return;
    const exited = once(this.#redis, 'exit');
    this.#redis.kill();
    await exited;
  }

  async #listen(server: Server, port: number, host: string): Promise<void> {
    this.#servers.push(server);
    server.listen(port, host);
    await once(server, 'listening');
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#folder, name), 'utf8');
  }

  #makeCertificates(): void {
    const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: this.#folder, stdio: 'ignore' });
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = NAMES.map((name) => `DNS:${name}`).join(',');
    writeFileSync(path.join(this.#folder, 'extensions'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`);
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-subj',
      '/CN=Authority',
      '-keyout',
      'authority-key.pem',
      '-out',
      'authority.pem',
    );
    openssl('req', ...newKey, '-subj', '/CN=example.com', '-keyout', 'key.pem', '-out', 'request.pem');
    openssl(
      ...[
        'x509',
        '-req',
        '-in',
        'request.pem',
        '-CA',
        'authority.pem',
        '-CAkey',
        'authority-key.pem',
        '-CAcreateserial',
      ],
      ...['-days', '2', '-extfile', 'extensions', '-out', 'cert.pem'],
    );
  }
}

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers, url = '/' } = request;
  const { pathname, searchParams } = new URL(url, 'https://example.com');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const html = (text: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
  const json = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  switch (headers.host) {
    case 'html.duckduckgo.com':
    case 'lite.duckduckgo.com':
      return void html(resultsPage({ query: new URLSearchParams(body).get('q') ?? '', rows: HITS }));
    case 'api.tavily.com':
      return void json({
        results: HITS.map(({ title, url: hit, snippet }) => ({ title, url: hit, content: snippet })),
      });
    case 'api.anthropic.com':
      return void json(messageFor(body));
    case 'api.openai.com':
      return void json(responseFor(body));
    case 'shop.example':
      if (pathname === '/') return void html(SHOP);
      return void json({ items: [`${searchParams.get('q')} of iron`] });
  }
  if (pathname === '/sitemap.xml') {
    const locations = Object.keys(SITE).map((at) => `<url><loc>https://example.com${at}</loc></url>`);
    const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    return void response.end(`<urlset xmlns="${schema}">${locations.join('')}</urlset>`);
  }
  const found = SITE[pathname];
  if (found === undefined) response.statusCode = 404;
  html(found ?? page('Not found', ''));
}

/** Claude, asking once for a page where it may. */
function messageFor(body: string): object {
  const { messages = [], tools = [] } = JSON.parse(body);
  const wants = tools.some(({ name }: { name: string }) => name === 'web_fetch') && messages.length < 2;
  const content = wants
    ? [{ type: 'tool_use', id: 'call', name: 'web_fetch', input: { url: 'https://example.com/' } }]
    : [{ type: 'text', text: 'It has been read.' }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    ...{ id: 'message', type: 'message', role: 'assistant', model: 'scripted', content, usage },
    stop_reason: wants ? 'tool_use' : 'end_turn',
  };
}

/** The Responses API of OpenAI, asking once for a page. */
function responseFor(body: string): object {
  const { input = [] } = JSON.parse(body);
  const isRead = Array.isArray(input) && input.some(({ type }: { type?: string }) => type === 'function_call_output');
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call', name: 'web_fetch', status: 'completed' };
  const text = { type: 'output_text', text: 'It has been read.', annotations: [] };
  const output = isRead
    ? [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text] }]
    : [{ ...call, arguments: JSON.stringify({ url: 'https://example.com/' }) }];
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return { id: 'resp_1', object: 'response', status: 'completed', model: 'scripted', output, usage };
}
