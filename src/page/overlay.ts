/** What lies over a page without being of it. */
export type OverlayKind = 'consent' | 'newsletter' | 'chat';

/**
 * What kind of notice an element is that lies over a page; undefined when it may be content. Judged by what it says and
 * what it asks for. Where an element lies is for the caller to know.
 *
 * Uses nothing from outside, so that it can be sent to a browser page as text.
 */
export function overlayKind(overlay: Element, textOf: (element: Element) => string): OverlayKind | undefined {
  // Stems, without the letters that a language bends.
  const COOKIES =
    /cookie|gdpr|ccpa|dsgvo|rgpd|consent|einwilligung|consentement|consentimiento|consentimento|consenso|toestemming|samtyck|samtykk|zgod[aęy]|souhlas|hozzájárul|çerez|cerez|куки|файлы cookie|согласи|クッキー|同意|쿠키|동의|隐私|隱私|ملفات تعريف|עוגיות|privacy choices|your privacy|privatsphäre|vie privée|privacidad|evästei|sütik|sütiket|küpsis|slapuk|sīkdat|piškot|kolačić|бисквитк|печиво|koekjes|informasjonskapsler|vafrakök/i;
  const NEWSLETTER =
    /newsletter|subscri|sign up|join (?:our|the) |inbox|abonnie|anmelden|rundbrief|inscri|abonnez|suscr[ií]b|boletín|iscriviti|assine|nieuwsbrief|nyhedsbrev|nyhetsbrev|uutiskirje|biuletyn|zpravodaj|hírlevél|рассылк|подпи[сш]|ニュースレター|뉴스레터|订阅|訂閱|bülten|% off|discount/i;
  const CHAT =
    /\bchat\b|your assistant|\bask us\b|can (?:i|we) help|how can (?:i|we)|we'?re online|message us|wie können wir|livechat|messenger|помо[чщ]|チャット|채팅|客服/i;
  const OFFERS_HELP = /(?:can|may) (?:i|we) help|your (?:virtual )?assistant/i;
  const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
  const CONSENT_WORDS_MAX = 2_500;
  /** A page that writes about cookies has other words, too. */
  const CONSENT_SHARE_MIN = 0.008;
  const NEWSLETTER_WORDS_MAX = 150;
  const CHAT_WORDS_MAX = 60;
  if (overlay.querySelector('main, [role="main"], article') !== null) return undefined;
  const text = textOf(overlay);
  const words = text.match(WORD)?.length ?? 0;
  const mentions = text.match(new RegExp(COOKIES.source, 'gi'))?.length ?? 0;
  if (words <= CONSENT_WORDS_MAX && mentions > 0 && mentions / words >= CONSENT_SHARE_MIN && asks(overlay))
    return 'consent';
  const takesAddress =
    overlay.querySelector('input[type="email" i], input[name*="mail" i], input[placeholder*="mail" i]') !== null;
  if (takesAddress && words <= NEWSLETTER_WORDS_MAX && NEWSLETTER.test(text)) return 'newsletter';
  const isModal = overlay.getAttribute('aria-modal') === 'true';
  if (isModal || words > CHAT_WORDS_MAX || !CHAT.test(`${text} ${labelOf(overlay)}`)) return undefined;
  return OFFERS_HELP.test(text) || talks(overlay) ? 'chat' : undefined;

  function asks(element: Element): boolean {
    if (
      element.querySelector('button, [role="button"], input[type="button"], input[type="submit"], a, iframe') !== null
    )
      return true;
    return Boolean(element.shadowRoot) || [...element.querySelectorAll('*')].some((inner) => Boolean(inner.shadowRoot));
  }

  function talks(element: Element): boolean {
    return (
      element.querySelector('iframe, textarea, input, button, [role="button"], img, svg') !== null ||
      element.shadowRoot !== null
    );
  }

  function labelOf(element: Element): string {
    return ['aria-label', 'title'].map((name) => element.getAttribute(name) ?? '').join(' ');
  }
}
