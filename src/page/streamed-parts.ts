import { streamedMoves } from './streamed-moves.js';

/** What {@link streamedParts} gives. */
export interface StreamedParts {
  /** A comment that bounds a part still waiting for its content. */
  isMark(node: Node): boolean;
  /** A hidden element whose content has its place elsewhere. */
  isPart(element: Element): boolean;
  /** A template that marks a place, as markup; empty for any other. */
  placeOf(template: Element): string;
  /** The moves that a script makes, or would have made, as markup. */
  movesOf(script: Element): string;
}

/**
 * The parts of a page that its server streamed into hidden elements, for a script to move to their places, as React does
 * it; where the script has run, there are none left. Sent to browser pages as text.
 */
export function streamedParts(page: Document): StreamedParts {
  const PART = /^[\w-]*S:[\da-f]+$/i;
  const PLACE = /^[\w-]*[BP]:[\da-f]+$/i;
  const isWaiting = [...page.querySelectorAll('div[hidden][id*="S:"]')].some(
    (part) => PART.test(part.id) && part.hasChildNodes(),
  );
  return { isMark, isPart, placeOf, movesOf };

  function isMark(node: Node): boolean {
    return isWaiting && /^\/?\$[?!~&]?$/.test(node.nodeValue ?? '');
  }

  function isPart(element: Element): boolean {
    return isWaiting && element.localName === 'div' && PART.test(element.id);
  }

  function placeOf(template: Element): string {
    if (!isWaiting) return '';
    const { bid, sid, pid } = (template as HTMLElement).dataset;
    const names = [
      ['id', PLACE.test(template.id) ? template.id : undefined],
      ['data-bid', bid],
      ['data-sid', sid],
      ['data-pid', pid],
    ];
    const written = names.flatMap(([name, value]) =>
      value !== undefined && /^[\w:-]+$/.test(value) ? [`${name}="${value}"`] : [],
    );
    return written.length === 0 ? '' : `<template ${written.join(' ')}></template>`;
  }

  function movesOf(script: Element): string {
    return isWaiting ? streamedMoves(script.textContent) : '';
  }
}
