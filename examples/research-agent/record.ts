import { z } from 'zod';

/** What is asked about whom. */
export const inquirySchema = z.strictObject({
  organisation: z.string().min(1),
  questions: z.array(z.string().min(1)).min(1),
});

export type Inquiry = z.infer<typeof inquirySchema>;

/** What the model writes: to each question a piece of a page, word for word, and which page it is of. */
export const recordSchema = z.strictObject({
  answers: z.array(
    z.strictObject({
      question: z.string(),
      value: z.string().min(1).nullable().describe('Copied from the page word for word; null when no page says it.'),
      source: z.string().nullable().describe('URL of the page; null when no page says it.'),
    }),
  ),
});

export type Answer = z.infer<typeof recordSchema>['answers'][number];

/** A page that was read, by the URL where it ended. */
export interface ReadPage {
  readonly url: string;
  /** As the model saw it, in its fence. */
  readonly text: string;
  readonly markdown: string;
}

/**
 * Parts what the pages bear out from what the model made up. Each question gets one answer; an answer whose value does
 * not stand on the page it names counts as none, and comes back among the `unbacked`.
 */
export function checkAnswers(
  questions: readonly string[],
  answers: readonly Answer[],
  pages: readonly ReadPage[],
): { answers: Answer[]; unbacked: Answer[] } {
  const unbacked = answers.filter((answer) => answer.value !== null && !isBacked(answer, pages));
  const kept = questions.map((question) => {
    const answer = answers.find((one) => one.question === question && one.value !== null && !unbacked.includes(one));
    return answer ?? { question, value: null, source: null };
  });
  return { answers: kept, unbacked };
}

function isBacked({ value, source }: Answer, pages: readonly ReadPage[]): boolean {
  const page = pages.find(({ url }) => url === source);
  return page !== undefined && value !== null && plain(page.markdown).includes(plain(value));
}

/** Without Markdown's marks and line breaks, which are not the page's words. */
function plain(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[\\*_`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
