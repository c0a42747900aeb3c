import { certifiedIn, messageOf, outcomeOf, type Round } from './round.ts';

/** A result for each target, in an area for each suite; names stay the same from round to round, which is what history hangs on. */
export const roundAllure = async ({ rows, at, tool }: Round): Promise<readonly NamedFile[]> => {
  // Slow to load, and of no use to whoever reports no fleet.
  const [{ LabelName, LinkType, Stage, Status }, { createTestResult }, { uuidOf }] = await Promise.all([
    import('allure-js-commons'),
    import('allure-js-commons/sdk/reporter'),
    import('../allure/uuid.ts'),
  ]);
  const statuses = { failed: Status.FAILED, broken: Status.BROKEN, passed: Status.PASSED };
  const start = Date.parse(at);
  return certifiedIn(rows).map((row) => {
    const { name, suite, verdict, labels } = row;
    const id = `${suite}/${name}`;
    const result = {
      ...createTestResult(uuidOf(`${at} ${id}`)),
      name,
      fullName: id,
      historyId: id,
      testCaseId: id,
      titlePath: ['fleet', suite],
      status: statuses[outcomeOf(row)],
      stage: Stage.FINISHED,
      statusDetails: verdict === 'conformant' ? {} : { message: messageOf(row) },
      start,
      stop: start,
      labels: [
        { name: LabelName.EPIC, value: 'fleet' },
        { name: LabelName.FEATURE, value: suite },
        { name: LabelName.STORY, value: name },
        ...Object.entries(labels).map(([key, value]) => ({ name: LabelName.TAG, value: `${key}=${value}` })),
        { name: 'tool', value: `${tool.name} ${tool.version}` },
      ],
      links: verdict === 'missing' ? [] : [{ name: 'report', url: `${name}/report.html`, type: LinkType.DEFAULT }],
    };
    return { name: `${result.uuid}-result.json`, content: `${JSON.stringify(result)}\n` };
  });
};

interface NamedFile {
  readonly name: string;
  readonly content: string;
}
