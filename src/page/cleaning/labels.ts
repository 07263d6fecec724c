/**
 * What sites write over and before that which is not their text, by language. Each is compared with the words of a whole
 * line, or with the words that a line begins with, in lower case and without punctuation.
 */

/** Heads of what leads elsewhere, before a colon or on a line of their own. */
const RELATED = `
related|more|related (?:coverage|stories|reading) from .*|related (?:articles?|posts?|stories|story|content|links|topics|news|reading|coverage|pages|video|videos)|see more|read more|read also|read next|also read|
read on|more on this(?: story| topic)?|more (?:stories|articles|posts|news|headlines|coverage|great \\p{L}+ stories)|more (?:from|in|about|on|like|for you|to read)|you (?:may|might) (?:also |be )?(?:like|enjoy|interested in).*|
recommended|recommended (?:for you|stories|articles|content|videos?)|don t miss|dont miss|trending|trending now|most (?:read|popular|viewed|shared)|popular|popular (?:now|posts|stories|articles|on .*)|
latest|latest (?:news|posts|stories|articles|headlines|videos?)|recent (?:posts|articles|news|stories)|top stories|up next|next up|next story|next article|previous article|what to read next|watch|watch (?:more|now|next|video)|
editors? (?:picks?|choice)|in other news|also on .*|also in .*|more from .*|best of .*|from around the web|around the web|you might have missed|elsewhere on .*|
mehr zum thema|lesen sie auch|auch interessant|das könnte (?:sie|dich) auch interessieren.*|weitere (?:artikel|themen|beiträge|nachrichten|meldungen)|mehr (?:zu|aus|dazu|lesen|nachrichten).*|verwandte (?:artikel|themen|beiträge)|ähnliche (?:artikel|beiträge)|zum thema|meistgelesen|meist gelesen|passend zum thema|
lire aussi|à lire aussi|a lire aussi|à lire|à voir aussi|sur le même sujet|articles? (?:liés|similaires|connexes|recommandés)|les plus lus|à découvrir|vous aimerez aussi.*|en savoir plus|
lea también|lee también|leer más|también te puede interesar|te puede interesar|te recomendamos|relacionad[oa]s?|noticias relacionadas|artículos relacionados|más (?:noticias|leídas|leídos|información|sobre .*)|le puede interesar|puede interesarle|
leggi anche|potrebbe interessarti.*|articoli correlati|ti potrebbe interessare|altri articoli|correlati|i più letti|
leia também|leia mais|veja também|saiba mais|notícias relacionadas|artigos relacionados|relacionadas|mais lidas|confira também|você pode gostar.*|
lees ook|lees verder|lees meer|gerelateerd|gerelateerde artikelen|meer over.*|
czytaj też|czytaj także|czytaj więcej|przeczytaj także|przeczytaj również|powiązane|polecamy|
читайте также|читать также|читайте|по теме|материалы по теме|похожие (?:статьи|новости|записи)|ещё по теме|популярное|
baca juga|lihat juga|artikel terkait|berita terkait|læs også|läs också|läs mer|les også|lue myös|čtěte také|viz také|
関連記事|関連リンク|関連|あわせて読みたい|おすすめ記事|相关阅读|相关文章|相关新闻|推荐阅读|延伸阅读|更多阅读|相關文章|相關新聞|延伸閱讀|관련기사|관련 기사`;

/** What leads elsewhere before a colon, and heads a part of the text on a line of its own: what a document refers to. */
const REFERRING = `
see also|further reading|recommended reading|siehe auch|voir aussi|ver también|véase también|vedi anche|zie ook|veja também|zobacz też|zobacz także|zobacz również|смотрите также|см также|参见|另見`;

/** What asks the reader to do something. */
const ASKED = `
share|share (?:this|on|via|it|the|with|article|story).*|tweet|pin it|email|e mail|print|print (?:this|article|page)?.*|copy link|save|like this|like this story.*|click to tweet|follow|follow (?:us|me|@).*|connect with us.*|
subscribe|subscribe (?:to|now|here|today|for).*|sign up|sign up (?:for|to|here|now).*|sign in|log in|get (?:the|our) (?:latest|newsletter|best|free|daily).*|join (?:our|the) (?:newsletter|mailing).*|newsletter|
advertisement|advertisements|advert|ad|ads|sponsored|sponsored content|promoted|story continues below.*|article continues.*|continue reading.*|continue reading below.*|scroll (?:down )?to continue.*|image \\d+ of(?: \\d+)?|\\d+ of \\d+|caption|captions|close|open|gallery|photo gallery|back to gallery|view gallery.*|show caption|hide caption|enlarge(?: image)?|this slideshow requires javascript|loading|loading \\p{L}+|play video|play|listen|listen to (?:this )?article|order reprints|text size|font size|
(?:write|send (?:an )?e ?mail|e mail|email|contact|reach|reach out) (?:to )?(?:[\\p{L}.]+ ){1,4}(?:at|on) .*|contact the (?:author|writer|reporter|editor).*|follow (?:[\\p{L}.]+ ){1,5}on (?:twitter|facebook|instagram|linkedin|x|bluesky|threads|social).*|tell us what you think.*|what do you think.*in the comments.*|let us know .*in the comments.*|
skip to (?:content|main content|main|navigation|article|footer).*|jump to (?:content|navigation|search|main|recipe).*|back to top|top|go back|back to .*|table of contents|contents|in this article|on this page|in this (?:section|story)|
comments?|leave a (?:comment|reply|review)|(?:view |show |read |see )?(?:all )?\\d+ comments?|\\d+ comments?|no comments|add a comment|post a comment|join the (?:conversation|discussion)|comments are closed.*|reply|
(?:filed|posted|published) (?:under|in).*|tags?|topics?|categories|category|tagged (?:with|as|in)?.*|keywords|labels|
about the (?:author|writer)s?|about (?:us|the company)|written by|reviewed by|author|authors|contributors?|
was this (?:page|article|information|content)? ?(?:helpful|useful).*|did (?:this|you find).*helpful.*|is this (?:page|article) (?:helpful|useful).*|feedback|report feedback|send feedback|give feedback.*|rate this.*|page survey|
edit this page.*|edit (?:on|in) github|improve this page|suggest (?:an )?edits?.*|help us improve.*|view source|copy|copy item path|expand all|collapse all|show more|show less|
teilen|jetzt teilen|drucken|merken|anzeige|werbung|kommentare?|kommentieren|zum inhalt springen|inhaltsverzeichnis|inhalt|schlagwörter|stichwörter|abonnieren|newsletter abonnieren|artikel teilen|startseite|
partager|partagez.*|imprimer|publicité|commentaires?|aller au contenu.*|sommaire|mots clés|s abonner.*|suivez nous.*|
compartir|comparte.*|imprimir|publicidad|comentarios?|ir al contenido|saltar al contenido|etiquetas|suscríbete.*|síguenos.*|
condividi|stampa|pubblicità|commenti|vai al contenuto|argomenti|iscriviti.*|seguici.*|letture|
compartilhe|compartilhar|publicidade|comentários?|pular para o conteúdo|assine.*|siga nos.*|
deel|delen|advertentie|reacties|reageer|ga naar inhoud|inhoudsopgave|trefwoorden|
udostępnij|reklama|komentarze|przejdź do treści|spis treści|tagi|
поделиться|реклама|комментарии|перейти к содержанию|содержание|теги|метки|подписаться.*|подписывайтесь.*|
iklan|bagikan|komentar|
シェア|シェアする|ツイート|広告|コメント|目次|タグ|分享|广告|廣告|评论|評論|目录|標籤|标签`;

const KNOWN = {
  related: whole(RELATED),
  asked: whole(ASKED),
  relatedStart: start(`${RELATED}|${REFERRING}`),
};

function table(text: string): string {
  return text.replace(/\n/g, '');
}

function whole(text: string): RegExp {
  return new RegExp(`^(?:${table(text)})$`, 'u');
}

function start(text: string): RegExp {
  return new RegExp(`^(?:${table(text).replaceAll('.*', '')})\\s*[:：|–—-]`, 'iu');
}

/** Whether a line does nothing but head other pages. `plain` is in lower case, without punctuation. */
export function headsOthers(plain: string): boolean {
  return KNOWN.related.test(unspaced(plain));
}

/** Whether a line asks or offers what the page's own program does: to share, to subscribe, to comment. */
export function isRequest(plain: string): boolean {
  return KNOWN.asked.test(unspaced(plain));
}

/** Whether a line begins with such a head and a colon. */
export function beginsWithOthers(text: string): boolean {
  return KNOWN.relatedStart.test(text.replace(/^[\s[(►▶→•*>»]+/, ''));
}

/** Of scripts that write no spaces each character has come as a word. */
function unspaced(plain: string): string {
  return plain.replace(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu,
    '',
  );
}
