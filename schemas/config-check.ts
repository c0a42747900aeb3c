import { assumptionIds, insteadOf, isAssumptionId } from './requirements/assumptions.ts';
import { isRequirementId, requirementIds } from './requirements/index.ts';
import { nearest } from './validation/nearest.ts';
import { isShapeName, shapeNames } from './shapes/names.ts';
import type { Config } from './shapes/types.gen.ts';
import { isObject, type ShapeSettings, validate } from './validation/validate.ts';
import type { ShapeViolation } from './validation/violation.ts';
import { kindOf, list, placeName } from './validation/wording.ts';

export interface ConfigProblem {
  /** As a person writes it: `merchant.budget.orders`, `expectedFailures[0].id`. Empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** Messages follow their path, so they do not begin with it, and leave the suggestion to whoever prints them. */
export type CheckedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Checks a configuration, environment variables already expanded, and says what to mend; nothing is filled in. */
export const checkConfig = (value: unknown, settings: ShapeSettings = {}): CheckedConfig => {
  if (!isObject(value)) {
    return {
      ok: false,
      problems: [{ path: '', message: `is ${kindOf(value)}, not a table of keys` }],
    };
  }
  const triggers = triggerProblems(value);
  const asked = new Set(triggers.map(({ path }) => path));
  // The schema and what is laid over it may say the same.
  const once = new Map(
    validate('config', value, settings)
      .map(toProblem)
      .map((found) => [`${found.path}: ${found.message}`, found]),
  );
  const shape = [...once.values()].filter(({ path }) => !placesAbove(path).some((place) => asked.has(place)));
  const problems = [...shape, ...triggers, ...idProblems(value), ...reasonProblems(value), ...overlayProblems(value)];
  return problems.length === 0 ? { ok: true, config: value as Config } : { ok: false, problems };
};

/** A path, and each that it begins with. */
const placesAbove = (path: string): readonly string[] => [
  path,
  ...[...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index)),
];

type Table = Readonly<Record<string, unknown>>;
const tableAt = (value: Table, key: string): Table => (isObject(value[key]) ? value[key] : {});
const listAt = (value: Table, key: string): readonly unknown[] => (Array.isArray(value[key]) ? value[key] : []);
const pathOf = (pointer: string): string => (pointer === '' ? '' : placeName(pointer));
const problem = (path: string, message: string, suggestion?: string): ConfigProblem =>
  suggestion === undefined ? { path, message } : { path, message, suggestion };

const toProblem = ({ pointer, keyword, message, expected, suggestion }: ShapeViolation): ConfigProblem => {
  const path = pathOf(pointer);
  if (keyword === 'additionalProperties') {
    return problem(
      path,
      suggestion === undefined ? `unknown key; there is ${expected.replace('only ', '')}` : 'unknown key',
      suggestion,
    );
  }
  const [sentence = message] = message.split('; did you mean ');
  const said = sentence.replace(`${placeName(pointer)} `, '').replace(/\.$/u, '');
  // YAML reads 0012 as a number.
  const isUnquoted = keyword === 'type' && expected === 'a string' && /^is a (?:number|boolean)/.test(said);
  return problem(path, isUnquoted ? `${said}; put it in quotes` : said, suggestion);
};

const ways = ['http', 'command', 'manual'] as const;

const triggerProblems = (value: Table): readonly ConfigProblem[] =>
  Object.entries(tableAt(value, 'triggers')).flatMap(([name, trigger]) => {
    const path = `triggers.${name}`;
    if (!isObject(trigger)) return [problem(path, `is ${kindOf(trigger)}, not a table with one of ${list(ways)}`)];
    const found = ways.filter((way) => Object.hasOwn(trigger, way));
    if (found.length === 1) return [];
    if (found.length > 1) return [problem(path, `has ${found.join(' and ')}; keep one of them`)];
    const suggestion = Object.keys(trigger)
      .map((key) => nearest(key, ways))
      .find((near) => near !== undefined);
    return [problem(path, `does not say how to do it; give it one of ${list(ways)}`, suggestion)];
  });

interface Named {
  readonly path: string;
  readonly id: unknown;
}

const idProblems = (value: Table): readonly ConfigProblem[] => {
  const requirementsNamed: readonly Named[] = [
    ...Object.keys(tableAt(value, 'severity')).map((id) => ({ path: `severity.${id}`, id })),
    ...listAt(value, 'expectedFailures').map((item, index) => ({
      path: `expectedFailures[${index}].id`,
      id: isObject(item) ? item['id'] : undefined,
    })),
    ...listAt(value, 'tolerate').map((id, index) => ({ path: `tolerate[${index}]`, id })),
  ];
  const assumptionsNamed = Object.keys(tableAt(value, 'assumptions')).map((id) => ({ path: `assumptions.${id}`, id }));
  return [
    ...requirementsNamed.flatMap(unknownId('requirement', isRequirementId, requirementIds)),
    ...assumptionsNamed.flatMap(unknownId('assumption', isAssumptionId, assumptionIds)),
    ...assumptionsNamed.flatMap(({ path, id }) => {
      const instead = isAssumptionId(id) ? insteadOf(id) : undefined;
      return instead === undefined ? [] : [problem(path, `changes nothing here: ${instead}`)];
    }),
  ];
};

/** Whoever has more to mend begins with these; to look for what is near takes its time. */
const mostSuggested = 100;

const unknownId = (what: string, isKnown: (id: string) => boolean, ids: readonly string[]) => {
  let suggested = 0;
  return ({ path, id }: Named): readonly ConfigProblem[] => {
    if (typeof id !== 'string' || isKnown(id)) return [];
    suggested += 1;
    const suggestion = suggested > mostSuggested ? undefined : nearest(id, ids);
    const hint = suggestion === undefined ? `; see \`conformance list ${what}s\`` : '';
    return [problem(path, `${id} is not ${what === 'assumption' ? 'an' : 'a'} ${what}${hint}`, suggestion)];
  };
};

/** A proposed entry excuses nothing until somebody has said why. */
const reasonProblems = (value: Table): readonly ConfigProblem[] =>
  listAt(value, 'expectedFailures').flatMap((item, index) => {
    const reason = isObject(item) ? item['reason'] : undefined;
    if (typeof reason !== 'string' || reason === '' || !/^\s*(?:todo\b|$)/iu.test(reason)) return [];
    return [problem(`expectedFailures[${index}].reason`, 'is still to be filled in: say why it may fail for now')];
  });

const overlayProblems = (value: Table): readonly ConfigProblem[] =>
  Object.entries(tableAt(tableAt(value, 'assumptions'), 'assume/unfinalised-shapes')).flatMap(([shape, schema]) => {
    const path = `assumptions.assume/unfinalised-shapes.${shape}`;
    if (!isShapeName(shape)) {
      const suggestion = nearest(shape, shapeNames);
      return [problem(path, `${shape} is not a shape`, suggestion)];
    }
    if (!isObject(schema)) return [problem(path, `is ${kindOf(schema)}, not a JSON Schema`)];
    try {
      validate(shape, {}, { overlays: { [shape]: schema } });
      return [];
    } catch (error) {
      return [problem(path, `is not a JSON Schema: ${error instanceof Error ? error.message : String(error)}`)];
    }
  });
