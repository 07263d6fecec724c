import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '#src/crawl/fingerprint.js';
import { HashIndex } from '#src/crawl/hash-index.js';
import { IndexedHeap } from '#src/crawl/indexed-heap.js';
import { LinkGraph } from '#src/crawl/link-graph.js';
import { NearDuplicates } from '#src/crawl/near-duplicates.js';
import { numberHash } from '#src/crawl/text-hash.js';

describe('a heap with places', () => {
  it('always has the first at hand, whatever is added, moved and taken out', () => {
    const step = fc.tuple(fc.constantFrom('add', 'move', 'remove'), fc.nat(20), fc.nat(50));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const ranks = new Map<number, number>();
        const places: number[] = [];
        const isBefore = (one: number, other: number) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) < 0;
        const heap = new IndexedHeap(isBefore, {
          placeOf: (id) => places[id] ?? -1,
          place: (id, place) => {
            places[id] = place;
          },
        });
        for (const [kind, id, rank] of steps) {
          const isIn = ranks.has(id);
          if (kind === 'add' && !isIn) {
            ranks.set(id, rank);
            heap.add(id);
          } else if (kind === 'move' && isIn) {
            ranks.set(id, rank);
            heap.moved(id);
          } else if (kind === 'remove' && isIn) {
            heap.remove(id);
            ranks.delete(id);
          }
          const first = heap.first();
          expect(heap.size).toBe(ranks.size);
          expect(first === undefined ? undefined : ranks.get(first)).toBe(
            ranks.size === 0 ? undefined : Math.min(...ranks.values()),
          );
        }
      }),
    );
  });
});

describe('a link graph', () => {
  it('gives back the links of each page, added in one list or several', () => {
    const list = fc.tuple(fc.nat(30), fc.array(fc.nat(3_000_000), { maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(list, { maxLength: 40 }), (lists) => {
        const graph = new LinkGraph();
        const expected = new Map<number, Set<number>>();
        for (const [from, targets] of lists) {
          graph.add(from, targets);
          expected.set(from, new Set([...(expected.get(from) ?? []), ...targets]));
        }
        for (let from = 0; from <= 31; from += 1) {
          expect(new Set(graph.linksOf(from))).toEqual(expected.get(from) ?? new Set());
        }
      }),
    );
  });
});

describe('an index of hashes', () => {
  it('knows the texts that were added, with the first number of each, and no others', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.nat()), { maxLength: 300 }), fc.string(), (added, other) => {
        const index = new HashIndex();
        const expected = new Map<string, number>();
        for (const [text, value] of added) {
          expect(index.add(text, value)).toBe(!expected.has(text));
          if (!expected.has(text)) expected.set(text, value);
        }
        expect(index.size).toBe(expected.size);
        for (const [text, value] of expected) expect(index.get(text)).toBe(value);
        expect(index.get(other)).toBe(expected.get(other));
      }),
    );
  });

  it('has hashes that are exact as numbers, and spread', () => {
    const hashes = Array.from({ length: 100_000 }, (_, index) => numberHash(`https://example.com/${index}`));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash > 0)).toBe(true);
    const buckets = new Int32Array(256);
    for (const hash of hashes) buckets[hash % 256] = (buckets[hash % 256] ?? 0) + 1;
    expect(Math.min(...buckets)).toBeGreaterThan(250);
    expect(Math.max(...buckets)).toBeLessThan(550);
  });
});

describe('a fingerprint', () => {
  it('is that of the words and the title, whatever the white space', () => {
    expect(fingerprintOf({ text: 'a  b\n\nc' })).toEqual(fingerprintOf({ text: ' a b c ' }));
    expect(fingerprintOf({ text: 'a b' }).hash).not.toBe(fingerprintOf({ text: 'a c' }).hash);
    expect(fingerprintOf({ title: 'One', text: 'a' }).hash).not.toBe(fingerprintOf({ title: 'Two', text: 'a' }).hash);
    expect(fingerprintOf({ text: 'ab c' }).hash).not.toBe(fingerprintOf({ text: 'a bc' }).hash);
    expect(fingerprintOf({ text: '' })).toMatchObject({ words: 0 });
  });

  it('counts the words that are between spaces, and the letters of scripts that have none', () => {
    expect(fingerprintOf({ title: 'One', text: 'two\u00a0three, four.' }).words).toBe(4);
    expect(fingerprintOf({ text: '日本語のページ' }).words).toBe(7);
    expect(fingerprintOf({ text: 'abc日本 def' }).words).toBe(3);
  });
});

describe('near duplicates', () => {
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const textOf = (seed: number, words = 800) => {
    const next = random(seed);
    return Array.from({ length: words }, () => `w${Math.floor(next() * 5_000)}`);
  };

  it('are found among thousands, for a changed word; nothing else is', () => {
    const near = new NearDuplicates();
    for (let seed = 1; seed <= 2_000; seed += 1) near.add(seed, fingerprintOf({ text: textOf(seed).join(' ') }));
    let found = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const changed = textOf(seed).with(400, 'changed').join(' ');
      const likeness = near.find(fingerprintOf({ text: changed }));
      if (likeness !== undefined) expect(likeness).toBe(seed);
      if (likeness === seed) found += 1;
    }
    expect(found).toBeGreaterThan(150);
    for (let seed = 5_001; seed <= 5_200; seed += 1) {
      expect(near.find(fingerprintOf({ text: textOf(seed).join(' ') }))).toBeUndefined();
    }
  });

  const fingerprint = (high: number, low: number, words = 100) => ({
    hash: '',
    simhash: [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
    words,
  });

  it('differ in three bits at most, whichever they are', () => {
    const bits = fc.uniqueArray(fc.nat(63), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer(), fc.integer(), bits, (high, low, flipped) => {
        const near = new NearDuplicates();
        near.add(7, fingerprint(high, low));
        const [one, other] = flipped.reduce(
          ([first, second], bit) => (bit < 32 ? [first ^ (1 << bit), second] : [first, second ^ (1 << (bit - 32))]),
          [high, low],
        );
        expect(near.find(fingerprint(one, other))).toBe(flipped.length <= 3 ? 7 : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('are alike in length, and not too short to tell', () => {
    const near = new NearDuplicates();
    near.add(1, fingerprint(1, 1, 100));
    near.add(2, fingerprint(-1, -1, 39));
    expect(near.find(fingerprint(1, 1, 91))).toBe(1);
    expect(near.find(fingerprint(1, 1, 80))).toBeUndefined();
    expect(near.find(fingerprint(-1, -1, 39))).toBeUndefined();
  });
});
