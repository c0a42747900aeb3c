import { explained, judgeOf, methodsInWords } from '#harness/cli/commands/explain';
import type { KnownFault } from '#mocks/faults';
import {
  capabilitiesOf,
  causesOf,
  costOf,
  adviceFor,
  type Party,
  parties,
  requirement,
  requirementIds,
  type RequirementId,
  requirementsOf,
} from '#schemas';
import { byHand } from './by-hand.ts';
import { blocks, code, fence, link, table, text } from './markdown.ts';
import { type Page, relative } from './page.ts';
import { sequencePicture } from './sequence-picture.ts';

const targets: Readonly<Record<Party, string>> = { merchant: 'a web shop', pos: 'a till', platform: 'the platform' };
const peers: Readonly<Record<Party, string>> = { merchant: 'shop', pos: 'till', platform: 'platform' };

const addressOf = (id: RequirementId): string => `requirements/${id}`;

/** A page for each row of the register. */
export const requirementPages = (): readonly Page[] => [index(), ...requirementIds.map(pageOf)];

const index = (): Page => ({
  at: 'requirements/index',
  title: 'Requirements',
  body: blocks(
    '# Requirements',
    'What a target can get right or wrong: one row each, with the clause it comes from. `must` is what the specification states, `should` what it recommends or only implies; a `should` warns and fails nobody.',
    ...parties.map((party) =>
      blocks(
        `## Of ${targets[party]}`,
        table(
          ['requirement', 'level', 'rule'],
          requirementsOf(party).map((id) => [
            link(code(id), `${id}.html`),
            requirement(id).level,
            text(requirement(id).rule),
          ]),
        ),
      ),
    ),
  ),
});

const pageOf = (id: RequirementId): Page => {
  const { level, party, clause, rule, how, check, needs = [] } = requirement(id);
  const about = explained(id);
  const published = about.faults.filter((fault) => fault.published);
  const proving = about.faults.filter((fault) => !fault.published);
  const at = addressOf(id);
  const { why, fix } = adviceFor(id);
  const scenarios = [...new Set([...about.judgedIn, ...about.provokedBy])];
  const to = (page: string): string => relative(at, page);
  return {
    at,
    title: id,
    body: blocks(
      `# ${code(id)}`,
      `**${text(rule)}**`,
      table(['level', 'of', 'clause'], [[level, link(targets[party], to('requirements/index.html')), text(clause)]]),
      text([why, costOf(id)?.words].filter(Boolean).join(' ')),
      '## How to mend it',
      text(fix),
      text(costOf(id)?.look ?? ''),
      '## How it is judged',
      text(check),
      `![${sequencePicture(id).alt}](${to(sequencePicture(id).path)})`,
      `Checked by ${how.map((method) => methodsInWords[method]).join('; ')}. Judged by ${text(judgeOf(about))}.`,
      scenarios.length === 0
        ? undefined
        : blocks(
            'What gives occasion to it:',
            table(
              ['scenario', 'what it does'],
              scenarios.map(({ id: scenario, title }) => [code(scenario), text(title)]),
            ),
          ),
      causesSection(id),
      needs.length === 0
        ? undefined
        : `It needs ${needs.map((key) => link(code(key), to(pageOfKey(key)))).join(', ')} of the configuration; without, it is *not exercised*.`,
      ...capabilitiesOf(id).map(
        (capability) => `Where ${code(`capabilities.${capability}`)} is false it is not applicable.`,
      ),
      '## Again, and by hand',
      fence('sh', `npx conformance run ${party} --only ${id}`),
      byHand(id),
      `## Mistakes it is known to catch`,
      about.faults.length === 0
        ? 'None of its own: whatever breaks it breaks a narrower requirement first.'
        : blocks(
            published.length === 0
              ? undefined
              : `Each is a switch of a reference ${peers[party]}, and breaks this in every release of this package.`,
            faultTable(published),
            failing(party, published[0], id),
            proving.length === 0
              ? undefined
              : 'These are known to be caught as well. They only prove the check: a sample cannot have them.',
            faultTable(proving),
          ),
    ),
  };
};

const faultTable = (faults: readonly KnownFault[]): string | undefined =>
  faults.length === 0
    ? undefined
    : table(
        ['fault', 'what is wrong then'],
        faults.map((fault) => [code(fault.id), text(fault.title)]),
      );

/** The ways to break it, by the ids that results.json has. */
const causesSection = (id: RequirementId): string => {
  const causes = causesOf(id);
  const rows = causes.map((cause) => [code(cause.id), text(cause.sentence), text(cause.fix), cause.certain]);
  const parts = [
    rows.length === 0
      ? undefined
      : table(['cause', 'what the target did', 'what to change', 'what makes it certain'], rows),
    requirement(id).how.includes('schema')
      ? 'Where a body breaks its schema the cause is named after the place and the rule, such as `products-quantity-type`.'
      : undefined,
  ];
  const about = 'Each violation in `results.json` has the id of its cause. An entry of `expectedFailures` may name it.';
  return parts.every((part) => part === undefined) ? '' : blocks('## Causes', about, ...parts);
};

/** See it fail: a reference peer with the first fault. The platform has none that is served with faults. */
const failing = (party: Party, fault: KnownFault | undefined, id: string): string | undefined => {
  if (fault === undefined || party === 'platform') return undefined;
  const variant = fault.variants?.[0] === undefined ? '' : ` --variant ${fault.variants[0]}`;
  return blocks(
    'See it fail, in two terminals:',
    fence(
      'sh',
      [
        `npx conformance sample ${party}${variant} --fault ${fault.id} --config-out sample.json`,
        `npx conformance run ${party} --config sample.json --only ${id}`,
      ].join('\n'),
    ),
  );
};

const pageOfKey = (key: string): string => {
  const [first = ''] = key.split('.');
  return first === 'triggers'
    ? `triggers.html#${key.split('.')[1]?.toLowerCase() ?? ''}`
    : `configuration.html#${first}`;
};
