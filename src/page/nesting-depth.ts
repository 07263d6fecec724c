const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep the brackets of a JSON text are nested, those within its strings not counted. Takes any text, in linear time. */
export function nestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (isString) {
      if (unit === BACKSLASH) at += 1;
      else isString = unit !== QUOTE;
    } else if (unit === QUOTE) isString = true;
    else if (OPENING.has(unit)) depth += 1;
    else if (CLOSING.has(unit)) depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
