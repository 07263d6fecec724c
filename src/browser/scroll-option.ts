/** How far to scroll: as many screens, or until nothing more comes. */
export type ScrollOption = 'auto' | number;
