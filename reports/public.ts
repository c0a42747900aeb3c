/** The package's `conformance/reports`: every way to write a run down, as a pure function of its result. */
export { compared, type Comparison } from './comparison/comparison.ts';
export { comparisonMarkdown, comparisonText } from './comparison/texts.ts';
export type { Environment, Report, Reported, ReportFile } from './report.ts';
export { reports } from './reports.ts';
export { certificateText } from './terminal/certificate.ts';
export { summaryText, type TerminalOptions } from './terminal/summary.ts';
