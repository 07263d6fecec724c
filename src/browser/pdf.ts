import { LIMITS } from '../base/limits.js';
import type { PagePdf } from '../page/renditions.js';
import { takeStream } from './byte-stream.js';
import type { PdfSettings } from './rendition-settings.js';
import type { Tab } from './tab.js';

export interface TakenPdf {
  readonly pdf?: PagePdf;
  readonly warnings: readonly string[];
}

/** Width and height in inches. */
const PAPER: Readonly<Record<NonNullable<PdfSettings['format']>, readonly [number, number]>> = {
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
};
const MARGIN_MM = 10;
const MM_PER_INCH = 25.4;

/**
 * Prints the page, without header and footer. A PDF over `LIMITS.pdfOutputBytes` is dropped: a part of one cannot be
 * read. Rejects when the page does not let itself be printed.
 *
 * @param signal ends the taking, when nobody waits for the PDF any more
 */
export async function takePdf({ cdp }: Tab, settings: PdfSettings, signal: AbortSignal): Promise<TakenPdf> {
  const { format = 'a4', landscape = false, printBackground = true, pageRanges = '', scale = 1 } = settings;
  const [paperWidth, paperHeight] = PAPER[format];
  const margin = (settings.marginMm ?? MARGIN_MM) / MM_PER_INCH;
  const printed = await cdp
    .send('Page.printToPDF', {
      landscape,
      printBackground,
      scale,
      paperWidth,
      paperHeight,
      marginTop: margin,
      marginBottom: margin,
      marginLeft: margin,
      marginRight: margin,
      pageRanges,
      displayHeaderFooter: false,
      transferMode: 'ReturnAsStream',
    })
    .catch((error: unknown) => {
      if (/page range|ranges/i.test(String(error))) return undefined;
      throw error;
    });
  if (printed?.stream === undefined) return { warnings: [`No PDF: the page has no pages ${pageRanges}.`] };
  const { bytes, isCapped, incomplete } = await takeStream(cdp, printed.stream, {
    maxBytes: LIMITS.pdfOutputBytes,
    signal,
  });
  if (incomplete) return { warnings: [] };
  if (isCapped) return { warnings: [`No PDF: it is larger than ${LIMITS.pdfOutputBytes} bytes.`] };
  return { pdf: { mediaType: 'application/pdf', base64: Buffer.from(bytes).toString('base64') }, warnings: [] };
}
