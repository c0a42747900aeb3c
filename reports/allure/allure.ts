import type { Report, Reported } from '../report.ts';
import type { RequirementResult } from '#schemas';
import type { AllureReportOptions, OpenAllureReport } from './page.ts';
import type { AllureStory } from './story.ts';

/** The library is slow to load, so it is loaded on use. Its page is built from the results, where they were written to. */
export const allure: Report = {
  name: 'allure',
  paths: ['allure-results/', 'allure-report/'],
  purpose: 'Allure, and the same as one HTML file',
  // It takes longer than all others, and is read where runs are compared.
  written: 'in CI',
  write: async (reported, environment) => {
    const { allureResults } = await import('./results.ts');
    return allureResults(reported, environment);
  },
};

export const openAllureReport = async (options: AllureReportOptions): Promise<OpenAllureReport> => {
  const library = await import('./page.ts');
  return await library.openAllureReport(options);
};

export const loadAllureStories = async (reported: Reported): Promise<(row: RequirementResult) => AllureStory> => {
  const { allureStories } = await import('./story.ts');
  return allureStories(reported);
};
