import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allureWith, buildAllureReport, type Reported, type Reporter, type ReportFormat, reporters } from '#reports';

/** Written where the configuration names none. */
export const defaultFormats = ['allure', 'html', 'junit', 'har'] as const satisfies readonly ReportFormat[];

export interface Written {
  /** What a reader would open, relative to the folder: files, and the folder of the many small ones. */
  readonly reports: readonly string[];
  /** One sentence per report that could not be written; the others are there. */
  readonly problems: readonly string[];
}

export interface ReportOptions {
  readonly formats: readonly ReportFormat[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes results.json and the asked for reports. One that throws must not take the others with it. */
export const writeReports = async (folder: string, reported: Reported, options: ReportOptions): Promise<Written> => {
  const written = new Set<string>();
  const problems: string[] = [];
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      problems.push(`The ${name} report could not be written: ${(error as Error).message}`);
    }
  };
  for (const format of new Set<ReportFormat>(['json', ...options.formats])) {
    const reporter: Reporter = format === 'allure' ? allureWith(options.env) : reporters[format];
    await attempt(format, async () => {
      for (const { path, content } of await reporter(reported)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
        written.add(path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : path);
      }
      if (format !== 'allure') return;
      await buildAllureReport(join(folder, 'allure-results'), join(folder, 'allure-report'));
      written.add('allure-report/');
    });
  }
  return { reports: [...written], problems };
};
