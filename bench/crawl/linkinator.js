// linkinator: finds and checks every link, and makes no text of what it reads.
import { contestant, fromFolder } from './contestant.js';

await contestant(async ({ url, folder, concurrency }, kept) => {
  const { LinkChecker } = await fromFolder(folder, 'linkinator');
  const checker = new LinkChecker();
  checker.on('pagestart', () => kept(''));
  await checker.check({ path: url, recurse: true, concurrency: concurrency || 100 });
});
