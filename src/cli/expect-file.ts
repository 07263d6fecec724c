import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, UsageError } from '../base/errors.js';
import type { Expectation, ExpectationFault } from '../crawl/expectation.js';
import { readJsonFile } from './json-file.js';

/** Faults that a line tells of a page; a folder and a report have all. */
const FAULTS_TOLD = 5;

/** How a page is otherwise than expected, in one line. */
export function faultsText(faults: readonly ExpectationFault[]): string {
  const told = faults
    .slice(0, FAULTS_TOLD)
    .map(({ what, expected, actual }) => `${what}: expected ${expected}, got ${actual}`);
  const left = faults.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more`] : [])].join('; ');
}

/**
 * The expectations in a file: a list as JSON, or what a module (`.js`, `.mjs`) exports by default. They are checked by the crawl.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function readExpectations(file: string): Promise<readonly Expectation[]> {
  const content = /\.m?js$/.test(file) ? await exported(file) : await parsed(file);
  if (Array.isArray(content)) return content;
  throw fault(file, 'is not a list');
}

async function exported(file: string): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(path.resolve(file)).href);
    return module.default;
  } catch (cause) {
    throw fault(file, `cannot be loaded: ${messageOf(cause)}`, cause);
  }
}

async function parsed(file: string): Promise<unknown> {
  const content = await readJsonFile(file, (problem, cause) => fault(file, problem, cause));
  // `$schema` beside the list is for editors.
  return typeof content === 'object' && content !== null && 'expect' in content ? content.expect : content;
}

function fault(file: string, problem: string, cause?: unknown): UsageError {
  return new UsageError(`--expect: ${file} ${problem}`, {
    code: 'INVALID_OPTION',
    hint: 'Write a list such as [{ "url": "/products/*", "selector": ".price" }].',
    cause,
  });
}
