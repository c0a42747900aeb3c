import { reports } from '#reports';
import { assumptionIds, assumptions, schemaOf } from '#schemas';
import { keysOf } from './configuration.ts';
import { blocks, code, table, text } from './markdown.ts';

/** What the specification leaves open. */
export const assumptionReference = (): string =>
  blocks(
    ...assumptionIds.map((id) => {
      const { point, fallback, key } = assumptions[id];
      return blocks(
        `## ${id.replace('assume/', '')}`,
        text(point),
        `Assumed: ${text(fallback)}. ${key === undefined ? 'What a target does is told in the report' : `Configured with ${code(key)}`}; its id is ${code(id)}.`,
      );
    }),
  );

/** The files a run leaves. */
export const reportReference = (): string =>
  table(
    ['format', 'files', 'written', 'for'],
    reports.map(({ name, paths, written, purpose }) => [code(name), paths.map(code).join(' '), written, text(purpose)]),
  );

export const resultReference = (): string => table(['field', 'value', ''], keysOf(schemaOf('result')));
