/**
 * `read`: every read has a fresh context. `session`: reads of one site go one after the other through the same page,
 * which keeps cookies, storage and cache.
 */
export type Isolation = 'read' | 'session';
