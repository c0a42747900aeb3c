import type { ExchangeDetail, HttpArchive, RunSummary } from '#schemas';
import { control } from '../live/control-api.ts';

export const archiveOf = (exchanges: readonly number[], run: string | undefined): Promise<HttpArchive> =>
  run === undefined
    ? control('POST /exchanges/archive', { exchanges })
    : control('POST /certification/runs/{id}/exchanges/archive', { id: run, exchanges });

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
  run: RunSummary | undefined,
): string => {
  const broken = judgements.filter(({ outcome }) => outcome !== 'passed');
  const rows = new Set((broken.length > 0 ? broken : judgements).map(({ requirement }) => requirement));
  return testOf(run ?? { suite: party === 'merchant' ? 'merchant' : 'pos' }, [...rows]);
};

type Certified = Pick<RunSummary, 'suite'> & Partial<Pick<RunSummary, 'config' | 'wish'>>;

export const testOf = ({ suite, config = 'conformance.yaml', wish }: Certified, only: readonly string[]): string =>
  [
    "import { certify } from 'conformance/vitest';",
    '',
    `certify('${suite}', {`,
    `  config: ${quoted(config)},`,
    ...(only.length > 0 ? [`  only: [${only.map(quoted).join(', ')}],`] : []),
    ...(wish === undefined ? [] : [`  seed: ${wish.seed},`]),
    '});',
    '',
  ].join('\n');

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
