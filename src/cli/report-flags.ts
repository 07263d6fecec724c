import { LIMITS } from '../base/limits.js';
import type { FindingKind } from '../report/report.js';
import { FINDING_KINDS, type SeveritySetting, type StatusRule } from '../report/severity.js';
import {
  choiceFlag,
  choicesFlag,
  durationFlag,
  type Flag,
  type FlagTable,
  listFlag,
  numberFlag,
  switchFlag,
  textFlag,
} from './flag.js';

const SETTINGS: Readonly<Record<string, SeveritySetting>> = {
  error: 'error',
  warning: 'warning',
  warn: 'warning',
  info: 'info',
  off: 'off',
};

/** What is reported of a crawl, and what of it fails. */
export const REPORT_FLAGS = {
  report: choicesFlag(
    ['html', 'json', 'junit', 'github', 'markdown'],
    'write these reports into the folder of the crawl: html, json, junit, markdown; github prints annotations',
  ),
  baseline: textFlag('FILE', 'compare with this file: only findings that are not in it fail'),
  updateBaseline: switchFlag('accept all that was found: write it to --baseline'),
  failAfter: numberFlag(
    'N',
    1,
    'fail for an error only when so many runs in a row have found it; --baseline counts (default 1)',
  ),
  external: choiceFlag(
    ['warn', 'error', 'off'],
    'broken links to other sites are warnings, errors, or not looked for (default warn)',
  ),
  statusCode: statusRulesFlag(),
  severity: severitiesFlag(),
  slow: durationFlag('MS', `call pages slow that took longer (default ${LIMITS.reportSlowMs})`),
} satisfies FlagTable;

function statusRulesFlag(): Flag<readonly StatusRule[]> {
  const { parse, ...list } = listFlag('CODE:SEVERITY', 'how grave a link answered so is: 403:warn, 5xx:off');
  return {
    ...list,
    parse: (written) =>
      parse(written).map((rule) => {
        const [status = '', name = ''] = rule.split(':');
        const severity = SETTINGS[name];
        if (severity !== undefined && /^[1-9x][\dx]{2}$/.test(status)) return { status, severity };
        throw new RangeError(`must be like 403:warn or 5xx:off, with ${Object.keys(SETTINGS).join(', ')}`);
      }),
  };
}

function severitiesFlag(): Flag<Partial<Record<FindingKind, SeveritySetting>>> {
  const { parse, ...list } = listFlag(
    'KIND:SEVERITY',
    'how grave findings of a kind are: missing-title:error, missing-alt:off',
  );
  return {
    ...list,
    parse: (written) =>
      Object.fromEntries(
        parse(written).map((rule) => {
          const [name = '', setting = ''] = rule.split(':');
          const kind = FINDING_KINDS.find((candidate) => candidate === name);
          const severity = SETTINGS[setting];
          if (kind === undefined) throw new RangeError(`must begin with one of ${FINDING_KINDS.join(', ')}`);
          if (severity === undefined) throw new RangeError(`must end in one of ${Object.keys(SETTINGS).join(', ')}`);
          return [kind, severity];
        }),
      ),
  };
}
