import type { CommandCall } from './command.js';
import type { Examination } from './doctor/examination.js';
import { examine } from './doctor/examine.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import type { DOCTOR_FLAGS } from './options.js';
import { openOutput } from './output.js';

/** `pageward doctor`: examines this machine and says how to cure what is wrong. A fault is a finding. */
export async function doctor({ values, terminal }: CommandCall<typeof DOCTOR_FLAGS>): Promise<ExitCode> {
  const examinations = await examine({
    browserPath: values.browserPath,
    jail: values.jail ?? 'auto',
    proxy: values.proxy,
    queue: values.queue,
    sandbox: values.noSandbox ? 'off' : 'auto',
    env: process.env,
  });
  const healthy = examinations.every(({ state }) => state !== 'fault');
  const output = await openOutput(terminal);
  const text = values.json
    ? JSON.stringify({ healthy, examinations })
    : [...examinations.map(lineOf), healthy ? 'All is well.' : 'Something is wrong; see above.'].join('\n');
  await output.write(`${text}\n`);
  return healthy ? EXIT.clean : EXIT.findings;
}

function lineOf({ subject, state, detail, cure }: Examination): string {
  const advice = cure === undefined ? '' : `\n${' '.repeat(19)}cure: ${cure}`;
  return `${state.padEnd(8)}${subject.padEnd(11)}${detail}${advice}`;
}
