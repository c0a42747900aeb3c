import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { at, conformance, folderWith, hosting, program, resultIn, runWith, start } from '../cli.fixture.ts';

test('a journal is enough to write everything again', async () => {
  const { folder } = await runWith(at('http://127.0.0.1:1'));
  const { code } = await conformance(['report', 'conformance-results', '--out', 'again'], { cwd: folder });
  expect(code).toBe(3);
  expect(resultIn(folder, 'again')).toEqual(resultIn(folder));
});

test('help and version come without loading the rest, and help is what the parser says', async () => {
  const [fast, parsed, version] = await Promise.all([
    program(['--help']),
    program(['--help', '--help']),
    program(['--version']),
  ]);
  expect(fast.stdout).toBe(parsed.stdout);
  expect([fast.code, version.code]).toEqual([0, 0]);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('what init writes is a configuration, and is not overwritten', async () => {
  const cwd = testFolder();
  const made = await conformance(['init', 'merchant', '--ci'], { cwd });
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/conformance doctor merchant/)]);
  const again = await conformance(['init', 'merchant', '--ci'], { cwd });
  expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/--force/)]);
  // The example host does not exist, so the file is good and its target is not there.
  expect((await conformance(['doctor', 'merchant'], { cwd })).code).toBe(3);
});

test('init fills in what an address answers', async () => {
  const url = await hosting((request) => new Response(null, { status: request.url.includes('/basket?') ? 400 : 404 }));
  const cwd = testFolder();
  await conformance(['init', 'merchant', '--url', `${url}/oa`], { cwd });
  const text = readFileSync(join(cwd, 'conformance.yaml'), 'utf8');
  expect(text).toContain(`basketUrl: "${url}/oa/basket"   # answered 400 for a basket that does not exist`);
  expect(text).toContain(`orderUrl: "${url}/oa/order"   # takes POST, so that a GET does not tell`);
});

test('a payload is validated from standard input', async () => {
  const good = await program(['validate', 'order-confirmation'], {
    input: '{"oaOrderId":"a","shopOrderId":"b","returnPolicy":{"maxReturnDays":14}}',
  });
  expect(good).toMatchObject({ code: 0, stdout: 'A valid order-confirmation.\n' });
  const bad = await conformance(['validate', 'order-confirmation', '-'], { input: '{"oaOrderId":5}' });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/\/oaOrderId: /);
  const broken = await conformance(['validate', 'basket'], { input: '{' });
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringMatching(/Standard input is not JSON that can be validated: the JSON ends too early, at byte 1/),
  ]);
});

test.each([
  [
    'more names than anybody reads',
    `{${Array.from({ length: 30_000 }, (_, n) => `"${n}":1`).join(',')}}`,
    /20000 names/,
  ],
  ['more bytes than a body may have', `"${'x'.repeat(16 * 2 ** 20)}"`, /larger than 16 MiB/],
])('a payload of %s is refused unread', async (_, input, said) => {
  const refused = await conformance(['validate', 'basket'], { input });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(said)]);
});

test.each(['requirements', 'scenarios', 'assumptions', 'triggers', 'occasions'])(
  '%s are listed for people and programs',
  async (what) => {
    const [text, json] = await Promise.all([conformance(['list', what]), conformance(['list', what, '--json'])]);
    const rows = JSON.parse(json.stdout) as readonly { readonly id: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(text.stdout.trimEnd().split('\n')).toHaveLength(rows.length);
  },
);

test('occasions are listed with what a run of an effort covers', async () => {
  const { stdout, stderr } = await conformance(['list', 'occasions', '--effort', 'quick']);
  expect(stdout).toContain('a discount code with letters outside ASCII');
  expect(stdout + stderr).toMatch(
    /A quick run recalculates \d+ combinations of these levels: (\d+) of \1 pairs and \d+ of \d+ triples\./u,
  );
  expect(stdout).toMatch(/order delivery +by courier/u);
  expect(stdout + stderr).toMatch(/A quick run orders \d+ combinations of these levels: \d+ of \d+ pairs/u);
});

test('requirements and scenarios are listed of one party alone', async () => {
  for (const what of ['requirements', 'scenarios']) {
    const { stdout } = await conformance(['list', what, 'pos', '--json']);
    const rows = JSON.parse(stdout) as readonly { readonly party: string }[];
    expect([...new Set(rows.map(({ party }) => party))]).toEqual(['pos']);
  }
});

test('a requirement is explained with the faults its check is known to catch', async () => {
  const { code, stdout } = await conformance(['explain', 'order/idempotent']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/clause +Endpoints/);
  expect(stdout).toMatch(
    /known to catch: conformance sample merchant --fault ID has one of these\n +order:never-idempotent /,
  );
  expect(stdout).toMatch(/a sample cannot have these, they only prove the check\n(.*\n)* +order:repeat-crashes /);
});

test('the platform is served until Ctrl-C and says what arrives', async () => {
  const cwd = folderWith({ merchant: { fixtures: { baskets: ['b-1'] } } });
  const { child, ended } = start(['platform'], { cwd });
  const [announced] = (await once(child.stdout, 'data')) as [string];
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(announced) ?? [];
  const response = await fetch(`${url}/merchant/v1/baskets/change`, { method: 'POST', body: '{"id":"b-1"}' });
  expect(response.status).toBe(400);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/basket-change status=400/) });
});

test('an effort given twice counts as given last', async () => {
  const { code, stderr } = await conformance(['run', 'merchant', '--effort', 'quick', '--effort', 'foo']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--effort: "foo" is not one of/)]);
});

test('a port that cannot be had is misuse', async () => {
  const taken = await hosting(() => new Response());
  const { code, stderr } = await conformance(['platform', '--port', new URL(taken).port]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--port: .* is in use/)]);
});

test('a closed pipe ends the output, not the program', async () => {
  const { child, ended } = start(['list', 'requirements', '--json'], {});
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

test('a trigger is explained by its variables, an assumption by its key, a scenario by what it judges', async () => {
  const [trigger, assumption, scenario] = await Promise.all([
    conformance(['explain', 'createBasket']),
    conformance(['explain', 'assume/event-paths']),
    conformance(['explain', 'merchant/catalogue-limits']),
  ]);
  expect(trigger.stdout).toMatch(/\{\{lines\}\} +\[\{"variantId":"v1","quantity":2\}\]/);
  expect(assumption.stdout).toMatch(/configured +platform\.paths\.events/);
  expect(scenario.stdout).toMatch(/judges +catalogue\/limit-independent/);
  expect([trigger.code, assumption.code, scenario.code]).toEqual([0, 0, 0]);
});
