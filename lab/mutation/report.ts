import type { Mutant } from './mutant.ts';
import { type Mutable, mutable, planText } from './editing/plan.ts';

export interface Tally {
  readonly party: Mutable;
  readonly mutants: number;
  /** Drawn, but no message they mean was ever sent. */
  readonly untouched: number;
  readonly effective: number;
  readonly caught: number;
  readonly withheld: number;
  readonly survivors: number;
  /** Mutants the specification allows. */
  readonly allowed: number;
  /** Those of them that something was reported about, and nothing was to be. */
  readonly falseAlarms: number;
  /** Those of them that something was reported about, which may be. */
  readonly told: number;
  readonly broken: number;
}

export const tally = (mutants: readonly Mutant[]): readonly Tally[] =>
  mutable
    .filter((party) => mutants.some(({ plan }) => plan.party === party))
    .map((party) => {
      const all = mutants.filter(({ plan }) => plan.party === party);
      const changed = all.filter(({ changes, fate }) => changes > 0 && fate !== 'broken');
      const effective = changed.filter((mutant) => mutant.effective);
      const allowed = changed.filter((mutant) => !mutant.effective);
      const fated = (of: readonly Mutant[], fate: Mutant['fate']) => of.filter((mutant) => mutant.fate === fate).length;
      return {
        party,
        mutants: changed.length,
        untouched: fated(all, 'untouched'),
        effective: effective.length,
        caught: fated(effective, 'caught'),
        withheld: fated(effective, 'withheld'),
        survivors: fated(effective, 'survived'),
        allowed: allowed.length,
        falseAlarms: allowed.filter(isFalseAlarm).length,
        told: allowed.filter(isToldOf).length,
        broken: fated(all, 'broken'),
      };
    });

const isReported = ({ effective, fate }: Mutant): boolean => !effective && fate === 'caught';
const mayBeTold = ({ allowed }: Mutant): boolean => allowed.some((one) => one.mayBeTold === true);
const isFalseAlarm = (mutant: Mutant): boolean => isReported(mutant) && !mayBeTold(mutant);
const isToldOf = (mutant: Mutant): boolean => isReported(mutant) && mayBeTold(mutant);

export const tallyText = (of: Tally): string =>
  `${of.party}: mutants ${of.mutants}, effective ${of.effective}, caught ${of.caught} (${percent(of.caught, of.effective)}), ` +
  `withheld ${of.withheld}, survivors ${of.survivors}; allowed ${of.allowed}, false alarms ${of.falseAlarms}, ` +
  `told of all the same ${of.told}; ` +
  `never sent ${of.untouched}, broken ${of.broken}`;

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

/** What became of the mutants, in Markdown; those to look into first. */
export const mutantsText = (mutants: readonly Mutant[], seed: number): string => {
  const {
    survived = [],
    withheld = [],
    broken = [],
  } = Object.groupBy(
    mutants.filter(({ effective, fate }) => effective || fate === 'broken'),
    ({ fate }) => fate,
  );
  const changed = mutants.filter(({ changes }) => changes > 0);
  return [
    `# Mutants, seed ${seed}`,
    '',
    ...tally(mutants).map(tallyText),
    '',
    'Run one again: `npm run proof -- mutate --plan "PLAN"`.',
    '',
    ...section('Survivors', survived, () => ''),
    ...section('Withheld: nothing is reported, yet not everything could be exercised', withheld, (one) =>
      one.notExercised.join(', '),
    ),
    ...section('Broken: the harness or the reference peer', broken, () => ''),
    ...section(
      'False alarms: reported although the specification allows it',
      changed.filter(isFalseAlarm),
      (one) => `${said(one)}; allowed: ${one.allowed.map(({ clause }) => clause).join('; ')}`,
    ),
    ...section(
      'Told of although nobody has to',
      changed.filter(isToldOf),
      (one) => `${said(one)}; left open: ${one.allowed.map(({ clause }) => clause).join('; ')}`,
    ),
    ...section(
      'Caught',
      changed.filter(({ effective, fate }) => effective && fate === 'caught'),
      said,
    ),
    ...section(
      'Allowed by the specification, and nothing reported',
      changed.filter(({ effective, fate }) => !effective && fate !== 'caught' && fate !== 'broken'),
      (one) => one.allowed.map(({ clause }) => clause).join('; '),
    ),
  ].join('\n');
};

const said = ({ caught }: Mutant): string =>
  caught ? `${caught.requirement} in ${caught.scenario} after ${caught.requests} requests` : '';

const section = (title: string, mutants: readonly Mutant[], more: (mutant: Mutant) => string): readonly string[] => [
  `## ${title} (${mutants.length})`,
  '',
  ...(mutants.length === 0
    ? []
    : [
        '| plan | changed | example | |',
        '| --- | --- | --- | --- |',
        ...mutants.map((mutant) =>
          row([planText(mutant.plan), String(mutant.changes), exampleOf(mutant), more(mutant)]),
        ),
        '',
      ]),
];

const exampleOf = ({ example }: Mutant): string =>
  example ? `${example.pointer || '(message)'}: ${example.before} → ${example.after}` : '';

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
