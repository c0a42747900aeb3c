/**
 * Writes into package-lock.json the platform packages npm left out. Where a registry does not hold the binaries of other
 * platforms, `npm install` drops those optional dependencies from the lock file, and `npm ci` then refuses it as out of
 * step. Run after every change of dependencies; `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform a package is for, which its name tells: `@biomejs/cli-linux-x64-musl`. */
const platformOf = (name: string): { readonly os?: string[]; readonly cpu?: string[] } => {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (name === 'fsevents') return { os: ['darwin'] };
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) };
};

export const completed = (lockfile: Lockfile): Lockfile => {
  const missing: Record<string, unknown> = {};
  for (const { dev, optionalDependencies = {} } of Object.values(lockfile.packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const platform = platformOf(name);
      // What is for no platform in particular was left out for another reason, which npm has to settle.
      if (`node_modules/${name}` in lockfile.packages || !/^\d/.test(version) || Object.keys(platform).length === 0)
        continue;
      missing[`node_modules/${name}`] = { version, ...platform, ...(dev && { dev }), optional: true };
    }
  const entries = Object.entries({ ...lockfile.packages, ...missing } as Lockfile['packages']);
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
};

if (import.meta.main) {
  const before = readFileSync('package-lock.json', 'utf8');
  const after = `${JSON.stringify(completed(JSON.parse(before) as Lockfile), undefined, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync('package-lock.json', after);
  else if (before !== after) throw new Error('package-lock.json lacks platform packages: npm run lockfile');
}
