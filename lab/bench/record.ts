import { cpus, loadavg, release, totalmem, type } from 'node:os';

export const introduction = (): string => {
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
  return `# Benchmarks\n\nWritten by \`npm run bench\`. The target runs in a process of its own on the same machine.\n\n${machine}\n`;
};

/** How many wanted a processor while it was measured. With more than there are, a rate says little and a ratio less. */
export const loadSince = (before: number): string =>
  `Load ${before.toFixed(1)} before, ${currentLoad().toFixed(1)} after, on ${cpus().length} processors.`;

export const currentLoad = (): number => loadavg()[0] ?? Number.NaN;

/** The record with the sections of what was measured replaced, and the others as they were. */
export const recorded = (before: string, measured: ReadonlyMap<string, string>, names: readonly string[]): string => {
  const known = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  );
  const sections = names.flatMap((name) => {
    const text = measured.get(name) ?? known.get(name);
    return text === undefined ? [] : [`\n## ${name}\n\n${text.trim()}\n`];
  });
  return `${introduction()}${sections.join('')}`;
};
