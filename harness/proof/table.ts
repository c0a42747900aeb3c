import type { Proof } from './prove.ts';

/** Caught what it declares, and nothing else; a conformant merchant moreover has everything exercised and passed. */
export const isSound = ({ fault, missed, astray, silent, result }: Proof): boolean =>
  missed.length === 0 &&
  astray.length === 0 &&
  (fault !== undefined || (silent.length === 0 && result.verdict === 'conformant')) &&
  result.verdict !== 'harness-error';

/** The kill matrix in Markdown: totals first, then a row for each suspect. */
export const tableOf = (proofs: readonly Proof[]): string => {
  const faulty = proofs.filter(({ fault }) => fault !== undefined);
  const conformant = proofs.filter(({ fault }) => fault === undefined);
  const rows = proofs
    .toSorted(
      (one, other) => (one.fault ?? '').localeCompare(other.fault ?? '') || one.variant.localeCompare(other.variant),
    )
    .map(
      (proof) =>
        `| ${proof.fault ?? '(conformant)'} | ${proof.variant} | ${[...proof.caught, ...proof.missed].join(', ')} | ` +
        `${isSound(proof) ? 'yes' : 'NO'} | ${proof.missed.join(', ')} | ${proof.astray.join(', ')} | ${proof.requests} | ` +
        `${Math.round(proof.durationMs)} |`,
    );
  const total = (of: readonly Proof[], count: (proof: Proof) => number) =>
    of.reduce((sum, proof) => sum + count(proof), 0);
  return [
    `faults caught ${faulty.filter(({ missed }) => missed.length === 0).length} / planted ${faulty.length}`,
    `false alarms on the references ${total(conformant, ({ astray }) => astray.length)}`,
    `not exercised on the references ${total(conformant, ({ silent }) => silent.length)}`,
    `wrong attributions ${total(faulty, ({ astray }) => astray.length)}`,
    '',
    '| fault | merchant | declares | sound | missed | astray | requests | ms |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};
