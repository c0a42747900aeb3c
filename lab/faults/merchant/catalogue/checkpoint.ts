import type { Position, Product } from '#mocks/merchant/inventory/inventory';
import type { CatalogueDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import type { CatalogueSteps } from '#mocks/merchant/catalogue-steps';

/** Writes checkpoints its own way, and understands its own and standard ones. */
export const writing =
  (write: (last: Product, standard: string) => string): CatalogueDecorator =>
  (steps) => {
    const own = new Map<string, Position>();
    return {
      ...steps,
      encode: (last) => {
        const text = write(last, steps.encode(last));
        own.set(text, { epochMs: last.updatedAt, id: last.id });
        return text;
      },
      decode: (text) => own.get(text) ?? steps.decode(text),
    };
  };

const reading =
  (read: (text: string, steps: CatalogueSteps) => Position | undefined): CatalogueDecorator =>
  (steps) => ({
    ...steps,
    decode: (text) => read(text, steps),
  });

const base64 = (text: string) => Buffer.from(text).toString('base64');

const encoding = ['catalogue/next-checkpoint-encoding'] as const;
const decoding = ['catalogue/checkpoint-decoding'] as const;

/** Checkpoints written or read wrongly. */
export const checkpointFaults = {
  'catalogue:base64url': {
    title: 'writes Base64 in the URL alphabet',
    breaks: ['catalogue/next-checkpoint-encoding'],
    catalogue: writing((_, text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  },
  'catalogue:no-padding': {
    title: 'leaves the padding out',
    breaks: encoding,
    catalogue: writing((_, text) => text.replaceAll('=', '')),
  },
  'catalogue:plain-checkpoint': {
    title: 'does not encode the checkpoint at all',
    breaks: encoding,
    catalogue: writing(({ updatedAt, id }) => `${updatedAt}:${id}`),
  },
  'catalogue:checkpoint-in-seconds': {
    title: 'writes seconds',
    breaks: encoding,
    catalogue: writing(({ updatedAt, id }) => base64(`${Math.floor(updatedAt / 1000)}:${id}`)),
  },
  'catalogue:checkpoint-as-date': {
    title: 'writes the date in words',
    breaks: encoding,
    catalogue: writing(({ updatedAt, id }) => base64(`${new Date(updatedAt).toISOString()}:${id}`)),
  },
  'catalogue:id-first': {
    title: 'writes the id before the time',
    breaks: encoding,
    catalogue: writing(({ updatedAt, id }) => base64(`${id}:${updatedAt}`)),
  },
  'catalogue:checkpoint-of-latin1': {
    title: 'encodes the checkpoint as Latin-1',
    breaks: encoding,
    variants: ['willow'],
    catalogue: writing(({ updatedAt, id }) => Buffer.from(`${updatedAt}:${id}`, 'latin1').toString('base64')),
  },
  'catalogue:plus-as-space': {
    title: 'reads + in a checkpoint as a space',
    breaks: decoding,
    catalogue: (steps) => ({ ...steps, read: (url) => steps.read(url)?.replaceAll('+', ' ') }),
  },
  'catalogue:not-url-decoded': {
    title: 'does not URL-decode the checkpoint',
    breaks: decoding,
    catalogue: (steps) => ({ ...steps, read: (url) => /[?&]checkpoint=([^&]*)/u.exec(url.search)?.[1] }),
  },
  'catalogue:splits-at-the-last-colon': {
    title: 'splits the checkpoint at the last colon',
    breaks: decoding,
    catalogue: reading((text, steps) => {
      const position = steps.decode(text);
      return position && { ...position, id: position.id.split(':').at(-1) ?? '' };
    }),
  },
  'catalogue:seconds-of-32-bits': {
    title: 'has 32 bits for the seconds of a checkpoint, and begins anew at those beyond',
    breaks: ['catalogue/strictly-after-checkpoint'],
    catalogue: reading((text, steps) => {
      const position = steps.decode(text);
      return position && { ...position, epochMs: position.epochMs < 2 ** 31 * 1000 ? position.epochMs : 0 };
    }),
  },
  'catalogue:reads-latin1': {
    title: 'reads the checkpoint as Latin-1',
    breaks: decoding,
    variants: ['willow'],
    catalogue: reading((text, steps) => {
      const position = steps.decode(text);
      return position && { ...position, id: Buffer.from(position.id).toString('latin1') };
    }),
  },
  'catalogue:ascii-ids-only': {
    title: 'refuses checkpoints with anything but letters and digits in the id',
    breaks: decoding,
    variants: ['willow'],
    catalogue: reading((text, steps) => {
      const position = steps.decode(text);
      return position && /^[\w.-]*$/u.test(position.id) ? position : undefined;
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
