import type { TestResult } from 'allure-js-commons';
import type { Exchange, RequirementResult } from '#schemas';
import { exchangeAttachment, exchangeFile } from './exchange.ts';
import { picturesOf } from './picture.ts';
import { allureResult } from './result.ts';
import type { Reported } from '../report.ts';

/** One requirement as Allure shows it, for those who tell Allure by other ways than files of ours. */
export interface AllureStory {
  readonly result: TestResult;
  /** The content of an attachment some step names by its source. */
  readonly contentOf: (source: string) => string;
}

export const allureStories = (reported: Reported): ((row: RequirementResult) => AllureStory) => {
  const exchanges = new Map<string, Exchange>(
    [...reported.exchanges.values()].map((exchange) => [
      exchangeAttachment(reported.result, exchange).source,
      exchange,
    ]),
  );
  let pictures: ReturnType<typeof picturesOf> | undefined;
  const contentOf = (source: string): string => {
    if (source.endsWith('.svg')) return (pictures ??= picturesOf(reported)).get(source) ?? '';
    const exchange = exchanges.get(source);
    const content = exchange && exchangeFile(reported.result, exchange).content;
    return typeof content === 'string' ? content : '';
  };
  return (row) => ({ result: allureResult(reported, row), contentOf });
};
