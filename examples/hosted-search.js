// `node examples/hosted-search.js` (after `npm run build`): one list of domains for a search that the model's provider runs,
// for the audit of its answer, and for a reader of our own. Runs offline: the answers are recorded ones, in fixtures/hosted.
import { readFileSync } from 'node:fs';
import { citations, DomainPolicy, HttpReader, isPagewardError, sources } from 'pageward';

const policy = DomainPolicy.allow(['energy.example', 'statistics.example/energy']);
const search = policy.nativeWebSearch({ maxUses: 3, userLocation: { country: 'BE', timezone: 'Europe/Brussels' } });

const anthropic = search.anthropic();
heading('To Anthropic goes this tool', anthropic.tool);
// client.messages.create({ model, max_tokens, messages: transcript, tools: [anthropic.tool] })
const message = recorded('anthropic-search.json');

const openai = search.openai();
heading('To OpenAI goes this one', openai.tool);
for (const warning of openai.warnings) console.log(`warning: ${warning}`);
// client.responses.create({ model, input, tools: [openai.tool], include: openai.include, stream: true })
const events = recordedLines('openai-stream.jsonl');

const transcript = [{ role: 'user', content: 'How much battery storage is there?' }];
for (const answer of [[message], events]) {
  const since = transcript.length;
  transcript.push(...answer);
  heading(`Looked at from entry ${since} of the transcript`);
  for (const { url, where, index } of policy.audit(transcript, { since })) {
    console.log(`outside the list: ${url} (${where}, entry ${index})`);
  }
}

heading('Consulted');
for (const { url, title } of sources(transcript))
  console.log(`${policy.permits(url) ? ' ' : '!'} ${url} ${title ?? ''}`);
heading('Cited');
for (const { url, citedText } of citations(transcript)) console.log(`  ${url} ${citedText ?? ''}`);

heading('A reader of ours is not told of the list, but held to it');
const reader = new HttpReader({ domains: policy });
await reader.read('https://opinions.example/blog/batteries').catch((error) => {
  if (!isPagewardError(error)) throw error;
  console.log(`${error.code}: ${error.message}`);
});
await reader.close();

function heading(text, value) {
  console.log(`\n${text}${value === undefined ? '' : `: ${JSON.stringify(value, null, 2)}`}`);
}

function recorded(name) {
  return JSON.parse(readFileSync(new URL(`../fixtures/hosted/${name}`, import.meta.url), 'utf8'));
}

function recordedLines(name) {
  const lines = readFileSync(new URL(`../fixtures/hosted/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}
