import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { lookForControlCharacters, type Tally } from './tally.ts';
import { worstBodies } from './worst-bodies.ts';

const control = '\u001b[2J\u0007\u0085\u202egpj.exe';
const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...Array.from(
    { length: 12 },
    (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`,
  ),
].join('\n');
const line = (event: object): string => `${JSON.stringify(event)}\n`;
const started = {
  event: 'run-started',
  at: '2026-01-01T00:00:00.000Z',
  suite: 'merchant',
  seed: 1,
  effort: 'quick',
  target: { name: `../victim${control}` },
  command: [control],
  plan: [],
  settling: {},
};

/** Files that somebody else wrote, by the command that is given them. */
const files: Readonly<Record<string, readonly string[]>> = {
  'run merchant --config': [
    bomb,
    'merchant: &m { headers: *m }',
    `tolerate:\n${'- basket/id\n'.repeat(200_000)}`,
    `tolerate: ${'['.repeat(50_000)}`,
    `merchant: { basketUrl: "http://me:hunter-2@127.0.0.1:1/" }`,
    `target: { name: "../../victim${control}" }\nmerchant: { basketUrl: "http://127.0.0.1:1/" }`,
    `"${control}": 1`,
    'pos: { tills: [{ name: "../victim" }] }',
    '\0\0\0\0',
    'null',
    '[]',
  ],
  'validate basket': [
    '',
    '{',
    `{"${control}":1}`,
    `{"id":"${control}"}`,
    ...worstBodies.map(({ text }) => text(2 ** 20)),
  ],
  'verify --evidence .': [
    '',
    '{}',
    'null',
    `{"payload":"${control}","signatures":[]}`,
    '{"payload":"e30","protected":"eyJjcml0IjpbIngiXX0","signature":"x"}',
  ],
  report: [
    '',
    '{}\n',
    'null\n',
    line(started),
    line(started) + line({ event: 'exchange', n: '../../victim', [control]: control }),
    line({ ...started, suite: control }),
    `${'{"a":'.repeat(5000)}\n`,
  ],
  'judge merchant': [
    '',
    '{}',
    'null',
    '[]',
    `{"log":{"entries":[{"request":{"url":"${control}"}}]}}`,
    '{"log":{"entries":[{"request":{"method":"GET","url":"http://x/","headers":[]},"response":{"status":200,"headers":[],"content":{"text":"{"}}}]}}',
  ],
};

const allowed = [0, 1, 2, 3, 4];

/** Each command with each of its files: an exit code of its table, one that comes soon, and nothing raw on the terminal. */
export const attackCommands = async (stallMs: number, tally: Tally): Promise<string> => {
  const script = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));
  const measured = new URL('measured-end.ts', import.meta.url).href;
  let [runs, longest] = [0, 0];
  for (const [command, contents] of Object.entries(files))
    for (const [index, content] of contents.entries()) {
      using folder = temporaryFolder('attacked');
      const around = folder.path;
      const cwd = join(around, 'own');
      mkdirSync(join(cwd, 'in'), { recursive: true });
      const isJournal = command === 'report';
      const name = isJournal ? 'journal.ndjson' : command.startsWith('judge') ? 'capture.har' : 'given.json';
      writeFileSync(join(cwd, 'in', name), content);
      const args = [
        ...command.split(' '),
        isJournal ? 'in' : join('in', name),
        ...(command.startsWith('run') ? ['--out', 'out', '--ci'] : []),
      ];
      const child = spawn(process.execPath, ['--import', measured, script, ...args], {
        cwd,
        env: { ...process.env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      });
      let [said, busy] = ['', ''];
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
      child.stdio[3]?.on('data', (chunk) => (busy += String(chunk)));
      const [code] = (await once(child, 'close')) as [number | null];
      [runs, longest] = [runs + 1, Math.max(longest, Number(busy))];
      tally.inputs += 1;
      const what = `${command} of its file ${index + 1}`;
      if (code === null || !allowed.includes(code) || /\n\s+at \S+ \(/.test(said))
        tally.crashes.push(`${what}: exit code ${code}: ${said.slice(0, 600)}`);
      // Of which most starts the process and, for a report, writes it.
      if (Number(busy) > 3000 + stallMs) tally.stalls.push(`${what}: ${Number(busy).toFixed(0)} ms of processor time`);
      lookForControlCharacters(said, what, tally);
      for (const found of readdirSync(around)) if (found !== 'own') tally.writesOutside.push(`${what}: ${found}`);
      for (const found of readdirSync(cwd))
        if (!['in', 'out', 'conformance-results'].includes(found)) tally.writesOutside.push(`${what}: own/${found}`);
    }
  return `${runs} commands, at most ${longest.toFixed(0)} ms of processor time each`;
};
