import { triggerNames, triggerPurposes, triggerVariables, variableMeanings } from '#harness/config/triggers';
import { requirement, requirementIds } from '#schemas';
import { blocks, code, link, table, text } from './markdown.ts';

/** Each trigger with its variables, and what becomes possible with it. */
export const triggerReference = (): string =>
  blocks(
    ...triggerNames.map((name) => {
      const variables = triggerVariables[name];
      const unlocked = requirementIds.filter((id) => requirement(id).needs?.includes(`triggers.${name}`));
      return blocks(
        `### ${name}`,
        `${code(`triggers.${name}`)} ${text(triggerPurposes[name])}.`,
        variables.length === 0
          ? 'It has no variables.'
          : table(
              ['variable', 'replaced by'],
              variables.map((variable) => [code(`{{${variable}}}`), text(variableMeanings[variable])]),
            ),
        unlocked.length === 0
          ? undefined
          : `It unlocks ${unlocked.map((id) => link(code(id), `requirements/${id}.html`)).join(', ')}.`,
      );
    }),
  );
