import { join } from 'node:path';
import { allureWith, type Reported, type Reporter, type ReportFormat, reporters } from '#reports';
import { type AllureBuilder, createAllureBuilder } from './allure-builder.ts';
import { writeReportFile } from './report-file.ts';

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
  /** Whether the run becomes part of the Allure history; it is where `allure` is given. Default: no. */
  readonly remember?: boolean;
  /** One that may be ready by now. */
  readonly allure?: AllureBuilder | undefined;
}

/** Writes results.json and the asked for reports. One that throws must not take the others with it. */
export const writeReports = async (folder: string, reported: Reported, options: ReportOptions): Promise<Written> => {
  await using own = createAllureBuilder(folder, { remember: options.remember ?? false });
  const { allure = own } = options;
  const written = new Set<string>();
  const problems: string[] = [];
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      problems.push(`The ${name} report could not be written: ${(error as Error).message}`);
    }
  };
  const buildPage = async (): Promise<void> => {
    await allure.build();
    written.add('allure-report/');
  };
  // Built while the other reports are written.
  const pages: Promise<void>[] = [];
  for (const format of new Set<ReportFormat>(['json', ...options.formats])) {
    const reporter: Reporter = format === 'allure' ? allureWith(options.env) : reporters[format];
    await attempt(format, async () => {
      for (const { path, content } of await reporter(reported)) {
        await writeReportFile(join(folder, path), content);
        written.add(path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : path);
      }
      if (format === 'allure') pages.push(attempt(format, buildPage));
    });
  }
  await Promise.all(pages);
  return { reports: [...written], problems };
};
