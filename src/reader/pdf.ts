/** What a PDF says. */
export interface PdfText {
  readonly title?: string;
  /** Its pages one after another, a blank line between them. */
  readonly text: string;
  readonly pages: number;
}

/**
 * Reads the text of a PDF. Rejects when it is broken or encrypted.
 */
export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  // A PDF's PostScript functions are compiled with eval otherwise (CVE-2024-4367); its messages are not for our console.
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
  try {
    const { info } = await getMeta(pdf);
    const { text, totalPages } = await extractText(pdf, { mergePages: false });
    const title = typeof info['Title'] === 'string' ? info['Title'].replace(/\s+/g, ' ').trim() : '';
    const pages = text.map((page) => page.trim()).filter((page) => page !== '');
    return { ...(title === '' ? {} : { title }), text: pages.join('\n\n'), pages: totalPages };
  } finally {
    await pdf.destroy();
  }
}
