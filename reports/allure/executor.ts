import type { ExecutorInfo } from 'allure-js-commons/sdk';
import type { Environment } from '../report.ts';

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
