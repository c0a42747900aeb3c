export { loadAllureStories, openAllureReport } from './allure/allure.ts';
export type { AllureStory } from './allure/story.ts';
export type { AllureReportOptions } from './allure/page.ts';
export { argumentFor } from './violation/argument.ts';
export { ledTo, mayLead } from './violation/led-to.ts';
export { changedIn, compared, type Comparison } from './comparison/comparison.ts';
export { comparisonMarkdown, comparisonText, inWords } from './comparison/texts.ts';
export { ejectedTest } from './eject/ejected-test.ts';
export { type EjectLanguage, writtenTest } from './eject/written-test.ts';
export { roundAllure } from './fleet/allure.ts';
export { roundJunit } from './fleet/junit.ts';
export { roundPage } from './fleet/page.ts';
export { type Round, type RoundRow, roundText, since, badge, toRoundRow } from './fleet/round.ts';
export { html } from './html/html.ts';
export { json } from './json.ts';
export {
  type Environment,
  exchangesOfScenario,
  type Power,
  type Report,
  type Reported,
  type ReportFile,
} from './report.ts';
export { reportFormats, reportPaths, reports } from './reports.ts';
export { failureBlock } from './terminal/failure.ts';
export { inkFor } from './terminal/ink.ts';
export { certificateText } from './terminal/certificate.ts';
export {
  advanced,
  newFailure,
  noProgress,
  type Progress,
  type ProgressOptions,
  progressLine,
} from './terminal/progress.ts';
export { summaryText, type TerminalOptions } from './terminal/summary.ts';
export { typed } from './wording/statuses.ts';
