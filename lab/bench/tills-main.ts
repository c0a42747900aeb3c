/**
 * `node lab/bench/tills-main.ts [prompt] [slow] [faults] [--width 4] [--record]`: how long a till waits for its verdict, in real
 * time, against what was promised; with --record into lab/bench/TILLS.md. Everything there is takes a quarter of an hour, most
 * of it spent waiting, so that several are certified at a time.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { currentLoad, loadSince } from './record.ts';
import { holds, type Row, rowsAsMarkdown } from './row.ts';
import { certifyTill, type SampleTill, type TillRun } from './till-run.ts';

/** A till, and how many seconds its verdict and its first failed row may take. */
interface Trial extends SampleTill {
  readonly within: number;
  readonly firstFailedWithin?: number;
  /** It does one thing at a time and rests after errors, which is its own time and not the run's. */
  readonly besidesRests?: true;
}

const variants = ['copper', 'quartz'];

/** Those that made a run wait longest, of each way there is: answers nothing, deletes nothing, dies, is kept waiting for. */
const tedious = [
  'delete:not-orders',
  'delete:not-listings',
  'delete:old-handle',
  'delete:whole-batch',
  'duplicate:not-deleted',
  'callback:error-is-final',
  'callback:silence-is-fine',
  'mixed:second-loss-is-final',
  'mixed:stunned-by-404',
  'poll:dies-of-an-empty-poll',
  'poll:dies-of-a-callback',
  'poll:no-wait',
  'poll:now-and-then',
  'unknown-kind:dies',
];

const groups: Readonly<Record<string, readonly Trial[]>> = {
  prompt: [
    { variant: 'copper', within: 45 },
    { variant: 'quartz', within: 45, besidesRests: true },
  ],
  slow: variants.flatMap((variant) => [
    { variant, latencyMs: 2000, within: 300 },
    { variant, deletionMs: 1500, within: 300 },
  ]),
  faults: tedious.map((fault) => ({ variant: 'copper', fault, within: 240, firstFailedWithin: 90 })),
};

const nameOf = ({ variant, fault, latencyMs, deletionMs, besidesRests }: Trial): string => {
  if (besidesRests) return `${variant}, prompt but for its own rests`;
  if (fault !== undefined) return `${variant}, ${fault}`;
  if (latencyMs !== undefined) return `${variant}, every result ${latencyMs / 1000} s late`;
  return deletionMs === undefined ? `${variant}, prompt` : `${variant}, every deletion ${deletionMs / 1000} s late`;
};

const rowsOf = (trial: Trial, run: TillRun): readonly Row[] => {
  const { seconds, restedSeconds, firstFailedSeconds } = run;
  const whole = trial.besidesRests ? [`of ${seconds.toFixed(0)} s,`] : [];
  const detail = [...whole, run.verdict, ...run.failed, ...run.notExercised.map((id) => `(${id})`)].join(' ');
  const measured = trial.besidesRests ? seconds - restedSeconds : seconds;
  return [
    { name: nameOf(trial), measured, unit: ' s', bound: { atMost: trial.within }, detail },
    ...(trial.firstFailedWithin === undefined
      ? []
      : ([
          {
            name: `${nameOf(trial)}: first failed row`,
            measured: firstFailedSeconds ?? Number.POSITIVE_INFINITY,
            unit: ' s',
            bound: { atMost: trial.firstFailedWithin },
            detail: '',
          },
        ] as const)),
  ];
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', default: '4' }, record: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(groups, name));
if (unknown !== undefined) {
  process.stderr.write(`no group "${unknown}"; there are ${Object.keys(groups).join(', ')}\n`);
  process.exit(2);
}
const asked = Object.entries(groups)
  .filter(([name]) => positionals.length === 0 || positionals.includes(name))
  .flatMap(([, trials]) => trials);

const before = currentLoad();
const measured = new Map<Trial, readonly Row[]>();
const queue = [...asked];
const work = async (): Promise<void> => {
  for (let trial = queue.shift(); trial !== undefined; trial = queue.shift()) {
    const rows = rowsOf(trial, await certifyTill(trial));
    measured.set(trial, rows);
    for (const { name, measured: seconds } of rows) process.stderr.write(`${name}: ${seconds.toFixed(0)} s\n`);
  }
};
await Promise.all(Array.from({ length: Number(values.width) }, work));

const rows = asked.flatMap((trial) => measured.get(trial) ?? []);
if (!rows.every(holds)) process.exitCode = 1;
const text = `${loadSince(before)}\n\n${rowsAsMarkdown(rows)}`;
process.stdout.write(text);
if (values.record) writeFileSync('lab/bench/TILLS.md', `# How long a till waits for its verdict\n\n${text}`);
