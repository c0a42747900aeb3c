import { textIn } from '../../json.ts';
import { callFaults, dazedBy, onCall } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

/** Puts tip recipients under another id. */
export const putAs = (rename: (id: string) => string): TillDecorator =>
  onCall(
    'tip',
    () => (call, transmit) =>
      transmit(
        call.method === 'PUT'
          ? { ...call, path: call.path.replace(/[^/]+$/u, (id) => encodeURIComponent(rename(decodeURIComponent(id)))) }
          : call,
      ),
  );

/** It was shown a linked recipient. */
export const isShownActive: Parameters<typeof dazedBy>[0] = ({ kind }, { body }) =>
  kind === 'tip' && JSON.stringify(body).includes('"ACTIVE"');

export const tipsFaults = {
  ...callFaults('tip', {
    'tip:no-plus': [
      'phone numbers lack the plus',
      'tips/put-body',
      '/phoneNumber',
      (old) => textIn(old).replace('+', ''),
    ],
  }),
  'tip:own-number': {
    title: 'puts recipients under its internal number',
    breaks: ['tips/same-id-as-bill'],
    decorate: putAs(() => '4711'),
  },
  'tip:active-kills': {
    title: 'an ACTIVE recipient ends all work',
    breaks: ['tips/pending-and-active'],
    decorate: dazedBy(isShownActive, Number.POSITIVE_INFINITY),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
