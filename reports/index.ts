import type { AllureReportOptions, OpenAllureReport } from './allure/page.ts';

export type { AllureReportOptions } from './allure/page.ts';
import { har } from './har.ts';
import { html } from './html/report.ts';
import { json } from './json.ts';
import { junit } from './junit/junit.ts';
import { markdown } from './markdown/markdown.ts';
import type { Reporter } from './reporter.ts';

export { certificateText } from './terminal/certificate.ts';
export { compared, type Comparison } from './comparison/comparison.ts';
export { comparisonMarkdown, comparisonText } from './comparison/texts.ts';
export { exchangesOfScenario, type Reported, type Reporter, type ReportFile } from './reporter.ts';
export { advanced, noProgress, type Progress, type ProgressOptions, progressLine } from './terminal/progress.ts';
export { exitMeaning } from './wording/statuses.ts';
export { summaryText, type TerminalOptions } from './terminal/summary.ts';

export const reportFormats = ['json', 'html', 'junit', 'har', 'markdown', 'allure'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Every report a run can be written as; each is a pure function of the result and its exchanges. */
export const reporters: Readonly<Record<ReportFormat, Reporter>> = {
  json,
  html,
  junit,
  har,
  markdown,
  allure: (reported) => allureWith({})(reported),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The Allure results with what `environment` says about the CI job. Loaded on use, since the library is slow to load. */
export const allureWith =
  (environment: Environment): Reporter =>
  async (reported) => {
    const { allureReporter } = await import('./allure/results.ts');
    return allureReporter({ environment })(reported);
  };

/** Gets the single-file Allure report ready to be built. Loaded on use, too. */
export const openAllureReport = async (options: AllureReportOptions): Promise<OpenAllureReport> => {
  const library = await import('./allure/page.ts');
  return await library.openAllureReport(options);
};
