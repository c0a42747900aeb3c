import { AllureReport, FileSystemReportFiles, resolveConfig } from '@allurereport/core';

/** The tag that the report's generator puts in without asking, and the inline script that goes with it. */
const analytics =
  /<script\b[^>]*\bsrc="https?:\/\/[^"]*"[^>]*>\s*<\/script>(?:\s*<script>\s*window\.dataLayer[\s\S]*?<\/script>)?/g;

/** An HTML file without anything that a browser would fetch from elsewhere on opening it. */
export const withoutAnalytics = (page: string): string => page.replace(analytics, '');

/**
 * Builds `outDir`/index.html, the single-file Allure report, from a folder of results. Only this file touches the disk,
 * and it is imported only where it is used: the library takes a quarter of a second to load.
 */
export const buildAllureReport = async (resultsDir: string, outDir: string): Promise<void> => {
  const config = await resolveConfig({
    name: 'Conformance',
    output: outDir,
    plugins: {
      awesome: {
        options: {
          reportName: 'Conformance',
          singleFile: true,
          reportLanguage: 'en',
          groupBy: ['epic', 'feature', 'story'],
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
        { name: 'Warnings', matchers: { statuses: ['passed'], labels: { tag: 'warning' } } },
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
  await report.readDirectory(resultsDir);
  await report.done();
};
