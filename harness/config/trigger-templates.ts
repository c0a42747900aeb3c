import type { Config } from '#schemas';
import { UsageError } from '../errors.ts';
import { variablesIn } from '../targets/template.ts';
import { triggerNames, triggerVariables } from '../targets/trigger-variables.ts';
import { nearest } from './nearest.ts';

/** A misspelt variable would silently be sent as nothing, so it is refused before the run. */
export const checkTriggerTemplates = (config: Config, where: string): void => {
  for (const name of triggerNames) {
    const given: readonly string[] = triggerVariables[name];
    const unknown = variablesIn(config.triggers?.[name]).find((variable) => !given.includes(variable));
    if (unknown === undefined) continue;
    const key = `triggers.${name}`;
    const meant = nearest(unknown, given);
    const choices =
      given.length === 0 ? 'It has none.' : `It has ${given.map((variable) => `{{${variable}}}`).join(', ')}.`;
    throw new UsageError(
      `${where}: ${key}: {{${unknown}}} is no variable of this trigger${meant === undefined ? '' : `; did you mean {{${meant}}}?`} ${choices}`,
      { key },
    );
  }
};
