import { areaOf, registerText } from '../wording/areas.ts';
import { spoken } from '../wording/durations.ts';
import { typed } from '../wording/statuses.ts';
import {
  LabelName,
  LinkType,
  Severity,
  Stage,
  Status,
  type StatusDetails,
  type StepResult,
  type TestResult,
} from 'allure-js-commons';
import { createStepResult, createTestResult } from 'allure-js-commons/sdk/reporter';
import { type Exchange, isRequirementId, requirementPage, type RequirementResult, type ScenarioResult } from '#schemas';
import { type Argument, argumentFor } from '../violation/argument.ts';
import { exchangeAttachment } from './exchange.ts';
import { exchangeLine } from '../violation/exchange-line.ts';
import { inkFor } from '../terminal/ink.ts';
import { printable } from '../wording/printable.ts';
import { idAtTarget, type Reported } from '../report.ts';
import { blocksIn, callsIn, callsShowing, timeOf } from '../violation/calls-shown.ts';
import { failureBlock } from '../terminal/failure.ts';
import { pictureAttachments } from './picture.ts';
import { uuidOf } from './uuid.ts';

export const allureResult = (reported: Reported, row: RequirementResult): TestResult => {
  const { result, documentation } = reported;
  const { clause, rule } = registerText(row.id);
  const id = idAtTarget(result, row.id);
  const scenarios = result.scenarios.filter((scenario) => row.scenarios.includes(scenario.id));
  const blocks = row.violations.map((violation) => argumentFor(reported, row, violation));
  const status = statusOf(reported, row);
  const steps = scenarios.map((scenario) => scenarioStep(reported, scenario, blocks));
  const calls = callsShowing(reported, row, blocks);
  return {
    ...createTestResult(uuidOf(`${result.startedAt} ${result.seed} ${id}`)),
    name: row.id,
    fullName: id,
    // Stable over runs and machines, which is what history hangs on.
    historyId: id,
    testCaseId: id,
    titlePath: [result.suite, areaOf(row.id)],
    description: `${rule}\n\n*${clause}* (${row.level})\n\n\`conformance explain ${row.id}\``,
    ...(status !== undefined && { status }),
    stage: Stage.FINISHED,
    statusDetails: detailsOf(reported, row, blocks),
    ...timeOf(calls, result.startedAt),
    labels: [
      { name: LabelName.EPIC, value: result.suite },
      { name: LabelName.FEATURE, value: areaOf(row.id) },
      { name: LabelName.STORY, value: row.id },
      { name: LabelName.SEVERITY, value: row.level === 'must' ? Severity.CRITICAL : Severity.MINOR },
      { name: LabelName.TAG, value: row.level },
      ...(row.status === 'passed' || row.status === 'failed' ? [] : [{ name: LabelName.TAG, value: row.status }]),
      { name: 'requirement', value: row.id },
      ...row.violations.flatMap(({ cause }) => (cause === undefined ? [] : [{ name: 'cause', value: cause }])),
      ...(row.unlock === undefined ? [] : [{ name: 'unlock', value: row.unlock }]),
    ],
    links: linksOf(row.id, documentation),
    parameters: [{ name: 'seed', value: String(result.seed), excluded: true }],
    steps,
  };
};

const linksOf = (id: string, documentation: string | undefined): TestResult['links'] =>
  documentation === undefined || !isRequirementId(id)
    ? []
    : [{ type: LinkType.TMS, name: 'How it is checked and fixed', url: `${documentation}${requirementPage(id)}` }];

/**
 * failed: the target. broken: harness or set-up. skipped: nothing is known, or nothing was claimed. A warning has none, which
 * Allure calls unknown: it is neither right nor a failure.
 */
const statusOf = ({ result }: Reported, row: RequirementResult): Status | undefined => {
  if (row.status === 'passed') return Status.PASSED;
  if (row.status === 'warning') return undefined;
  if (row.status === 'failed') return Status.FAILED;
  const isBroken =
    row.status === 'not-exercised' &&
    (result.verdict === 'not-judged' ||
      result.scenarios.some(({ id, status }) => status === 'broken' && row.scenarios.includes(id)));
  return isBroken ? Status.BROKEN : Status.SKIPPED;
};

const detailsOf = ({ result }: Reported, row: RequirementResult, blocks: readonly Argument[]): StatusDetails => {
  const [first] = blocks;
  if (first !== undefined) {
    const prefix =
      row.status === 'warning' ? 'Warning. ' : row.status === 'expected-failure' ? `${row.reason ?? 'known'}. ` : '';
    return {
      message: prefix + blocks.map(({ message }) => message).join('\n'),
      trace: blocks.map((block) => failureBlock(block, { ink: inkFor(false), width: 100 })).join('\n\n'),
      expected: printable(first.violation.expected),
      actual: printable(first.violation.actual),
    };
  }
  const broken = result.scenarios.find(
    (scenario) => scenario.status === 'broken' && row.scenarios.includes(scenario.id),
  );
  const notJudged = row.status === 'not-exercised' && result.verdict === 'not-judged' ? result.reason : undefined;
  const reason = notJudged ?? broken?.reason ?? row.reason;
  if (row.status === 'passed' || reason === undefined) return {};
  // Most reasons name it themselves.
  const unlock = row.unlock === undefined || reason.includes(row.unlock) ? '' : `. Set ${row.unlock} to exercise it`;
  return { message: printable(`${row.status.replace('-', ' ')}: ${reason}${unlock}`) };
};

const scenarioStep = (reported: Reported, scenario: ScenarioResult, blocks: readonly Argument[]): StepResult => {
  const own = blocksIn(scenario, blocks);
  const calls = callsIn(reported, scenario, blocks);
  const status = { done: Status.PASSED, broken: Status.BROKEN, omitted: Status.SKIPPED }[scenario.status];
  const [found] = own;
  return {
    ...step(scenario.id, found === undefined ? status : foundStatus(found.row), 0, 0),
    ...timeOf(calls, reported.result.startedAt),
    parameters: [{ name: 'the whole scenario took', value: spoken(scenario.durationMs) }],
    statusDetails: scenario.reason === undefined ? {} : { message: printable(scenario.reason) },
    steps:
      own.length > 0
        ? own.map((block) => violationStep(reported, block))
        : calls.map((call) => exchangeStep(reported, call)),
  };
};

/** What was found and is no failure has not passed either. */
const foundStatus = (row: RequirementResult): Status | undefined =>
  row.status === 'failed' ? Status.FAILED : undefined;

const violationStep = (reported: Reported, argument: Argument): StepResult => {
  const { row, message, violation, exchanges, shown } = argument;
  return {
    ...step(message, foundStatus(row), Date.parse(shown?.at ?? '') || 0, 0),
    statusDetails: { message, expected: printable(violation.expected), actual: printable(violation.actual) },
    parameters: [{ name: 'again', value: typed(violation.replay) }],
    attachments: pictureAttachments(reported, argument),
    steps: exchanges.map((exchange) => exchangeStep(reported, exchange)),
  };
};

const exchangeStep = ({ result }: Reported, exchange: Exchange): StepResult => ({
  ...step(
    exchangeLine(exchange),
    exchange.failure === undefined ? Status.PASSED : Status.BROKEN,
    Date.parse(exchange.at),
    exchange.durationMs,
  ),
  attachments: [exchangeAttachment(result, exchange)],
});

const step = (name: string, status: Status | undefined, start: number, durationMs: number): StepResult => ({
  ...createStepResult(),
  name,
  ...(status !== undefined && { status }),
  stage: Stage.FINISHED,
  start,
  stop: start + Math.round(durationMs),
});
