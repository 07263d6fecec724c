/** The beginning of a PNG, up to the end of its header. */
export function pngOf(width: number, height: number): Uint8Array {
  const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(17);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return new Uint8Array([...signature, ...size]);
}

/** The beginning of a GIF. */
export function gifOf(width: number, height: number): Uint8Array {
  return new Uint8Array([...Buffer.from('GIF89a'), width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0]);
}

export const PNG = pngOf(200, 100);
