import { isObject as isRecord } from '#traffic';

/** A JSON body, of a shape nobody has promised. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json | undefined };

/** An object, which may be altered. */
export const isObject = (value: unknown): value is JsonObject => isRecord(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : [];

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A string as it is, anything else as JSON. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

export const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};
