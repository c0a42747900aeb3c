import { type ReadJson, toBody } from '#traffic';

export const readJson = (bytes: Uint8Array): ReadJson => toBody(bytes).json;
export const toText = (bytes: Uint8Array): string | undefined => toBody(bytes).text;
