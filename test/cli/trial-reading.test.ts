import { describe, expect, it } from 'vitest';
import { serveTrialPage, TRIAL_WORDS } from '#src/cli/doctor/trial-page.js';
import { HttpReader } from '#src/reader/http-reader.js';

describe('the page that the doctor reads', () => {
  it('has its text from a program alone', async () => {
    const page = await serveTrialPage();
    await using reader = new HttpReader({ allowPrivate: [page.host] });
    const { text, statusCode } = await reader.read(page.url);
    const rows = await reader.read(`${page.url}rows`);
    await page.close();
    expect(statusCode).toBe(200);
    expect(text).not.toContain(TRIAL_WORDS);
    expect(rows.text).toContain(TRIAL_WORDS);
  });
});
