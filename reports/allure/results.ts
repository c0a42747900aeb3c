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

/** What Allure's executor.json says about a CI job, read from the variables of the three common ones. */
export const executorFrom = (environment: Environment): ExecutorInfo | undefined => {
  const { GITHUB_ACTIONS, GITLAB_CI, JENKINS_URL } = environment;
  if (GITHUB_ACTIONS === 'true') {
    const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_RUN_NUMBER, GITHUB_WORKFLOW } = environment;
    const url = `${GITHUB_SERVER_URL ?? ''}/${GITHUB_REPOSITORY ?? ''}`;
    return executor(
      'GitHub Actions',
      'github',
      url,
      GITHUB_WORKFLOW,
      GITHUB_RUN_NUMBER,
      `${url}/actions/runs/${GITHUB_RUN_ID ?? ''}`,
    );
  }
  if (GITLAB_CI === 'true') {
    const { CI_PROJECT_URL, CI_JOB_NAME, CI_PIPELINE_IID, CI_JOB_URL } = environment;
    return executor('GitLab CI', 'gitlab', CI_PROJECT_URL ?? '', CI_JOB_NAME, CI_PIPELINE_IID, CI_JOB_URL ?? '');
  }
  if (JENKINS_URL !== undefined) {
    return executor(
      'Jenkins',
      'jenkins',
      JENKINS_URL,
      environment.JOB_NAME,
      environment.BUILD_NUMBER,
      environment.BUILD_URL ?? '',
    );
  }
  return undefined;
};

const executor = (
  name: string,
  type: string,
  url: string,
  job: string | undefined,
  build: string | undefined,
  buildUrl: string,
): ExecutorInfo => {
  const order = Number(build);
  return {
    name,
    type,
    url,
    buildName: `${job ?? 'job'} #${build ?? '?'}`,
    buildUrl,
    ...(Number.isInteger(order) && build !== undefined && build !== '' ? { buildOrder: order } : {}),
  };
};
