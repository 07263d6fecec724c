/** What one look over a page's text has found. */
export interface SeenText {
  /** Length of all that can be seen. */
  readonly length: number;
  /** How it begins. */
  readonly head: string;
  /** Pieces that are short enough to be a notice, outside links and buttons. */
  readonly notices: readonly string[];
}

/**
 * Signs in the document that something is still to come, in words. `scripted`: there are programs to bring it. Runs inside
 * a browser page: it is sent there as text, so it must not use anything from outside.
 */
export function loadingSigns(seen: SeenText, scripted: boolean): string[] {
  const ROOTS = '#root, #app, #__next, #__nuxt, #___gatsby, #svelte, app-root, [data-reactroot], [ng-version]';
  const PICTURES = 'img, video, canvas, svg';
  const SPINNERS =
    '[class*="skeleton" i], [class*="spinner" i], [class*="shimmer" i], [class*="loader" i], [role="progressbar"]';
  const PLACEHOLDERS =
    '[class*="skeleton" i], [class*="shimmer" i], [class*="placeholder-glow" i], [class*="placeholder-wave" i], [class*="content-loader" i], [class*="ghost-line" i], [class*="bone" i]';
  const WAITING = /^(?:loading|please wait|one moment|just a moment|redirecting|moving|initiali[sz]ing)\b.{0,40}$/i;
  const WAITING_PART = /^(?:loading|please wait)[\s\w]{0,30}(?:\.{2,3}|…|\.)?$/i;
  // Whole notices only: each of these words also stands in ordinary sentences.
  const WAITING_ELSEWHERE =
    /^(?:(?:inhalte? )?(?:wird|werden) geladen|lädt|laden|bitte warten|einen moment bitte|chargement(?: en cours)?|veuillez patienter|cargando(?: contenido)?|por favor espere|espere|carregando|a carregar|aguarde|caricamento(?: in corso)?|attendere(?: prego)?|bezig met laden|even geduld|ładowanie|wczytywanie|proszę czekać|загрузка|загружается|подождите|завантаження|yükleniyor|lütfen bekleyin|laddar|läser in|indlæser|laster(?: inn)?|vent venligst|ladataan|načítání|načítám|načítava sa|betöltés|se încarcă|φόρτωση|加载中|正在加载|载入中|載入中|請稍候|请稍候|请稍等|読み込み中(?:です)?|ロード中|お待ちください|로딩 ?중|불러오는 중|잠시만 기다려 ?주세요|memuat|đang tải|กำลังโหลด|جاري التحميل|טוען|लोड हो रहा है)[\s.…。!！]*$/i;
  /** More visible text than this is a page, whatever still turns somewhere on it. */
  const THIN_TEXT = 200;
  const MIN_PLACEHOLDERS = 3;
  const MAX_LOOKED_AT = 200;

  const signs: string[] = [];
  const says = (text: string): boolean => WAITING_PART.test(text) || WAITING_ELSEWHERE.test(text);
  if (seen.length === 0 && scripted && document.querySelector(PICTURES) === null) signs.push('no text yet');
  if (seen.notices.some(says)) signs.push('a part that says it is loading');
  else if (WAITING.test(seen.head)) signs.push('only a notice to wait');
  const roots = [...document.querySelectorAll(ROOTS)];
  if (roots.length > 0 && roots.every(isEmptyRoot)) signs.push('an empty application root');
  if (visible('[aria-busy="true"]').length > 0) signs.push('a part marked as busy');
  if (seen.length < THIN_TEXT && visible(SPINNERS).length > 0) signs.push('a spinner');
  else if (visible(PLACEHOLDERS).filter(isBlank).length >= MIN_PLACEHOLDERS)
    signs.push('blank places for what is to come');
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '';
  if (/^\s*[0-5](?:\.\d*)?\s*[;,]\s*\S/.test(refresh)) signs.push('an announced move to another page');
  return signs;

  function isEmptyRoot(root: Element): boolean {
    return root.textContent.trim() === '' && root.shadowRoot === null && root.querySelector(PICTURES) === null;
  }

  function visible(selector: string): Element[] {
    const found = [...document.querySelectorAll(selector)].slice(0, MAX_LOOKED_AT);
    return found.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  }

  function isBlank(element: Element): boolean {
    if (element.textContent.trim() !== '' || element.querySelector(PICTURES) !== null) return false;
    const { width, height } = element.getBoundingClientRect();
    return width >= 20 && height >= 6;
  }
}
