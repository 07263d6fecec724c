/** `text`: what holds no text is not downloaded; `all`: everything is. */
export type Resources = 'text' | 'all';
