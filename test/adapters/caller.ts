import { z } from 'zod';
import { tool } from '#src/tools/tool.js';

/** Says whose call it is. */
export const who = tool({
  name: 'who',
  title: 'Who',
  description: 'Says whose call it is.',
  input: z.strictObject({}),
  run: async (_, { sessionId = 'nobody' }) => ({ text: sessionId, data: sessionId }),
});
