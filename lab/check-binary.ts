/**
 * `npm run check:binary`: after `npm run build`, makes the single executable and tries it where there is neither Node nor npm nor a
 * network: alone in a root folder with the libraries of the system. Who is not root tries it in an empty environment.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '#harness/output/temporary-folder';

let failures = 0;
const check = (name: string, problem: string | undefined, detail: string): void => {
  if (problem !== undefined) failures += 1;
  process.stdout.write(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name}  ${detail}\n`);
  if (problem !== undefined) process.stdout.write(`${problem.replaceAll(/^/gm, '       ')}\n`);
};

using temporary = temporaryFolder('check-binary');
const root = temporary.path;
const binary = join(root, 'bin/conformance');
for (const folder of ['bin', 'tmp', 'work']) mkdirSync(join(root, folder));
execFileSync(process.execPath, ['build/binary.ts', '--out', binary], { stdio: ['ignore', 'inherit', 'ignore'] });
check('size', undefined, `${Math.round(statSync(binary).size / 2 ** 20)} MiB`);
for (const [library] of execFileSync('ldd', [binary], { encoding: 'utf8' }).matchAll(/\/[^ ]+/g)) {
  mkdirSync(dirname(join(root, library)), { recursive: true });
  copyFileSync(library, join(root, library));
}

const alone = process.getuid?.() === 0 && spawnSync('unshare', ['-n', 'true']).status === 0;
const rooted = ['chroot', root, '/bin/conformance'];
const offline = alone ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...rooted] : [binary];
const options = {
  cwd: alone ? '/' : root,
  env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/' },
  encoding: 'utf8',
} as const;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

const tries: readonly (readonly [args: string, code: number, says: RegExp])[] = [
  ['--version', 0, new RegExp(`^${version}\n$`)],
  ['--help', 0, /conformance judge/],
  ['explain order/idempotent', 0, /order:never-idempotent/],
  ['demo --ci --out work', 0, /till copper +conformant[^]*allure-report|allure-report[^]*till copper +conformant/],
  [
    'judge merchant work/demo/broken/journal.ndjson --out work/judged',
    1,
    /failed +order\/idempotent\nnext +conformance explain/,
  ],
  ['report work/demo/broken --out work/again', 1, /work\/again/],
];
for (const [args, code, says] of tries) {
  const startedAt = performance.now();
  const [program = '', ...before] = offline;
  const { status, stdout, stderr } = spawnSync(program, [...before, ...args.split(' ')], options);
  const said = `${stdout}${stderr}`;
  const isRight = status === code && says.test(said);
  check(
    args,
    isRight ? undefined : `exit ${status}\n${said.slice(-2000)}`,
    `${Math.round(performance.now() - startedAt)} ms`,
  );
}

const [program = '', ...before] = alone ? rooted : [binary];
const platform = spawn(program, [...before, 'platform'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
let control = '';
for await (const line of createInterface(platform.stdout)) {
  control = /^control +(\S+)/.exec(line)?.[1] ?? '';
  if (control !== '') break;
}
for (const path of ['/', '/console.js', '/docs/index.html', '/openapi.json']) {
  const { status } = await fetch(`${control}${path}`);
  check(`${path} of the platform`, status === 200 ? undefined : `${control}: ${status}`, '');
}
platform.kill('SIGINT');
process.exitCode = failures === 0 ? 0 : 1;
