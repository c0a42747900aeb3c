import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { type RunEvent, validate } from '#schemas';
import { journalOf, runFolder } from '#lab/doubles/reports/certified-run';
import { check, failed, id } from '#lab/doubles/reports/sample-journal';
import { at, conformance, failedRetrieval, folderWith, hosting, start } from '../cli.fixture.ts';
import { answers } from '../command-table.ts';

/** A folder in which each command has something to answer about. */
const prepared = async (): Promise<string> => {
  const cwd = folderWith({ ...at('http://127.0.0.1:1'), reports: { formats: ['html'] } });
  runFolder(cwd, 'before', journalOf());
  runFolder(cwd, 'after', journalOf({ checks: [check({ ...failed, message: 'Charged \u009b twice.' }, id)] }));
  writeFileSync(join(cwd, 'order.json'), '{"oaOrderId":5}');
  writeFileSync(join(cwd, 'traffic.har'), failedRetrieval('http://127.0.0.1:1/basket?id=b-1'));
  await conformance(['certify', '--new-key', 'my.key'], { cwd });
  await conformance(['certify', 'before', '--key', 'my.key', '--out', 'certificate.json'], { cwd });
  return cwd;
};

/** A list in which one has these members. */
const withOne = (members: object): unknown => expect.arrayContaining([expect.objectContaining(members)]);

/** A case of each command, with its exit code and something it answers. */
const cases: Readonly<Record<keyof typeof answers, readonly [words: string, code: number, answer: unknown]>> = {
  run: ['run merchant', 3, { folder: 'conformance-results', result: { verdict: 'not-judged' } }],
  judge: ['judge merchant traffic.har', 4, { result: { verdict: 'incomplete' } }],
  doctor: ['doctor merchant', 3, { ready: false, targets: [{ checks: withOne({ status: 'failed' }) }] }],
  list: ['list triggers', 0, withOne({ id: 'createBasket' })],
  explain: ['explain order/idempotent', 0, { facts: { level: 'must', provokedBy: expect.any(Array) } }],
  validate: [
    'validate order-confirmation order.json',
    1,
    { valid: false, violations: withOne({ pointer: '/oaOrderId' }) },
  ],
  report: ['report after', 1, { folder: 'after', result: { requirements: withOne({ id, status: 'failed' }) } }],
  'report --compare': ['report --compare before after', 1, { isWorse: true, rows: { broke: withOne({ id }) } }],
  certify: ['certify after --key my.key', 1, { gaps: withOne({ id, kind: 'failed' }) }],
  verify: ['verify certificate.json --key my.key.pub', 0, { holds: true, isTrusted: true, problems: [] }],
  'fleet report': ['fleet report .', 1, { rows: withOne({ name: 'after', failed: [id] }) }],
};

test('each command answers in JSON, of the shape in its row, and says nothing else on standard output', async () => {
  const cwd = await prepared();
  for (const [command, [words, code, answer]] of Object.entries(cases)) {
    const ended = await conformance([...words.split(' '), '--json'], { cwd });
    const given: unknown = JSON.parse(ended.stdout);
    expect({ command, code: ended.code, answer: given }).toMatchObject({ command, code, answer });
    expect(validate(answers[command as keyof typeof answers], given)).toEqual([]);
    // What would steer a terminal is escaped, and stays what it is.
    expect(ended.stdout).not.toContain('\u009b');
  }
});

test.each([
  [['run', 'merchant', '--seed', 'lucky', '--json'], '--seed', /"lucky"/],
  [['run', 'merchant', '--confg', 'x', '--json'], undefined, /--config/],
  [['rnu', '--json'], undefined, /no command rnu/],
  [['platform', '--json'], undefined, /no option --json/],
])('misuse is answered in JSON as well: %j', async (args, key, message) => {
  const { code, stdout, stderr } = await conformance(args, { cwd: folderWith(at('http://127.0.0.1:1')) });
  const answer: unknown = JSON.parse(stdout);
  expect(code).toBe(2);
  expect(validate('error-answer', answer)).toEqual([]);
  expect(answer).toMatchObject({
    error: { kind: 'usage', message: expect.stringMatching(message), ...(key && { key }) },
  });
  expect(stderr).toMatch(message);
});

test('a run prints its events as they happen, a line each, and its answer last', async () => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  const url = await hosting(async (request) => await merchant.fetch(request));
  const cwd = folderWith({ ...merchant.configuration(url), reports: { formats: [] } });
  const { child, ended } = start(['run', 'merchant', '--only', 'catalogue/limit', '--events', '--seed', '7'], { cwd });
  const [first] = (await once(child.stdout, 'data')) as [string];
  const { code, stdout } = await ended;
  expect(first).not.toBe(stdout);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  expect(events.flatMap((event) => validate('run-event', event))).toEqual([]);
  expect(events[0]).toMatchObject({ event: 'run-started', suite: 'merchant', seed: 7 });
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['scenario-started', 'scenario-finished']));
  expect(events.slice(-2)).toMatchObject([
    { event: 'run-finished', ended: 'completed' },
    { event: 'answer', answer: { result: { exitCode: code } } },
  ]);
});
