import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suspect } from '../certify/certify.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import { matrixText } from './matrix-text.ts';
import { peers, provable } from '../faults/index.ts';
import { workOff } from '../certify/pool.ts';
import { isSound, nameOf, type Proof, suspects } from './prove.ts';

export interface FaultsRequest {
  /** Parties, and parts of fault ids; everything when empty. */
  readonly words: readonly string[];
  readonly out: string;
  /** Keeps the sound proofs that are in `out` already, and proves the rest. */
  readonly resume: boolean;
  /** Only the faults of this quarter, 0 to 3. Peers without a fault are always proved. */
  readonly quarter?: number | undefined;
  /** Keeps the traffic of every proof there, for the laws to judge it again. */
  readonly recordings?: string | undefined;
  readonly say: (line: string) => void;
}

/** Proves every fault that is asked for, on all cores, and writes `matrix.json` and `matrix.md`. */
export const proveFaults = async ({ words, out, resume, quarter, recordings, say }: FaultsRequest): Promise<Matrix> => {
  mkdirSync(out, { recursive: true });
  const journal = join(out, 'proofs.ndjson');
  if (!resume) rmSync(journal, { force: true });
  const kept = new Map(readProofs(journal).map((proof) => [nameOf(proof), proof]));
  const queue = asked(words, quarter).filter((suspect) => {
    const known = kept.get(nameOf(suspect));
    return known === undefined || !isSound(known);
  });
  const jobs = queue.map((suspect) => ({ suspect, ...(recordings !== undefined && { recordings }) }));
  await workOff<(typeof jobs)[number], Proof>(new URL('./prover.ts', import.meta.url), jobs, ({ suspect }, done) => {
    const proof = 'value' in done ? done.value : unproven(suspect, say, done.broken);
    kept.set(nameOf(proof), proof);
    appendFileSync(journal, `${JSON.stringify(proof)}\n`);
    if (!isSound(proof))
      say(
        `${nameOf(proof)}: ${proof.verdict}; missed ${proof.missed.join(' ') || '-'}; weaker ${proof.weaker.join(' ') || '-'}; astray ${[...proof.astray, ...astraySayings(proof)].join(' ') || '-'}; of its traffic unsaid ${proof.captured.missed.join(' ') || '-'}, invented ${proof.captured.findings.join(' ') || '-'}`,
      );
  });
  const matrix = matrixOf([...kept.values()]);
  writeFileSync(join(out, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(out, 'matrix.md'), matrixText(matrix));
  return matrix;
};

/** What was first said of each requirement that the fault does not declare. */
const astraySayings = ({ astray, rows }: Proof): readonly string[] =>
  rows.filter(({ id }) => astray.some((one) => one === id)).flatMap(({ violations }) => violations[0]?.message ?? []);

const asked = (words: readonly string[], quarter: number | undefined): readonly Suspect[] => {
  const isParty = (word: string) => provable.some((party) => party === word);
  const named = words.filter((word) => !isParty(word));
  return provable
    .filter((party) => !words.some(isParty) || words.includes(party))
    .flatMap((party) =>
      suspects(
        party,
        Object.keys(peers[party].faults).filter(
          (id) =>
            (quarter === undefined || quarterOf(id) === quarter) &&
            (named.length === 0 || named.some((name) => id.includes(name))),
        ),
      ),
    );
};

/** By its name, so that a fault stays where it is when others are added, and each of them has its day. */
const quarterOf = (fault: string): number => createHash('sha256').update(fault).digest().readUInt32BE() % 4;

/** What is kept of proofs; none where there is no such file. */
export const readProofs = (file: string): readonly Proof[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Proof)
    : [];

const unproven = (suspect: Suspect, say: (line: string) => void, why: string): Proof => {
  say(`${nameOf(suspect)}: ${why}`);
  return {
    ...suspect,
    verdict: 'harness-error',
    catches: [],
    missed: [],
    weaker: [],
    astray: [],
    rows: [],
    captured: { missed: [], invented: [], findings: [] },
    silent: [],
    requests: 0,
    durationMs: 0,
    runMs: 0,
  };
};
