/**
 * The moves that a script of streamed content makes, in React's own notation for doing it without inline scripts:
 * templates that name a part and the place where it belongs. Empty for any other script. Sent to browser pages as text.
 */
export function streamedMoves(script: string): string {
  const CALL = /\$R([CRS])\("([\w-]*[BS]:[\da-f]+)","([\w-]*[SP]:[\da-f]+)"/gi;
  return [...script.matchAll(CALL)]
    .map(([, kind, first, second]) => {
      // Into a boundary goes a part, and into a part's place another part.
      const [place, part] =
        kind?.toUpperCase() === 'S' ? [`data-pid="${second}"`, first] : [`data-bid="${first}"`, second];
      return `<template ${place} data-sid="${part}"></template>`;
    })
    .join('');
}
