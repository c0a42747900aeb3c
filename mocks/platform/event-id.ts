import { parseJson } from './json-body.ts';

/** Where a pushed event carries its message identifier, which the specification does not show (assume/event-paths). */
export type EventIdPlace = { readonly header: string } | { readonly field: string };

export const defaultEventIdPlace: EventIdPlace = { header: 'X-Message-Id' };

/** The identifier of an event; undefined when there is none in its place. */
export const eventIdOf = (
  { headers, bytes }: { readonly headers: Headers; readonly bytes: Uint8Array },
  place: EventIdPlace,
): string | undefined => {
  if ('header' in place) return headers.get(place.header) ?? undefined;
  const json = parseJson(bytes);
  const id: unknown = json.ok ? Object(json.value)[place.field] : undefined;
  return typeof id === 'string' ? id : undefined;
};
