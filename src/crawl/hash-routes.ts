/**
 * So many places of a page are read before all of them are taken for anchors: the first may be what the page shows
 * anyway.
 */
const SAMPLES = 3;
/** After so many pages of a host whose places were anchors, and none whose were pages, no more are asked. */
const ANCHORED_PAGES = 10;

/** What is known of the places within one page. */
interface Places {
  readonly host: number;
  readonly held: number[];
  verdict?: 'routes' | 'anchors';
  sampled: number;
  /** The one being read, or waiting to be. */
  sample?: number;
  /** What samples are compared with: the page itself, or the first sample where that could not be read. */
  measure?: number;
}

/** What is to become of places that were held. */
export interface PlacesVerdict {
  /** To be read. */
  readonly routes: readonly number[];
  /** Nothing but places on the page. */
  readonly anchors: readonly number[];
}

const NOTHING: PlacesVerdict = { routes: [], anchors: [] };

/**
 * Judges whether the places that links name within a page (`#/…`, `#!…`) are pages that its program shows, or
 * anchors: a few are read, and when one of them has another content than the page, all are pages. URLs are whole
 * numbers.
 */
export class HashRoutes {
  readonly #places = new Map<number, Places>();
  readonly #pageOfSample = new Map<number, Places>();
  readonly #anchoredOf = new Map<number, number>();
  readonly #isSame: (one: number, other: number) => boolean;

  /** `isSame`: whether two URLs that were read gave the same content. */
  constructor(isSame: (one: number, other: number) => boolean) {
    this.#isSame = isSame;
  }

  /** A place within a page was met: read it, hold it, or take it for an anchor. */
  met(place: number, base: number, host: number): 'read' | 'hold' | 'anchor' {
    const places = this.#placesOf(base, host);
    if (places.verdict === 'routes') return 'read';
    if (places.verdict === 'anchors') return 'anchor';
    places.held.push(place);
    return 'hold';
  }

  /**
   * A URL has ended: what becomes of the places held for it. `content`: the URL that has its content; none if it
   * cannot be compared.
   */
  ended(id: number, content: number | undefined): PlacesVerdict {
    const ofSample = this.#pageOfSample.get(id);
    return ofSample === undefined ? this.settle(id, content) : this.#sampled(ofSample, id, content);
  }

  /** The page `base` has ended; its places are compared with `measure` if there is one. */
  settle(base: number, measure: number | undefined): PlacesVerdict {
    const places = this.#places.get(base);
    if (places === undefined) return NOTHING;
    if (measure !== undefined) places.measure ??= measure;
    return this.#next(places);
  }

  #sampled(places: Places, id: number, content: number | undefined): PlacesVerdict {
    this.#pageOfSample.delete(id);
    delete places.sample;
    if (content !== undefined && places.measure !== undefined && !this.#isSame(content, places.measure)) {
      places.verdict = 'routes';
      this.#anchoredOf.set(places.host, Number.NEGATIVE_INFINITY);
      return { routes: places.held.splice(0), anchors: [] };
    }
    if (content !== undefined) places.measure ??= content;
    places.sampled += 1;
    return this.#next(places);
  }

  /** The next sample, or the verdict that they are anchors. */
  #next(places: Places): PlacesVerdict {
    const anchored = this.#anchoredOf.get(places.host) ?? 0;
    if (places.verdict !== undefined || places.sample !== undefined) return NOTHING;
    if (places.sampled >= SAMPLES || anchored >= ANCHORED_PAGES) {
      places.verdict = 'anchors';
      this.#anchoredOf.set(places.host, anchored + 1);
      return { routes: [], anchors: places.held.splice(0) };
    }
    const sample = places.held.shift();
    if (sample === undefined) return NOTHING;
    places.sample = sample;
    this.#pageOfSample.set(sample, places);
    return { routes: [sample], anchors: [] };
  }

  #placesOf(base: number, host: number): Places {
    const known = this.#places.get(base);
    if (known !== undefined) return known;
    const places: Places = { host, held: [], sampled: 0 };
    this.#places.set(base, places);
    return places;
  }
}
