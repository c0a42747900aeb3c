import { AllureReport, FileSystemReportFiles, resolveConfig } from '@allurereport/core';

/** The tag that the report's generator puts in without asking, and the inline script that goes with it. */
const analytics =
  /<script\b[^>]*\bsrc="https?:\/\/[^"]*"[^>]*>\s*<\/script>(?:\s*<script>\s*window\.dataLayer[\s\S]*?<\/script>)?/g;

/** An HTML file without anything that a browser would fetch from elsewhere on opening it. */
export const withoutAnalytics = (page: string): string => page.replace(analytics, '');

export interface AllureReportOptions {
  /** Folder of the page. */
  readonly outDir: string;
  /** File of earlier runs, a line each, whose trend the page shows; made when there is none. */
  readonly historyPath: string;
  /** Whether this run becomes a line of it: a report that is only built again is no run. */
  readonly remember: boolean;
}

const remembered = 50;

/** A report that waits for its results. */
export interface OpenAllureReport {
  /** Builds the page from a folder of results. */
  readonly build: (resultsDir: string) => Promise<void>;
}

/**
 * Prepares `outDir`/index.html, the single-file Allure report. Only this file touches the disk, and it is imported only
 * where it is used: loading the library and getting it ready takes as long as building the page, some 400 ms each.
 */
export const openAllureReport = async ({
  outDir,
  historyPath,
  remember,
}: AllureReportOptions): Promise<OpenAllureReport> => {
  const config = await resolveConfig({
    name: 'Conformance',
    output: outDir,
    historyPath,
    historyLimit: remembered,
    appendHistory: remember,
    plugins: {
      awesome: {
        options: {
          reportName: 'Conformance',
          singleFile: true,
          reportLanguage: 'en',
          // Each story is one requirement and so one result: a level of its own would only have to be opened too.
          groupBy: ['epic', 'feature'],
        },
      },
    },
    categories: {
      rules: [
        { name: 'The target is wrong', matchers: { statuses: ['failed'] }, groupBy: ['severity'] },
        { name: 'Harness or set-up', matchers: { statuses: ['broken'] } },
        {
          name: 'Not exercised',
          matchers: { statuses: ['skipped'], labels: { tag: 'not-exercised' } },
          groupBy: [{ label: 'unlock' }],
        },
        { name: 'Not applicable', matchers: { statuses: ['skipped'], labels: { tag: 'not-applicable' } } },
        { name: 'Filtered', matchers: { statuses: ['skipped'], labels: { tag: 'filtered' } } },
        { name: 'Not scored', matchers: { statuses: ['skipped'], labels: { tag: 'not-scored' } } },
        { name: 'Warnings', matchers: { statuses: ['unknown'], labels: { tag: 'warning' } } },
      ],
    },
  });
  const files = new FileSystemReportFiles(outDir);
  const report = new AllureReport({
    ...config,
    // resolveConfig adds an agent plugin of its own.
    plugins: (config.plugins ?? []).filter(({ id }) => id === 'awesome'),
    reportFiles: {
      addFile: (path, data) =>
        files.addFile(path, path.endsWith('.html') ? Buffer.from(withoutAnalytics(data.toString('utf8'))) : data),
    },
  });
  await report.start();
  return {
    build: async (resultsDir) => {
      await report.readDirectory(resultsDir);
      await report.done();
    },
  };
};
