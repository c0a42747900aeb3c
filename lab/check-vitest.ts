/**
 * `npm run check:vitest`: packs the package, installs the tarball beside `examples/vitest` with each Vitest that is supported,
 * and runs the example's tests there: as it is, and with a defect. Needs the registry, so it is no part of the tests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#harness/output/temporary-folder';

const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['5', '4', '3'];
using folder = temporaryFolder('check-vitest');
const work = folder.path;
let failures = 0;

const check = (name: string, isRight: boolean, detail: string): void => {
  if (!isRight) failures += 1;
  process.stdout.write(
    `${isRight ? 'ok    ' : 'FAILED'} ${name}  ${isRight ? (detail.split('\n')[0] ?? '') : detail}\n`,
  );
};

const atAddress = (text: string): string =>
  text
    .replaceAll("'/oa/", "'http://127.0.0.1:8099/oa/")
    .replace("'/test/", "'http://127.0.0.1:8099/test/")
    .replace('  fetch,\n', '');

const command = (file: string, args: readonly string[], cwd = process.cwd()) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|CI$)/.test(name)));
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: 'utf8', env });
  return { status, said: `${stdout}${stderr}${error?.message ?? ''}` };
};

interface Story {
  readonly name: string;
  readonly status: string;
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly links: readonly { readonly url: string }[];
  readonly steps: readonly object[];
}

const storiesIn = (folder: string): readonly Story[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Story);

const defect = ['if (known !== undefined) return context.json(known);', ''] as const;
const broken = 'order/idempotent';

const runIn = (folder: string) => {
  rmSync(join(folder, 'results'), { recursive: true, force: true });
  const { status, said } = command(join(folder, 'node_modules/.bin/vitest'), ['run'], folder);
  return { status, said, junit: readFileSync(join(folder, 'results/junit.xml'), 'utf8') };
};

const packed = command('npm', ['pack', '--pack-destination', work]);
const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
if (tarball === undefined) throw new Error(packed.said);
for (const version of versions) {
  const folder = join(work, `vitest-${version}`);
  cpSync('examples/vitest', folder, { recursive: true });
  const installed = command(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      join(work, tarball),
      `vitest@${version}`,
      'jsdom',
      'happy-dom',
    ],
    folder,
  );
  if (installed.status !== 0) {
    check(`Vitest ${version}`, false, installed.said.slice(-2000));
    continue;
  }
  const fine = runIn(folder);
  const stories = storiesIn(join(folder, 'results/allure')).filter(({ labels }) =>
    labels.some(({ name, value }) => name === 'epic' && value === 'merchant'),
  );
  const told = stories.filter(({ steps, status }) => status === 'skipped' || steps.length > 0);
  check(
    `Vitest ${version}: the example`,
    fine.status === 0 &&
      stories.length > 60 &&
      told.length > 60 &&
      stories.every(({ links: [link] }) => /^file:.*docs\/built\/requirements\/.*\.html$/.test(link?.url ?? '')) &&
      fine.junit.includes(`&gt; ${broken}"`),
    `${stories.length} stories\n${fine.said.slice(-3000)}`,
  );
  const shop = join(folder, 'shop.js');
  const sound = readFileSync(shop, 'utf8');
  writeFileSync(shop, sound.replace(...defect));
  const wrong = runIn(folder);
  writeFileSync(shop, sound);
  const failed = storiesIn(join(folder, 'results/allure')).filter(({ status }) => status === 'failed');
  check(
    `Vitest ${version}: with a defect`,
    wrong.status === 1 && failed.some(({ name }) => name === broken) && /- Expected|Expected:/.test(wrong.said),
    `${failed.map(({ name }) => name).join(' ')}\n${wrong.said.slice(-3000)}`,
  );
  const tests = join(folder, 'shop.test.js');
  const silent = readFileSync(tests, 'utf8').replace("'catalogue/removal-visible',", '');
  writeFileSync(tests, silent);
  const thin = runIn(folder);
  writeFileSync(tests, silent.replace("effort: 'quick'", "effort: 'quick', strict: false"));
  const lenient = runIn(folder);
  check(
    `Vitest ${version}: with something untried`,
    thin.status === 1 && /catalogue.removal-visible: .*triggers.removeProduct/.test(thin.said) && lenient.status === 0,
    `${thin.status} and ${lenient.status}\n${thin.said.slice(-3000)}`,
  );
  // What projects put in the place of the clock and of the network, before anything of ours is loaded.
  writeFileSync(tests, readFileSync('examples/vitest/shop.test.js', 'utf8'));
  const settings = join(folder, 'vitest.config.js');
  const plain = readFileSync(settings, 'utf8');
  const around = (more: string, setup = '') => {
    writeFileSync(join(folder, 'setup.js'), setup);
    writeFileSync(settings, plain.replace('test: {', `test: { setupFiles: ['./setup.js'], ${more}`));
    return runIn(folder);
  };
  const faking = (fake: string): string => `import { vi } from 'vitest';\n${fake}\n`;
  for (const environment of ['jsdom', 'happy-dom']) {
    const browser = around(`environment: '${environment}',`);
    check(`Vitest ${version}: in ${environment}`, browser.status === 0, browser.said.slice(-3000));
  }
  const moving = around('', faking('vi.useFakeTimers({ shouldAdvanceTime: true });'));
  check(`Vitest ${version}: fake timers that go on`, moving.status === 0, moving.said.slice(-3000));
  for (const fake of [
    'vi.useFakeTimers();',
    "vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') });",
    "vi.setSystemTime('2020-01-01');",
  ]) {
    const { status, said } = around('', faking(fake));
    check(`Vitest ${version}: ${fake}`, status === 1 && said.includes('faked clock'), said.slice(-3000));
  }
  // A shop with an address of its own has the real time.
  writeFileSync(tests, atAddress(readFileSync('examples/vitest/shop.test.js', 'utf8')));
  writeFileSync(
    join(folder, 'serve.js'),
    "import { serve } from '@hono/node-server';\nimport { createShop } from './shop.js';\nserve({ fetch: createShop().fetch, port: 8099 });\n",
  );
  const shopProcess = spawn(process.execPath, ['serve.js'], { cwd: folder, stdio: 'ignore' });
  const remote = around('', faking('vi.useFakeTimers();'));
  shopProcess.kill();
  check(`Vitest ${version}: fake timers and a shop elsewhere`, remote.status === 0, remote.said.slice(-3000));
}
process.exitCode = failures === 0 ? 0 : 1;
