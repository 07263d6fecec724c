/**
 * A site without a network: a third party's reader, which gives each page after a few milliseconds that differ.
 *
 * @param {number} pages each leads to four others
 */
export function memorySite(pages) {
  const origin = 'https://site.example';
  /** @type {string[]} */
  const read = [];
  /** @param {number} number */
  const urlOf = (number) => (number === 0 ? `${origin}/` : `${origin}/page-${number}`);
  return {
    seed: urlOf(0),
    urlOf,
    read,
    reader: {
      /** @param {string} url */
      read: async (url) => {
        read.push(url);
        const number = Number(/\d+$/.exec(url)?.[0] ?? 0);
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 5));
        const links = [1, 2, 3, 4]
          .map((step) => number * 4 + step)
          .filter((linked) => linked < pages)
          .map((linked) => ({ url: urlOf(linked), text: `Page ${linked}` }));
        return {
          url,
          statusCode: 200,
          mediaType: 'text/html',
          title: `Page ${number}`,
          text: wordsOf(number),
          links: [...links, { url: 'https://elsewhere.example/', text: 'Elsewhere' }],
        };
      },
    },
  };
}

/**
 * Words that no two pages have in common in the same order.
 *
 * @param {number} number
 */
function wordsOf(number) {
  const words = Array.from({ length: 60 }, (_, index) => `w${(number * 7_919 + index * 104_729) % 99_991}`);
  return `# Page ${number}\n\n${words.join(' ')}\n`;
}
