import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JournalRecord, journalLine, parseJournal } from '#src/crawl/journal-record.js';

const lengths = { pages: 0, links: 0, failures: 0, changes: 0, sitemap: 0, redirected: 0, expectations: 0 };
const skip = (key: string): JournalRecord => ({ type: 'skipped', key, reason: 'robots', links: [], lengths });
const journalOf = (...records: JournalRecord[]) => Buffer.from(records.map(journalLine).join(''));

describe('a journal', () => {
  it('of an older version knows nothing of files that are new', () => {
    const { sitemap: _, redirected: __, expectations: ___, ...before } = lengths;
    const old = { ...skip('https://a.example/'), lengths: before } as JournalRecord;
    expect(parseJournal(Buffer.from(journalLine(old))).records).toEqual([skip('https://a.example/')]);
  });

  it('gives back what was written, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
        const records = keys.map(skip);
        const content = journalOf(...records);
        expect(parseJournal(content)).toEqual({ records, bytes: content.length });
      }),
    );
  });

  it('cut off anywhere gives all whole records, and says where they end', () => {
    const records = ['one', 'two', 'three'].map(skip);
    const content = journalOf(...records);
    const ends = records.map((_, index) => journalOf(...records.slice(0, index + 1)).length);
    for (let cut = 0; cut <= content.length; cut += 1) {
      const whole = ends.filter((end) => end <= cut);
      expect(parseJournal(content.subarray(0, cut))).toEqual({
        records: records.slice(0, whole.length),
        bytes: whole.at(-1) ?? 0,
      });
    }
  });

  it('leaves out an end that a power failure has filled with zeros, or with half a line and an end of line', () => {
    const content = journalOf(skip('one'));
    for (const rest of ['\0'.repeat(4_096), '0badc0de {"type":"ski\n', '\n\n']) {
      expect(parseJournal(Buffer.concat([content, Buffer.from(rest)])).bytes).toBe(content.length);
    }
  });

  it('with damage before its end is not gone on with', () => {
    const content = journalOf(skip('one'), skip('two'), skip('three'));
    const at = content.indexOf('two');
    content[at] = 88;
    expect(() => parseJournal(content)).toThrow(
      expect.objectContaining({ code: 'JOURNAL_CORRUPT', details: { line: 2 } }),
    );
  });

  it('of a version to come is not guessed at', () => {
    // @ts-expect-error: there is no such record yet
    const content = journalOf({ type: 'dream', lengths });
    expect(() => parseJournal(content)).toThrow(expect.objectContaining({ code: 'JOURNAL_CORRUPT' }));
  });
});
