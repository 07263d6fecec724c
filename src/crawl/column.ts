type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Room to begin with. */
export const FIRST_ROOM = 64;

/**
 * `column` with room for `length` numbers: itself, or a copy half as large again, so that appending costs the same on
 * average however long it is.
 */
export function withRoom<T extends Numbers>(column: T, length: number): T;
export function withRoom(column: Numbers, length: number): Numbers {
  if (length <= column.length) return column;
  const room = Math.max(length, Math.ceil(column.length * 1.5), FIRST_ROOM);
  const larger = emptyLike(column, room);
  larger.set(column);
  return larger;
}

function emptyLike(column: Numbers, room: number): Numbers {
  if (column instanceof Int32Array) return new Int32Array(room);
  if (column instanceof Uint32Array) return new Uint32Array(room);
  return column instanceof Uint8Array ? new Uint8Array(room) : new Float64Array(room);
}
