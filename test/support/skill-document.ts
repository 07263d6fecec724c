import { readFile } from 'node:fs/promises';

/** The skill as its users get it. */
export const SKILL_FILE = new URL('../../skills/pageward/SKILL.md', import.meta.url);

/** What its examples read, which stands for any site. */
export const EXAMPLE_ORIGIN = 'https://example.com';

export interface SkillCommand {
  readonly line: string;
  /** As a comment at the end of the line says; 0 without one. */
  readonly exit: number;
}

export interface SkillDocument {
  readonly front: Readonly<Record<string, string>>;
  readonly body: string;
  /** Every line of its `sh` blocks, in order. */
  readonly commands: readonly SkillCommand[];
}

export async function skillDocument(): Promise<SkillDocument> {
  const text = await readFile(SKILL_FILE, 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const front = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  const blocks = [...body.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, block = '']) => block);
  const commands = blocks.flatMap((block) => block.split('\n')).map(commandOf);
  return { front, body, commands };
}

function commandOf(written: string): SkillCommand {
  const [, line = written, exit = '0'] = /^(.*?) +# exit (\d+)$/.exec(written) ?? [];
  return { line, exit: Number(exit) };
}
