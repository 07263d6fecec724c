/**
 * What a short line is by its form, where no word of it says so.
 */

/** A line with more words tells something besides. */
const MAX_DATE_WORDS = 16;
const MAX_BYLINE_WORDS = 24;
const MONTH =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|sept|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|maj|mrt|mei|stycz|lut|kwie|czerw|lip|sierp|wrze|paźdz|list|grud|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек';
const DATE = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)?[.\\s-]+(?:de\\s+)?(?:${MONTH})\\p{L}*[.,\\s-]+(?:de\\s+)?(?:\\d{4}|\\d{2})\\b|` +
    `(?:^|[^\\p{L}])(?:${MONTH})\\p{L}*[.\\s]+\\d{1,2}(?:st|nd|rd|th)?,?(?:\\s+\\d{4})?\\b|` +
    '\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}\\b|\\b\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}\\b|\\d{4}年\\d{1,2}月\\d{1,2}日|' +
    '\\b\\d+\\s+(?:second|minute|min|hour|day|week|month|year|hr)s?\\s+ago\\b',
  'iu',
);
const BYLINE =
  /^(?:by|von|par|por|di|da|door|av|af|przez|автор|текст|written by|words by|story by|posted by|published by|author|reviewed by|fact checked by|medically reviewed by|photos? by|photography by|text|autor|auteur|autore|redactie|redaktion|reporting by|editing by|with reporting by|文|作者|記者|记者)(?![\p{L}\p{N}])\s*:?\s*/iu;
/** Of the words of a line about a writer so many begin with a capital, names and months. */
const MIN_CAPITAL_SHARE = 0.4;
const READING_TIME =
  /^(?:reading time:?\s*)?(?:\d+|one|two|three|four|five|six)[\s-]*(?:min|mins|minutes?|minuten|minuti|minutos|мин)\b.{0,20}$/iu;
const COPYRIGHT =
  /^(?:copyright\b|©|\(c\)\s)|©\s*\d{4}|\ball rights reserved\b|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati/iu;
const STAMP =
  /^(?:(?:last )?updated|published|posted|last (?:modified|reviewed|edited)|reviewed|first published|originally published|created|modified|date|veröffentlicht|aktualisiert|stand|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato|atualizado|gepubliceerd|bijgewerkt|опубликовано|обновлено)\b/iu;
const CREDIT =
  /^\(?(?:image|photo|photograph|picture|foto|file photo|source|credit|illustration|bild|foto|crédit|фото|写真|图片|getty|ap photo|reuters)(?: credit| source| courtesy| by)?s?\s*[:/©|]|^©\s*\S+(?:\s\S+){0,4}$|\((?:image|photo|picture|credit|foto|image credit|photo credit):[^)]*\)$/iu;

/** The same at the end of what a picture shows. */
const CREDITED =
  /(?:\((?:[^()]*[\s/:])?(?:AP|AFP|Reuters|REUTERS|Getty|Getty Images|Shutterstock|iStock|NASA|ESA|EPA|PA|Photo|Image|Images|Foto|Courtesy|courtesy|Credit)(?:[\s/:-][^()]*)?\)|(?:Photo(?:graph)?s?|Image|Picture|Illustration|Foto|Credit|Source)(?: credit)?(?: by|:)\s[^.!?]{2,60}|(?:\/|via |© )(?:AP|AFP|Reuters|Getty|Shutterstock|iStock)[^.!?]{0,30}|\|\s*(?:Getty(?: Images)?|AP|AFP|Reuters|Bloomberg|CNBC|Shutterstock|iStock))$/u;
const MAX_CAPTION_WORDS = 60;

const CONTRIBUTION =
  /\bcontributed to this (?:report|story|article|post)\b|^\(?(?:(?:additional |with )?reporting|writing|editing|compiled|edited|translated) (?:and \p{L}+ )?by\b/iu;
const MAX_CONTRIBUTION_WORDS = 40;
/** In the languages of most pages: join us, sign up, follow us, write to us, support us. */
const ASKING =
  /^(?:please )?(?:join (?:our|us|the)|sign up|subscribe|follow (?:us|me|our|the|@|\p{Lu})|like us|want (?:more|to (?:get|read|receive|support))|get (?:the|our|more|your|\p{Lu}\p{L}+ \p{Lu})|download (?:the|our)|check out (?:our|the|more|other)|visit (?:our|us)|support (?:our|us|the)|donate|become a|have (?:a|any) (?:tip|question|story|comment)|got (?:a|any) (?:tip|question)|e-?mail|contact|read (?:more|the full|our)|click here|tell us|share your|if you (?:like|enjoy|found|have (?:a|any)|want)|did you (?:like|enjoy)|thanks? (?:you )?for reading|for more (?:information|stories|news|on)|abonnieren sie|folgen sie|melden sie sich|abonnez-vous|suivez|inscrivez-vous|suscríb|síguenos|síganos|iscriviti|seguici|assine|siga|volg ons|abonneer|подпис|следите)/iu;

/** A date, alone or with the time, who wrote it and where. */
export function isDateLine(text: string, words: number): boolean {
  return (
    words <= MAX_DATE_WORDS && (DATE.test(text) || STAMP.test(text)) && !/[.!?]\s+\p{Lu}\p{L}+\s+\p{Ll}/u.test(text)
  );
}

/** Who wrote it: a word for that, and names. */
export function isByline(text: string, words: number): boolean {
  if (words > MAX_BYLINE_WORDS || /[.!?]$/.test(text)) return false;
  const label = BYLINE.exec(text)?.[0];
  if (label === undefined || label.length === text.length) return false;
  const named = text.slice(label.length).split(/\s+/);
  const capitals = named.filter((word) => /^[\p{Lu}\p{Lo}@\d]/u.test(word)).length;
  return /^[\p{Lu}\p{Lo}@]/u.test(named[0] ?? '') && capitals >= named.length * MIN_CAPITAL_SHARE;
}

/** How long it takes to read. */
export function isReadingTime(text: string): boolean {
  return READING_TIME.test(text);
}

/** Which of how many pictures it is; amounts of money have no stroke. */
export function isPictureNumber(text: string): boolean {
  return /^\d+\s*\/\s*\d+$/.test(text);
}

/** Whose rights it is under. */
export function isCopyright(text: string): boolean {
  return COPYRIGHT.test(text);
}

/** Whose picture stood beside it. */
export function isCredit(text: string, words: number): boolean {
  return words <= MAX_BYLINE_WORDS && CREDIT.test(text);
}

/** Who else worked on it. */
export function isContribution(text: string, words: number): boolean {
  return words <= MAX_CONTRIBUTION_WORDS && CONTRIBUTION.test(text);
}

/** What asks for something in a sentence. */
export function isAsking(text: string): boolean {
  return ASKING.test(text);
}

/** What a picture shows and whose it is, where it stands beside one. */
export function isCreditedCaption(text: string, words: number): boolean {
  return words <= MAX_CAPTION_WORDS && CREDITED.test(text);
}
