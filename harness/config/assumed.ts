import { type AssumptionId, assumptionIds, assumptions, type Config, type ShapeSettings } from '#schemas';

/** What the configuration says about each point the specification leaves open, under the key of the point or by its id. */
export const assumed = (config: Config): Readonly<Partial<Record<AssumptionId, unknown>>> =>
  Object.fromEntries(
    assumptionIds
      .map((id) => [id, config.assumptions?.[id] ?? withoutKeys(elsewhere(config, id))] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Schemas for the shapes that are not finalised, as the configuration has them. */
export const unfinalisedShapes = ({ assumptions: overrides }: Config): ShapeSettings['overlays'] =>
  overrides?.['assume/unfinalised-shapes'] as ShapeSettings['overlays'];

/** What narrows several points is shown with its own. */
const elsewhere = (config: Config, id: AssumptionId): unknown => {
  const { key = 'assumptions' } = assumptions[id];
  return key.startsWith('assumptions') ? undefined : configured(config, key);
};

/** What stands at a key such as `merchant.tls`. */
export const configured = (config: Config, key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => Object(value)[name], config);

/** How something is signed is no secret, with what it is. */
const withoutKeys = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { apiKey: _, secret: __, ...rest } = value as Readonly<Record<string, unknown>>;
  return rest;
};
