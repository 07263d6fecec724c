import { withRoom } from './column.js';

/**
 * `held`: a place within a page, until it is known whether such places are pages. `deep`: beyond the depth allowed.
 * `dropped`: known to be another spelling of a URL of the table.
 */
export const URL_STATES = [
  'waiting',
  'held',
  'deep',
  'active',
  'page',
  'duplicate',
  'outside',
  'failed',
  'dropped',
] as const;
export type UrlState = (typeof URL_STATES)[number];

/** What is known of a URL when it is first met. */
export interface NewUrl {
  readonly key: string;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  /** The turn of the page that it was found on; 0 if on none. */
  readonly finder: number;
  readonly isSeed: boolean;
  readonly isRoute: boolean;
}

const SEED = 1;
const ROUTE = 2;
const READING = 4;

/**
 * All URLs that a crawl may have to read, by whole numbers from 0 on: a column for each thing known, some 250 bytes a
 * URL with its text. Names once given stay good.
 */
export class UrlTable {
  readonly #ids = new Map<string, number>();
  readonly #keys: string[] = [];
  /** Only where it is not the key. */
  readonly #urls: (string | undefined)[] = [];
  readonly #hosts: string[] = [];
  readonly #hostNumbers = new Map<string, number>();
  readonly #pagesOf: number[] = [];
  readonly #readingOf: number[] = [];
  readonly #inState = URL_STATES.map(() => 0);
  #reading = 0;
  #states = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #depths = new Int32Array(0);
  #finders = new Int32Array(0);
  #hostsOf = new Int32Array(0);
  #sames = new Int32Array(0);
  #turns = new Int32Array(0);
  #lastTurn = 0;

  get size(): number {
    return this.#keys.length;
  }

  /** URLs being read. */
  get reading(): number {
    return this.#reading;
  }

  /** The URL of this name, whatever has become of it. */
  find(key: string): number | undefined {
    return this.#ids.get(key);
  }

  add({ key, url, host, depth, finder, isSeed, isRoute }: NewUrl, state: UrlState): number {
    const id = this.#keys.length;
    this.#ids.set(key, id);
    this.#keys.push(key);
    this.#urls.push(url === key ? undefined : url);
    this.#states = withRoom(this.#states, id + 1);
    this.#flags = withRoom(this.#flags, id + 1);
    this.#depths = withRoom(this.#depths, id + 1);
    this.#finders = withRoom(this.#finders, id + 1);
    this.#hostsOf = withRoom(this.#hostsOf, id + 1);
    this.#sames = withRoom(this.#sames, id + 1);
    this.#turns = withRoom(this.#turns, id + 1);
    this.#states[id] = URL_STATES.indexOf(state);
    this.#flags[id] = (isSeed ? SEED : 0) | (isRoute ? ROUTE : 0);
    this.#depths[id] = depth;
    this.#finders[id] = finder;
    this.#hostsOf[id] = this.numberOfHost(host);
    this.#sames[id] = id;
    this.#count(state, id, 1);
    return id;
  }

  /** Lets one more name lead to a URL. */
  name(id: number, key: string): void {
    this.#ids.set(key, id);
  }

  key(id: number): string {
    return this.#keys[id] ?? '';
  }

  url(id: number): string {
    return this.#urls[id] ?? this.key(id);
  }

  isSeed(id: number): boolean {
    return ((this.#flags[id] ?? 0) & SEED) !== 0;
  }

  isRoute(id: number): boolean {
    return ((this.#flags[id] ?? 0) & ROUTE) !== 0;
  }

  state(id: number): UrlState {
    return URL_STATES[this.#states[id] ?? 0] ?? 'waiting';
  }

  become(id: number, state: UrlState): void {
    this.#count(this.state(id), id, -1);
    this.#states[id] = URL_STATES.indexOf(state);
    this.#count(state, id, 1);
  }

  /** Whether it is being read: also of a page that another URL led to in the meantime. */
  isReading(id: number): boolean {
    return ((this.#flags[id] ?? 0) & READING) !== 0;
  }

  beginReading(id: number): void {
    this.#lastTurn += 1;
    this.#turns[id] = this.#lastTurn;
    this.#read(id, 1);
  }

  endReading(id: number): void {
    this.#read(id, -1);
  }

  /** The how-manieth it was to be read; 0 if it was not. */
  turn(id: number): number {
    return this.#turns[id] ?? 0;
  }

  /** The page was read under another address: it has the turn of that. */
  takeTurn(id: number, from: number): void {
    this.#turns[id] ||= this.turn(from);
  }

  depth(id: number): number {
    return this.#depths[id] ?? 0;
  }

  finder(id: number): number {
    return this.#finders[id] ?? 0;
  }

  /** A better way has been found. */
  approach(id: number, depth: number, finder: number): void {
    this.#depths[id] = depth;
    this.#finders[id] = finder;
  }

  /** The URL of which this one is another address; itself if it is of none. */
  same(id: number): number {
    return this.#sames[id] ?? id;
  }

  setSame(id: number, other: number): void {
    this.#sames[id] = other;
  }

  /** The URL at the end of all that are the same. */
  root(id: number): number {
    let root = id;
    while (this.same(root) !== root) root = this.same(root);
    return root;
  }

  hostNumber(id: number): number {
    return this.#hostsOf[id] ?? 0;
  }

  numberOfHost(host: string): number {
    const known = this.#hostNumbers.get(host);
    if (known !== undefined) return known;
    this.#hostNumbers.set(host, this.#hosts.length);
    return this.#hosts.push(host) - 1;
  }

  host(number: number): string {
    return this.#hosts[number] ?? '';
  }

  /** Pages of a host, with those that may yet become some. */
  reservedOf(host: number): number {
    return (this.#pagesOf[host] ?? 0) + (this.#readingOf[host] ?? 0);
  }

  inState(state: UrlState): number {
    return this.#inState[URL_STATES.indexOf(state)] ?? 0;
  }

  #read(id: number, step: 1 | -1): void {
    this.#flags[id] = (this.#flags[id] ?? 0) ^ READING;
    this.#reading += step;
    const host = this.hostNumber(id);
    this.#readingOf[host] = (this.#readingOf[host] ?? 0) + step;
  }

  #count(state: UrlState, id: number, step: number): void {
    const index = URL_STATES.indexOf(state);
    this.#inState[index] = (this.#inState[index] ?? 0) + step;
    if (state !== 'page') return;
    const host = this.hostNumber(id);
    this.#pagesOf[host] = (this.#pagesOf[host] ?? 0) + step;
  }
}
