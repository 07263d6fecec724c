import type { StartRecord } from './journal-record.js';

/** What is recorded of a crawl's options when it begins. */
export type RecordedOptions = Pick<StartRecord, 'seeds' | 'options'>;

/**
 * In what a crawl that is to be resumed differs from the one that was begun, in words; empty when it is the same. Only what
 * decides which pages belong to it is recorded: limits of the run and the pace may be others.
 */
export function optionsThatDiffer(begun: RecordedOptions, now: RecordedOptions): string[] {
  const differing =
    begun.seeds.join('\n') === now.seeds.join('\n') ? [] : [difference('seeds', begun.seeds, now.seeds)];
  for (const name of new Set([...Object.keys(begun.options), ...Object.keys(now.options)])) {
    const [was, is] = [begun.options[name], now.options[name]];
    if (JSON.stringify(was) !== JSON.stringify(is)) differing.push(difference(name, was, is));
  }
  return differing;
}

function difference(name: string, was: unknown, is: unknown): string {
  return `${name} was ${shown(was)}, is ${shown(is)}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value).slice(0, 200);
}
