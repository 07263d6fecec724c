/** The kinds of image that every provider looks at. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What an image file says of itself. */
export interface ImageHeader {
  readonly mediaType: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Reads the header of an image by its bytes, since a server may call anything an image; undefined for what is none. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return pngHeader(view) ?? gifHeader(view) ?? webpHeader(view) ?? jpegHeader(view);
  } catch (error) {
    // A header that ends before it has said how large the image is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngHeader(view: DataView): ImageHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  // What begins like one and goes on otherwise, a provider refuses, and all of the request with it.
  if (ascii(view, 12, 4) !== 'IHDR') return undefined;
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gifHeader(view: DataView): ImageHeader | undefined {
  if (ascii(view, 0, 4) !== 'GIF8') return undefined;
  return { mediaType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** By its three forms: lossy, lossless, extended. */
function webpHeader(view: DataView): ImageHeader | undefined {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return undefined;
  const mediaType = 'image/webp';
  switch (ascii(view, 12, 4)) {
    case 'VP8 ':
      return { mediaType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const packed = view.getUint32(21, true);
      return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const width = view.getUint16(24, true) + (view.getUint8(26) << 16) + 1;
      return { mediaType, width, height: view.getUint16(27, true) + (view.getUint8(29) << 16) + 1 };
    }
    default:
      return undefined;
  }
}

/** From segment to segment, up to the frame that tells the size. */
function jpegHeader(view: DataView): ImageHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (isFrame(view.getUint8(at + 1))) {
      return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
  }
  return undefined;
}

/** SOF0 to SOF15 without the tables that lie between them (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function ascii(view: DataView, from: number, length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(from + index))).join('');
}
