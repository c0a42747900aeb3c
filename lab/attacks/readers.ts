import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { shapeNames } from '#schemas';
import { entriesIn } from '#harness/captures/entries';
import { createCaptureReader } from '#harness/captures/exchanges';
import { finishedRun } from '#harness/certificate/finished-run';
import { validatePayload } from '#harness/cli/commands/validate';
import { verify } from '#harness/cli/commands/verify';
import type { CliContext } from '#harness/cli/cli-context';
import { createPrinter } from '#harness/cli/terminal/printer';
import { readConfig } from '#harness/config/read';
import { UsageError } from '#harness/config/usage-error';
import { tillsIn } from '#harness/output/till-folders';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { bytes, drawn, type Fuzz, shaped, text } from './inputs.ts';
import { lookForControlCharacters, type Tally } from './tally.ts';

const words = (line: string): readonly string[] => line.split(' ');
const configNames = words(
  'target name merchant basketUrl headers pos tills platform queue assumptions tolerate expectedFailures reports triggers severity listen paths signature timing fixtures',
);
const journalNames = words(
  'event at suite seed effort target plan n scenario requirement outcome status exchanges request response headers body',
);
const certificateNames = words('payload protected signature signatures alg kid crit exp');
const captureNames = words(
  'log entries request response url method headers content text startedDateTime time status n',
);

/** JSON, something like YAML, and lines of JSON. */
const contents = (names: readonly string[]) =>
  fc.oneof(
    bytes(names),
    fc
      .array(shaped(names), { maxLength: 4 })
      .map((events) => events.map((each) => `${JSON.stringify(each)}\n`).join('')),
    fc
      .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 6 })
      .map((pairs) => pairs.map(([name, value]) => `${name}: ${value}`).join('\n')),
    text.map((each) => `${names[0]}: &a [${each}, *a]\n`),
  );

/** What a command makes of a file that somebody else wrote; without the reports, which cost more than all the rest. */
type Reader = (name: string, context: CliContext, n: number) => unknown;

const readers: Readonly<
  Record<string, { readonly names: readonly string[]; readonly read: Reader; readonly file: string }>
> = {
  configuration: {
    names: configNames,
    file: 'c.yaml',
    read: (file, { cwd, env }) => readConfig({ file, cwd, env }),
  },
  payload: {
    names: configNames,
    file: 'p.json',
    read: async (file, context, n) =>
      validatePayload({ shape: shapeNames[n % shapeNames.length] ?? 'basket', file }, context),
  },
  certificate: {
    names: certificateNames,
    file: 'certificate.json',
    read: async (file, context) => verify({ file, key: undefined, evidence: undefined }, context),
  },
  journal: {
    names: journalNames,
    file: 'journal.ndjson',
    read: (_, { cwd }) => finishedRun(['.'], { cwd, now: Date.now(), register: undefined }),
  },
  results: { names: journalNames, file: 'results.json', read: (_, { cwd }) => tillsIn(cwd) },
  capture: {
    names: captureNames,
    file: 'c.har',
    async read(file, { cwd }) {
      const reader = createCaptureReader({ party: 'merchant', settings: {} });
      for await (const entry of entriesIn(join(cwd, file), file)) reader.read(entry, file);
    },
  },
};

const busyMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Anything in every file that a command reads: it is read, or refused in a sentence. */
export const fuzzFiles = async ({ inputs, seed }: Fuzz, stallMs: number, tally: Tally): Promise<string> => {
  using folder = temporaryFolder('attacked-files');
  const around = folder.path;
  const cwd = join(around, 'own');
  mkdirSync(cwd);
  let said = '';
  const terminal = { isTTY: false, columns: 100, write: (written: string) => ((said += written), true) };
  const stream = terminal as unknown as NodeJS.WriteStream;
  const context: CliContext = {
    cwd,
    env: {},
    printer: createPrinter({ stdout: stream, stderr: stream, env: {}, ci: true, answers: 'text' }),
    input: Readable.from([]),
    onInterrupt: () => () => undefined,
    outlive: () => () => undefined,
    open: () => undefined,
  };
  const each = Math.ceil(inputs / Object.keys(readers).length);
  let longest = 0;
  for (const [what, { names, file, read }] of Object.entries(readers)) {
    for (const [n, content] of drawn(contents(names), { inputs: each, seed }).entries()) {
      writeFileSync(join(cwd, file), content);
      tally.inputs += 1;
      const from = busyMs();
      try {
        await read(file, context, n);
      } catch (error) {
        if (error instanceof UsageError) context.printer.note(error.message);
        else tally.crashes.push(`${what} ${JSON.stringify(content).slice(0, 600)}: ${String(error)}`);
      }
      const ms = busyMs() - from;
      longest = Math.max(longest, ms);
      if (ms > stallMs) tally.stalls.push(`${what} ${JSON.stringify(content).slice(0, 300)}: ${ms.toFixed(0)} ms`);
    }
    rmSync(join(cwd, file));
    lookForControlCharacters(said, what, tally);
    said = '';
  }
  for (const found of [...readdirSync(around).filter((name) => name !== 'own'), ...readdirSync(cwd)])
    tally.writesOutside.push(`a reader of files: ${found}`);
  return `at most ${longest.toFixed(0)} ms of processor time each`;
};
