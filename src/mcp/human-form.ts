import type { HumanQuestion } from '../tools/human-channel.js';

/** A question as the form that a client shows its user. */
export interface HumanForm {
  readonly message: string;
  readonly requestedSchema: { readonly type: 'object'; readonly properties: Record<string, FormField> };
}

type FormField =
  | { type: 'string'; title: string; enum?: string[] }
  | { type: 'boolean'; title: string }
  | { type: 'array'; title: string; items: { type: 'string'; enum: string[] } };

/** What came back of a form: the client's word, not checked yet. */
export interface HumanReply {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}

/**
 * The form of a question: a field for the choice where there are options, and always one for other words. No field is
 * required, since either is enough.
 *
 * @param hasLists whether the client knows fields of several choices, which there are since 2025-11-25
 */
export function formOf({ question, options, multiSelect }: HumanQuestion, hasLists: boolean): HumanForm {
  const labels = options.map(({ label }) => label);
  const described = options.filter(({ description }) => description !== undefined);
  const lines = described.map(({ label, description }) => `- ${label}: ${description}`);
  const own: FormField = { type: 'string', title: labels.length === 0 ? 'Your answer' : 'Or in your own words' };
  return {
    message: [question, ...lines].join('\n'),
    requestedSchema: { type: 'object', properties: { ...choiceFields(labels, multiSelect, hasLists), answer: own } },
  };
}

function choiceFields(labels: string[], multiSelect: boolean, hasLists: boolean): Record<string, FormField> {
  if (labels.length === 0) return {};
  if (!multiSelect) return { choice: { type: 'string', title: 'Choose one', enum: labels } };
  if (hasLists) return { choices: { type: 'array', title: 'Choose any', items: { type: 'string', enum: labels } } };
  return Object.fromEntries(labels.map((label, index) => [`choice_${index + 1}`, { type: 'boolean', title: label }]));
}

/**
 * The answer that a filled-in form gives: own words first, then the chosen labels, a line each. What the form did not offer
 * is no answer.
 */
export function answerIn(content: Readonly<Record<string, unknown>>, { options }: HumanQuestion): string {
  const { answer, choice, choices } = content;
  if (typeof answer === 'string' && answer.trim() !== '') return answer;
  const listed = Array.isArray(choices) ? choices : [choice];
  const chosen = options.filter(
    ({ label }, index) => listed.includes(label) || content[`choice_${index + 1}`] === true,
  );
  return chosen.map(({ label }) => label).join('\n');
}
