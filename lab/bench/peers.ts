import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Others who do a part of what the platform does. Installed when first measured: nobody else needs their 230 packages. */
const packages = {
  fauxqs: ['fauxqs@2.4.1'],
  prism: ['@stoplight/prism-http-server@5.16.0', '@stoplight/prism-http@5.16.0', '@stoplight/prism-core@5.16.0'],
} as const;

export type OtherPeer = keyof typeof packages;

/** The folder one is installed in; undefined where that cannot be done. */
export const folderOf = (name: OtherPeer): string | undefined => {
  const folder = resolve('node_modules', '.cache', 'bench', name);
  if (existsSync(join(folder, 'installed'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages[name]];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return undefined;
  writeFileSync(join(folder, 'installed'), '');
  return folder;
};
