import { readFileSync } from 'node:fs';
import { Status, type StepResult, type TestResult } from 'allure-js-commons';
import type { Category, ExecutorInfo } from 'allure-js-commons/sdk';
import { stringifyEnvInfo } from 'allure-js-commons/sdk/reporter';
import { exchangeAttachment, exchangeFile } from './exchange.ts';
import { picturesOf } from './picture.ts';
import { allureResult } from './result.ts';
import type { Environment, Reported, ReportFile } from '../report.ts';

/** For Allure 2 and its plugins; the report of Allure 3 takes the same from its configuration (page.ts). */
const categories: Category[] = [
  { name: 'The target is wrong', matchedStatuses: [Status.FAILED] },
  { name: 'Harness or set-up', matchedStatuses: [Status.BROKEN] },
  { name: 'Not exercised', matchedStatuses: [Status.SKIPPED], messageRegex: 'not exercised[\\s\\S]*' },
  { name: 'Not applicable', matchedStatuses: [Status.SKIPPED], messageRegex: 'not applicable[\\s\\S]*' },
];

/** allure-results/: one result per requirement, the exchanges as attachments, and what stands beside them. */
export const allureResults = (reported: Reported, environment: Environment = {}): readonly ReportFile[] => {
  const results = reported.result.requirements.map((row) => allureResult(reported, row));
  const executor = executorFrom(environment);
  return [
    ...results.map((result) => file(`${result.uuid}-result.json`, result)),
    ...attachedExchanges(reported, results),
    ...[...picturesOf(reported)].map(([source, content]) => ({ path: `allure-results/${source}`, content })),
    file('categories.json', categories),
    { path: 'allure-results/environment.properties', content: `${stringifyEnvInfo(about(reported))}\n` },
    ...(executor === undefined ? [] : [file('executor.json', executor)]),
  ];
};

const file = (name: string, content: unknown): ReportFile => ({
  path: `allure-results/${name}`,
  content: `${JSON.stringify(content, null, 1)}\n`,
});

/** Each exchange some step refers to, once. */
const attachedExchanges = (reported: Reported, results: readonly TestResult[]): readonly ReportFile[] => {
  const sources = new Set(results.flatMap(({ steps }) => steps.flatMap(sourcesOf)));
  return [...reported.exchanges.values()]
    .filter((exchange) => sources.has(exchangeAttachment(reported.result, exchange).source))
    .map((exchange) => exchangeFile(reported.result, exchange));
};

const sourcesOf = ({ attachments, steps }: StepResult): readonly string[] => [
  ...attachments.map(({ source }) => source),
  ...steps.flatMap(sourcesOf),
];

const about = ({ result }: Reported): Record<string, string> => ({
  target: [result.target.name ?? 'unnamed target', result.target.version].filter(Boolean).join(' '),
  suite: result.suite,
  verdict: result.verdict,
  seed: String(result.seed),
  tool: `${result.tool.name} ${result.tool.version}`,
  register: `${result.register.version} ${result.register.digest}`,
});

/** What a CI server says of its jobs; `{NAME}` stands for a variable of the environment. */
interface KnownExecutor {
  /** The variable that it sets. */
  readonly sign: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly job: string;
  readonly build: string;
  readonly buildUrl: string;
}

const executors = JSON.parse(
  readFileSync(new URL('executors.json', import.meta.url), 'utf8'),
) as readonly KnownExecutor[];

export const executorFrom = (environment: Environment): ExecutorInfo | undefined => {
  const known = executors.find(({ sign }) => !['', 'false'].includes(environment[sign] ?? ''));
  if (known === undefined) return undefined;
  const filled = (text: string, otherwise = ''): string =>
    text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => environment[name] ?? otherwise);
  const build = filled(known.build, '?');
  return {
    name: known.name,
    type: known.type,
    url: filled(known.url),
    buildName: `${filled(known.job, 'job')} #${build}`,
    buildUrl: filled(known.buildUrl),
    ...(/^\d+$/u.test(build) && { buildOrder: Number(build) }),
  };
};
