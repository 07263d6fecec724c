const BLOCK = 512;

export interface TarFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The regular files of a tar archive (ustar). Names are as written: who writes them to disk must judge them. */
export function* tarFiles(archive: Uint8Array): Generator<TarFile> {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    const name = textAt(header, 0, 100);
    // The archive ends with empty blocks.
    if (name === '') return;
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (Number.isNaN(size)) throw new Error(`${name} has no readable size`);
    const type = textAt(header, 156, 1);
    const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
    const start = at + BLOCK;
    if (type === '0' || type === '') {
      yield { name: prefix === '' ? name : `${prefix}/${name}`, content: archive.subarray(start, start + size) };
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function textAt(header: Uint8Array, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder('latin1').decode(end === -1 ? field : field.subarray(0, end)).trim();
}
