import type { Cell, Matrix } from './matrix.ts';
import { nameOf } from './prove.ts';

/** The kill matrix in Markdown: totals, what is wrong, then a section for each requirement with a row for each fault. */
export const matrixText = ({ totals, cells, conformant, unsound, unsaid }: Matrix): string => {
  const sections = [...Map.groupBy(cells, ({ requirement }) => requirement)].flatMap(([id, rows]) => [
    `### ${id} (${rows[0]?.level})`,
    '',
    ...table(
      ['fault', 'what it does', 'at', 'caught', 'by', 'after requests', 'after ms', 'after s of the run'],
      rows.map(cellsOf),
    ),
  ]);
  return [
    '# Kill matrix',
    '',
    ...table(
      [
        'party',
        'faults caught',
        'requirement × fault caught',
        'false alarms',
        'not exercised',
        'wrong attributions',
        'unsaid of the traffic alone',
        'invented of it',
        'median requests',
        'median ms',
      ],
      totals.map((of) => [
        of.party,
        `${of.caught} of ${of.planted}`,
        `${of.cellsCaught} of ${of.cells}`,
        of.falseAlarms,
        of.notExercised,
        of.wrongAttributions,
        of.capturedMissed,
        of.capturedInvented,
        of.medianRequests,
        of.medianMs,
      ]),
    ),
    ...(unsound.length === 0
      ? []
      : [
          '## Not as it should be',
          '',
          ...table(
            ['suspect', 'verdict', 'missed', 'only warned of', 'astray', 'invented of the traffic', 'not exercised'],
            unsound.map((proof) => [
              nameOf(proof),
              proof.verdict,
              proof.missed.join(', '),
              proof.weaker.join(', '),
              proof.astray.join(', '),
              proof.captured.invented.join(', '),
              proof.fault === undefined ? proof.silent.join(', ') : '',
            ]),
          ),
        ]),
    ...(unsaid.length === 0
      ? []
      : [
          '## What laws said in a run and the traffic alone does not tell',
          '',
          ...table(
            ['suspect', 'unsaid'],
            unsaid.map((proof) => [nameOf(proof), proof.captured.missed.join(', ')]),
          ),
        ]),
    '## Conformant peers',
    '',
    ...table(
      ['peer', 'verdict', 'requests', 'ms'],
      conformant.map((proof) => [`${proof.party} ${proof.variant}`, proof.verdict, proof.requests, proof.durationMs]),
    ),
    '## Requirements and their faults',
    '',
    ...sections,
  ].join('\n');
};

const cellsOf = ({ fault, title, variant, caught, by }: Cell): readonly (string | number)[] => [
  fault,
  title,
  variant,
  caught ? 'yes' : '**NO**',
  by
    ? by.by === 'schema'
      ? `every exchange, in ${by.scenario}`
      : by.by === 'law'
        ? `a law, in ${by.scenario}`
        : by.scenario
    : '',
  by?.requests ?? '',
  by?.durationMs ?? '',
  by ? (by.runMs / 1000).toFixed(1) : '',
];

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] => [
  row(heads),
  row(heads.map(() => '---')),
  ...rows.map(row),
  '',
];

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
