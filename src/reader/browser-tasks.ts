import { z } from 'zod';
import { LIMITS } from '../base/limits.js';
import type { RenderOrders } from '../browser/render.js';
import { isSelector } from '../page/selector-syntax.js';
import { actionsSchema } from './action-schema.js';
import type { BrowserTasks } from './reader.js';

const screenshot = z
  .strictObject({
    fullPage: z.boolean().optional(),
    selector: z.string().refine(isSelector, 'is not a CSS selector').optional(),
    format: z.enum(['png', 'jpeg', 'webp']).optional(),
    quality: z.number().int().min(1).max(100).optional(),
    scale: z.number().min(0.1).max(3).optional(),
  })
  .refine(({ fullPage, selector }) => !(fullPage && selector), {
    path: ['selector'],
    message: 'has no place beside fullPage',
  })
  .refine(({ format = 'png', quality }) => format !== 'png' || quality === undefined, {
    path: ['quality'],
    message: 'is for jpeg and webp',
  });

const pdf = z.strictObject({
  format: z.enum(['a3', 'a4', 'a5', 'letter', 'legal', 'tabloid']).optional(),
  landscape: z.boolean().optional(),
  printBackground: z.boolean().optional(),
  pageRanges: z
    .string()
    .regex(/^\s*\d+\s*(?:-\s*\d+\s*)?(?:,\s*\d+\s*(?:-\s*\d+\s*)?)*$/, 'must be written like 1-3, 5')
    .optional(),
  scale: z.number().min(0.1).max(2).optional(),
  marginMm: z.number().min(0).max(50).optional(),
});

const pattern = z.string().min(1).max(LIMITS.urlBytes);

/** The checks of {@link BrowserTasks}. */
export const browserTasksShape = {
  screenshot: z.union([z.boolean(), screenshot]).optional(),
  pdf: z.union([z.boolean(), pdf]).optional(),
  mhtml: z.boolean().optional(),
  scroll: z
    .union(
      [z.literal('auto'), z.literal(false), z.number().int().min(1).max(999)],
      'must be auto, false or a number of screens from 1 to 999',
    )
    .optional(),
  actions: actionsSchema.optional(),
  capture: z.strictObject({ json: z.union([pattern, z.array(pattern).min(1).max(100)]) }).optional(),
} satisfies Record<keyof BrowserTasks, z.ZodType>;

/** The tasks among the options of a read. */
export function browserTasksOf({
  screenshot: shot,
  pdf: print,
  mhtml,
  scroll,
  actions,
  capture,
}: BrowserTasks): BrowserTasks {
  return {
    ...(shot === undefined ? {} : { screenshot: shot }),
    ...(print === undefined ? {} : { pdf: print }),
    ...(mhtml === undefined ? {} : { mhtml }),
    ...(scroll === undefined ? {} : { scroll }),
    ...(actions === undefined ? {} : { actions }),
    ...(capture === undefined ? {} : { capture }),
  };
}

/** What is wanted of a browser; the options must have been checked. */
export function browserOrdersOf({
  screenshot: shot,
  pdf: print,
  mhtml,
  scroll,
  actions,
  capture,
}: BrowserTasks): RenderOrders {
  return {
    ...(shot ? { screenshot: shot === true ? {} : shot } : {}),
    ...(print ? { pdf: print === true ? {} : print } : {}),
    ...(mhtml ? { mhtml } : {}),
    ...(scroll ? { scroll } : {}),
    ...(actions === undefined || actions.length === 0 ? {} : { actions }),
    ...(capture === undefined ? {} : { captureJson: [capture.json].flat() }),
  };
}

/** The first of the options that needs a browser; `undefined` when none does. */
export function browserNeedOf(tasks: BrowserTasks): keyof BrowserTasks | undefined {
  const { screenshot: shot, pdf: print, mhtml, scroll, actions = [], capture } = tasks;
  if (shot) return 'screenshot';
  if (print) return 'pdf';
  if (mhtml) return 'mhtml';
  if (scroll) return 'scroll';
  if (actions.length > 0) return 'actions';
  return capture === undefined ? undefined : 'capture';
}
