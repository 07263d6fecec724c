import { UsageError } from '../base/errors.js';
import type { CommandCall } from './command.js';
import type { ExitCode } from './exit-codes.js';
import type { REPORT_FLAGS } from './report-flags.js';
import { readyToReport, reportOn } from './reporting.js';

/** `pageward report`: makes the reports of a crawl again, from its folder. */
export async function reportCommand({ args, values, terminal }: CommandCall<typeof REPORT_FLAGS>): Promise<ExitCode> {
  const [folder = '', ...more] = args;
  if (more.length > 0) throw new UsageError('report takes one folder', { code: 'INVALID_OPTION' });
  const before = await readyToReport(values);
  return await reportOn(folder, { values, before, terminal });
}
