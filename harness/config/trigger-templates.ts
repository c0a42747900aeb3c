import { type Config, nearest } from '#schemas';
import { UsageError } from './usage-error.ts';
import { variablesIn } from './template.ts';
import { triggerNames, triggerVariables } from './trigger-variables.ts';

/** What a till we start is told. */
const commandVariables = ['platformUrl', 'merchantTaxId', 'pinCode'];

interface Template {
  readonly key: string;
  readonly template: unknown;
  readonly given: readonly string[];
}

/** A misspelt variable would silently be sent as nothing, so it is refused before the run. */
export const checkTriggerTemplates = (config: Config, where: string): void => {
  for (const { key, template, given } of templatesIn(config)) {
    const unknown = variablesIn(template).find((variable) => !given.includes(variable));
    if (unknown === undefined) continue;
    const meant = nearest(unknown, given);
    const choices =
      given.length === 0 ? 'It has none.' : `It has ${given.map((variable) => `{{${variable}}}`).join(', ')}.`;
    throw new UsageError(
      `${where}: ${key}: {{${unknown}}} is no variable there${meant === undefined ? '.' : `; did you mean {{${meant}}}?`} ${choices}`,
      { key },
    );
  }
};

const templatesIn = ({ triggers, pos = {} }: Config): readonly Template[] => {
  const places = [
    { at: '', command: pos.command, ports: pos.ports, triggers },
    ...(pos.tills ?? []).map((till, index) => ({ ...till, at: `pos.tills[${index}].` })),
  ];
  return places.flatMap(({ at, command, ports = pos.ports ?? [], triggers: table }) => [
    { key: `${at || 'pos.'}command`, template: command, given: commandVariables },
    ...triggerNames.map((name) => ({
      key: `${at}triggers.${name}`,
      template: table?.[name],
      given: [...triggerVariables[name], ...ports.map((port) => `till.${port}`)],
    })),
  ]);
};
