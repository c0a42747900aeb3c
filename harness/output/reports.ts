import { type Environment, type Report, type Reported, reports } from '#reports';
import { isCi } from '../config/default-files.ts';
import { type AllureBuilder, createAllureBuilder } from './allure-builder.ts';
import { writeReportFile } from './report-file.ts';

export interface Written {
  /** What a reader would open, relative to the folder: files, and the folder of the many small ones. */
  readonly reports: readonly string[];
  /** One sentence per report that could not be written; the others are there. */
  readonly problems: readonly string[];
}

export interface ReportOptions {
  /** Names of reports; undefined are those written by default. */
  readonly formats: readonly string[] | undefined;
  readonly env: Environment;
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
  for (const { name, write } of reportsOf(options.formats, options.env)) {
    await attempt(name, async () => {
      for (const file of await write(reported, options.env)) {
        await writeReportFile(folder, file);
        const { path } = file;
        written.add(path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : path);
      }
      if (name === 'allure') pages.push(attempt(name, buildPage));
    });
  }
  await Promise.all(pages);
  return { reports: [...written], problems };
};

/** The reports that `reports.formats` of a configuration comes to, each once; without, a CI job gets more than a person. */
export const reportsOf = (formats: readonly string[] | undefined, env: Environment): readonly Report[] => {
  const asked = formats?.flatMap((format) => reports.filter(({ name }) => name === format));
  const always = reports.filter(({ written }) => written === 'always');
  return [
    ...new Set([
      ...always,
      ...(asked ?? reports.filter(({ written }) => written === 'by default' || (isCi(env) && written === 'in CI'))),
    ]),
  ];
};
