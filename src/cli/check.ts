import type { Readable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import { redactUrl } from '../base/url.js';
import { createGuard, type Decision, type Guard } from '../guard/guard.js';
import type { CommandCall } from './command.js';
import { openDecisionLog } from './decision-log.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { mapInOrder } from './in-order.js';
import { linesOf } from './lines.js';
import type { CHECK_FLAGS } from './options.js';
import { oneLine, openOutput, printNote } from './output.js';
import { policyOf, printAllowances } from './policy.js';

/** One line of `--jsonl` input. */
interface Question {
  readonly url: string;
  /** Addresses that stand in for DNS. */
  readonly answers?: readonly string[];
}

/** What a line turned out to be. */
type Line = Question | { readonly error: string };

type Answer = { readonly question: Question; readonly decision: Decision } | { readonly error: string };

/** Names being resolved at once. */
const CONCURRENCY = 8;

/**
 * `pageward check`: would the guard refuse these URLs? Names are resolved, nothing is connected to. Clean when all are
 * allowed; a refusal is a finding. What a person reads shows no password; a line of JSON has the URL as it was given.
 */
export async function check({ args, values, terminal }: CommandCall<typeof CHECK_FLAGS>): Promise<ExitCode> {
  if (args.length === 0 && !values.jsonl) {
    throw new UsageError('check needs a URL, or --jsonl and lines on stdin', { code: 'INVALID_OPTION' });
  }
  if (values.verbose) printAllowances(terminal, values);
  const log = openDecisionLog(terminal, values.decisionLog);
  const guard = createGuard({ ...policyOf(values), ...(log && { onDecision: log.write }) });
  const output = await openOutput(terminal);
  const questions = args.length > 0 ? args.map((url): Line => ({ url })) : questionsIn(terminal.stdin);
  const answers = mapInOrder<Line, Answer>(questions, CONCURRENCY, async (question) =>
    'error' in question ? question : { question, decision: await ask(guard, question, terminal.signal) },
  );
  let exit: ExitCode = EXIT.clean;
  for await (const answer of answers) {
    if ('error' in answer) {
      exit = EXIT.findings;
      await output.write(`${JSON.stringify(answer)}\n`);
      continue;
    }
    const { question, decision } = answer;
    await output.write(values.jsonl ? `${jsonOf(question.url, decision)}\n` : `${textOf(question.url, decision)}\n`);
    if (decision.decision === 'allow') continue;
    exit = EXIT.findings;
    if (values.verbose && decision.detail !== undefined)
      printNote(terminal, `${redactUrl(question.url)}: ${decision.detail}`);
  }
  log?.close();
  return exit;
}

async function* questionsIn(stream: Readable): AsyncGenerator<Line, void, undefined> {
  for await (const line of linesOf(stream)) {
    yield parseQuestion(line) ?? { error: `not a line {"url": …, "answers"?: […]}: ${redactUrl(line).slice(0, 200)}` };
  }
}

function ask(guard: Guard, { url, answers }: Question, signal: AbortSignal): Promise<Decision> {
  return guard.check(url, { signal, ...(answers && { answers }) });
}

function parseQuestion(line: string): Question | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string')
    return undefined;
  if (!('answers' in value)) return { url: value.url };
  const { url, answers } = value;
  const valid = Array.isArray(answers) && answers.every((answer) => typeof answer === 'string');
  return valid ? { url, answers } : undefined;
}

/** The URL is what the caller joins on, so that it comes back as it was given. */
function jsonOf(url: string, decision: Decision): string {
  const said = decision.decision === 'refuse' ? { code: decision.code, reason: decision.reason } : {};
  return JSON.stringify({ url, decision: decision.decision, ...said });
}

function textOf(url: string, decision: Decision): string {
  // One line an answer, whatever the URL holds.
  const shown = oneLine(redactUrl(url)).replace(/\s/g, encodeURIComponent);
  if (decision.decision === 'allow') return `allow\t${shown}`;
  return `refuse\t${shown}\t${decision.code}\t${oneLine(decision.reason)}`;
}
