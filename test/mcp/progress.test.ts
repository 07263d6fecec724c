import { webFetch } from 'pageward';
import { describe, expect, it } from 'vitest';
import { ProgressReporter, type ReportedProgress } from '#src/mcp/progress-reporter.js';
import { type Line, lineClient } from '../support/line-client.js';
import { httpClient, VERSIONS } from '../support/mcp-client.js';

/** A reader whose page comes when it is let. */
function heldReader() {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = async (url: string) => {
    await held;
    return { url, statusCode: 200, mediaType: 'text/html', text: 'Here.' };
  };
  return { reader: { read, guarded: true }, release };
}

describe.each(VERSIONS)('a client of %s', (version) => {
  it('hears that its call is at work until that ends', async () => {
    const { reader, release } = heldReader();
    await using connected = await httpClient(version, { tools: [webFetch(reader)] });
    const reports: ReportedProgress[] = [];
    const call = connected.client.callTool(
      { name: 'web_fetch', arguments: { url: 'http://site.test/' } },
      { onprogress: (progress) => reports.push(progress as ReportedProgress) === 2 && release() },
    );
    expect((await call).isError ?? false).toBe(false);
    expect(reports).toHaveLength(2);
    const [first, second] = reports;
    expect(first).toMatchObject({ message: 'Reading http://site.test/' });
    expect(second?.progress).toBeGreaterThan(first?.progress ?? Number.POSITIVE_INFINITY);
  });
});

it('a call without a progress token makes no report', async () => {
  const { reader, release } = heldReader();
  await using client = lineClient({ tools: [webFetch(reader)] });
  client.greet();
  const params = { name: 'web_fetch', arguments: { url: 'http://site.test/' } };
  client.send({ jsonrpc: '2.0', id: 'silent', method: 'tools/call', params });
  client.send({
    jsonrpc: '2.0',
    id: 'told',
    method: 'tools/call',
    params: { ...params, _meta: { progressToken: 'p' } },
  });
  const isReport = ({ method }: Line): boolean => method === 'notifications/progress';
  await client.until((lines) => lines.filter(isReport).length === 2);
  release();
  const lines = await client.until((all) => all.filter(({ id }) => id === 'silent' || id === 'told').length === 2);
  expect(lines.filter(isReport).map(({ params: { progressToken } = {} }) => progressToken)).toEqual(['p', 'p']);
});

it('reports rise and come four a second at most, however much the tool says', async () => {
  const reports: (ReportedProgress & { atMs: number })[] = [];
  const done = new Promise<void>((resolve) => {
    const reporter = new ProgressReporter((report) => {
      reports.push({ ...report, atMs: performance.now() });
      if (reports.length < 6) return;
      clearInterval(talk);
      reporter.close();
      resolve();
    });
    let step = 0;
    const talk = setInterval(() => {
      step += 1;
      reporter.report({ progress: step, total: 1_000, message: 'pages' });
    }, 5);
  });
  await done;
  expect(reports[0]?.message).toMatch(/^\d+ of 1000: pages$/);
  for (const [index, { progress }] of reports.entries()) {
    if (index > 0) expect(progress - (reports[index - 1]?.progress ?? 0)).toBeGreaterThanOrEqual(0.249);
  }
});
