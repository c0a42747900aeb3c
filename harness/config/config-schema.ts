import { reportFormats } from '#reports';
import { type JsonSchema, schemaOf, type ShapeSettings } from '#schemas';

/** What the schema of a configuration cannot know: the reports there are. */
const overlay: JsonSchema = {
  properties: { reports: { properties: { formats: { items: { enum: reportFormats } } } } },
};

export const configShape: ShapeSettings = { overlays: { config: overlay } };

export const configSchema = (): JsonSchema => ({ ...schemaOf('config'), allOf: [overlay] });
