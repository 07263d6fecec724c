import { expect, it } from 'vitest';
import { accessLine } from '#src/cli/serve/access-line.js';

it.each([
  ['/https://user:hunter2@example.com/x', '/https://***@example.com/x'],
  ['/https%3A%2F%2Fuser%3Ahunter2%40example.com%2F', '/https://***@example.com/'],
  ['/https://example.com/@user?q=1', '/https://example.com/@user?q=1'],
  ['/read?url=https%3A%2F%2Fuser%3Ahunter2%40example.com%2F&images=true', '/read https://***@example.com/ images=true'],
  ['/try/read?url=https://user:hunter2@example.com/', '/try/read https://***@example.com/'],
  ['//user:hunter2@example.com/', '//***@example.com/'],
  ['http://user:hunter2@example.com/', 'http://***@example.com/'],
  ['/', '/'],
  ['/health', '/health'],
])('a request is logged without the passwords in it: %s', (requestTarget, asked) => {
  expect(accessLine('GET', requestTarget, 200, 12.3)).toBe(`GET ${asked} 200 12 ms`);
});

it('a request is one line, whatever it says', () => {
  const line = accessLine('GET', `/read?url=https://a.example/%0aGET+/%1b[31m&images=%0d${'x'.repeat(2_000)}`, 400, 1);
  expect(line).toMatch(/^[ -~]{1,560}$/);
});
