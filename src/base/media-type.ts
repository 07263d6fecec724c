/** A Content-Type header, taken apart. */
export interface MediaType {
  /** Lower-case `type/subtype`; empty when the header was missing or made no sense. */
  readonly essence: string;
  readonly charset?: string;
}

/** Reads a Content-Type header as the WHATWG MIME Sniffing standard does, as far as a reader needs it. */
export function parseMediaType(header: string | null | undefined): MediaType {
  const [first = '', ...parameters] = (header ?? '').split(';');
  const essence = first.trim().toLowerCase();
  if (!/^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+$/.test(essence)) return { essence: '' };
  for (const parameter of parameters) {
    const match = /^\s*charset\s*=\s*(?:"([^"]*)"|([^\s"]+))\s*$/i.exec(parameter);
    const charset = match?.[1] ?? match?.[2];
    if (charset) return { essence, charset: charset.toLowerCase() };
  }
  return { essence };
}

export function isHtmlType(essence: string): boolean {
  return essence === 'text/html' || essence === 'application/xhtml+xml';
}

export function isMarkdownType(essence: string): boolean {
  return essence === 'text/markdown' || essence === 'text/x-markdown';
}

export function isJsonType(essence: string): boolean {
  return /^(?:application|text)\/(?:[\w.+-]*\+)?json$/.test(essence) || essence.includes('json');
}

export function isXmlType(essence: string): boolean {
  return essence === 'text/xml' || essence === 'application/xml' || essence.endsWith('+xml');
}

export function isPdfType(essence: string): boolean {
  return essence === 'application/pdf' || essence === 'application/x-pdf';
}
