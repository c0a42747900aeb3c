import type { ExchangeDetail, HttpArchive, RunSummary } from '#schemas';
import { control } from '../live/control-api.ts';

/** Exchanges as an HTTP Archive. */
export const archiveOf = (exchanges: readonly number[], run: string | undefined): Promise<HttpArchive> =>
  run === undefined
    ? control('POST /exchanges/archive', { exchanges })
    : control('POST /certification/runs/{id}/exchanges/archive', { id: run, exchanges });

/** Hands the reader a file. */
export const save = (name: string, content: unknown): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, undefined, 1)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** A test that certifies just what was found, in the vendor's own Vitest. */
export const asTest = (
  { party, judgements }: Pick<ExchangeDetail, 'party' | 'judgements'>,
  run: RunSummary['wish'] | undefined,
): string => {
  const broken = judgements.filter(({ outcome }) => outcome !== 'passed');
  const rows = new Set((broken.length > 0 ? broken : judgements).map(({ requirement }) => requirement));
  const suite = run?.suite ?? (party === 'merchant' ? 'merchant' : 'pos');
  return testOf(suite, [...rows], run?.seed);
};

export const testOf = (suite: string, only: readonly string[], seed: number | undefined): string =>
  [
    "import { certify } from 'conformance/vitest';",
    '',
    `certify('${suite}', {`,
    "  config: 'conformance.yaml',",
    ...(only.length > 0 ? [`  only: [${only.map((id) => `'${id}'`).join(', ')}],`] : []),
    ...(seed === undefined ? [] : [`  seed: ${seed},`]),
    '});',
    '',
  ].join('\n');
