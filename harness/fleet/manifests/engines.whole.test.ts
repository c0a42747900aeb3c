import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { testFolder } from '#lab/doubles/test-folder';
import { fleetFiles, fleetTargets } from '../targets.ts';
import { type Engine, manifestFor } from './manifests.ts';

/** Two targets that nobody answers for, and the commands that a job finds. `npm ci` has been done. */
const fleet = () => {
  const folder = testFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'shops'));
  for (const name of ['a', 'b'])
    write(`shops/${name}.yaml`, 'merchant: { basketUrl: "http://127.0.0.1:1/", fixtures: { baskets: [b] } }');
  write('fleet.yaml', 'targets: [{ config: shops/*.yaml, overrides: { reports: { formats: [] } } }]');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = join(import.meta.dirname, '../../../bin/conformance.js');
  const commands = {
    conformance: `exec ${process.execPath} ${program} "$@"`,
    npx: 'exec "$@"',
    npm: 'exit 0',
  };
  for (const [name, line] of Object.entries(commands)) {
    write(`bin/${name}`, `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const { JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID, CI_NODE_INDEX, CI, ...plain } = process.env;
  const env = { ...plain, PATH: `${bin}${delimiter}${plain['PATH']}` };
  const targets = fleetTargets('fleet.yaml', folder);
  const files = fleetFiles('fleet.yaml', folder, targets);
  return {
    folder,
    env,
    manifest: (engine: Engine) => manifestFor(engine, { count: targets.length, file: 'fleet.yaml', files }),
  };
};

/** What a fleet of two whose second target alone was done leaves. */
const expectTheSecond = (results: string): void => {
  const { reason, verdict } = JSON.parse(readFileSync(join(results, 'shops-b/results.json'), 'utf8')) as {
    readonly verdict: string;
    readonly reason: string;
  };
  expect([verdict, reason]).toEqual(['not-judged', expect.stringContaining('127.0.0.1:1')]);
  expect(existsSync(join(results, 'shops-a'))).toBe(false);
};

test('the batch script certifies the target that Slurm names', { timeout: 60_000 }, () => {
  const { folder, env, manifest } = fleet();
  const { status } = spawnSync('sh', {
    input: manifest('slurm'),
    cwd: folder,
    env: { ...env, SLURM_ARRAY_TASK_ID: '1' },
  });
  // What the target came to is in its results, and no reason to try again.
  expect(status).toBe(0);
  expectTheSecond(join(folder, 'fleet-results'));
});

test('the container of an Indexed Job does, with the files it carries', { timeout: 60_000 }, () => {
  const { folder, env, manifest } = fleet();
  const [files, job] = parseAllDocuments(manifest('kubernetes')).map((document) => document.toJS() as unknown) as [
    { data: Record<string, string> },
    {
      spec: {
        template: {
          spec: {
            containers: [{ command: string[]; args: string[] }];
            volumes: [{ configMap: { items: { key: string; path: string }[] } }];
          };
        };
      };
    },
  ];
  const { containers, volumes } = job.spec.template.spec;
  const mounted = join(folder, 'mounted');
  for (const { key, path } of volumes[0].configMap.items) {
    mkdirSync(dirname(join(mounted, path)), { recursive: true });
    writeFileSync(join(mounted, path), files.data[key] ?? '');
  }
  const [program = '', ...options] = containers[0].command;
  const args = containers[0].args.map((arg) =>
    arg.replace('/fleet/', `${mounted}/`).replace('--out /results', `--out ${join(folder, 'results')}`),
  );
  const { status } = spawnSync(program, [...options, ...args], {
    cwd: '/',
    env: { ...env, JOB_COMPLETION_INDEX: '1' },
  });
  expect(status).toBe(0);
  expectTheSecond(join(folder, 'results'));
});

test('a step of the workflow does, by its place in the matrix', { timeout: 60_000 }, () => {
  const { folder, env, manifest } = fleet();
  const { jobs } = parse(manifest('github')) as {
    jobs: { target: { strategy: { matrix: { index: number[] } }; steps: { run?: string; shell?: string }[] } };
  };
  const { strategy, steps } = jobs.target;
  const last = strategy.matrix.index.at(-1);
  const step = steps.find(({ run }) => run?.includes('conformance'));
  expect(step?.shell).toBe('bash {0}');
  const script = step?.run?.replace('${{ matrix.index }}', String(last)) ?? '';
  writeFileSync(join(folder, 'step.sh'), script);
  const { status } = spawnSync('bash', ['step.sh'], { cwd: folder, env });
  expect(status).toBe(0);
  expectTheSecond(join(folder, 'fleet-results'));
});

/** Holds pipelines to the schema that GitLab publishes. */
const gitlabCiLocal = createRequire(import.meta.url).resolve('gitlab-ci-local');

test('the pipeline is what the schema of GitLab says, and its jobs do', { timeout: 120_000 }, () => {
  const { folder, env, manifest } = fleet();
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, env });
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://gitlab.example/team/fleet.git');
  const who = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.org'] as const;
  git('add', 'fleet.yaml', 'shops');
  git(...who, 'commit', '-q', '-m', 'A fleet');
  const local = (...args: readonly string[]) =>
    spawnSync(process.execPath, [gitlabCiLocal, ...args], { cwd: folder, env, encoding: 'utf8' });
  const pipeline = (text: string) => writeFileSync(join(folder, '.gitlab-ci.yml'), text);

  pipeline(manifest('gitlab').replace('parallel: 2', 'parallel: 500'));
  expect(local('--list-json').stderr).toContain("'parallel' must be <= 200");

  pipeline(manifest('gitlab'));
  const { status, stdout, stderr } = local('--list-json');
  expect([status, stderr]).toEqual([0, expect.stringContaining('json schema validated')]);
  expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual([
    'target: [1/2]',
    'target: [2/2]',
    'report',
  ]);
  // The job itself, in the shell that a runner uses.
  const { script } = (parse(manifest('gitlab')) as { target: { script: string[] } }).target;
  const job = spawnSync('bash', ['-eo', 'pipefail'], {
    input: script.join('\n'),
    cwd: folder,
    env: { ...env, CI_NODE_INDEX: '2' },
  });
  expect(job.status).toBe(0);
  expectTheSecond(join(folder, 'fleet-results'));
});
