import { textIn, type Json, objectOf } from '#mocks/json';
import { callFaults, onCall, onResult } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { alter } from '#mocks/faults';
import { dazedBy } from '../dazed.ts';

/** It was shown a linked recipient. */
const isShownActive: Parameters<typeof dazedBy>[0] = ({ kind }, { body }) =>
  kind === 'tip' && JSON.stringify(body).includes('"ACTIVE"');

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

/** What was entered first is put for good, from so many calls on. */
const puttingFirst = (member: string, from = 1): TillDecorator =>
  onCall('tip', () => {
    const first = new Map<string, Json | undefined>();
    const calls = new Map<string, number>();
    return (call, transmit) => {
      if (call.method !== 'PUT') return transmit(call);
      const body = objectOf(call.body);
      if (!first.has(call.path)) first.set(call.path, body[member]);
      const count = (calls.get(call.path) ?? 0) + 1;
      calls.set(call.path, count);
      if (count < from) return transmit(call);
      return transmit({ ...call, body: { ...body, [member]: first.get(call.path) ?? null } });
    };
  });

const onBills = (rename: (old: Json) => Json): TillDecorator =>
  onResult('BillPreparationRequested', (result) =>
    alter(result, '/tipRecipientId', (old) => (old === undefined ? old : rename(old))),
  );

/** Bills name a recipient that was put last by what becomes of the id in its address; as it is where that is undefined. */
const onBillsOnce =
  (named: (id: string) => string | undefined): TillDecorator =>
  (parts) => {
    let last: string | undefined;
    const putting = onCall('tip', () => (call, transmit) => {
      const [id] = call.method === 'PUT' ? (/[^/]+$/u.exec(call.path) ?? []) : [];
      if (id !== undefined) last = named(id);
      return transmit(call);
    })(parts);
    return { ...putting, ...onBills((old) => last ?? old)({ ...parts, ...putting }) };
  };

/** Bills name what it has read in the answers to its calls; as it is where that is undefined. */
const carryingWhatIsRead =
  (
    read: (...about: [...Parameters<typeof isShownActive>, given: Json | undefined]) => Json | undefined,
  ): TillDecorator =>
  (parts) => {
    let given: Json | undefined;
    return {
      ...onCall('tip', () => async (call, transmit) => {
        const answer = await transmit(call);
        given = read(call, answer, given);
        return answer;
      })(parts),
      ...onBills((old) => given ?? old)(parts),
    };
  };

/** Tips that reach nobody. */
export const tipFaults = {
  'tip:own-number': {
    title: 'puts recipients under its internal number',
    breaks: ['tips/same-id-as-bill'],
    decorate: putAs(() => '4711'),
  },
  ...callFaults('tip', {
    'tip:spaced': [
      'phone numbers are written with spaces',
      'tips/put-body',
      '/phoneNumber',
      (old) => textIn(old).replaceAll(/(\d{3})(?=\d)/gu, '$1 '),
    ],
    'tip:no-name': ['displayName is missing', 'tips/put-body', '/displayName'],
  }),
  'tip:former-name': {
    title: 'puts a recipient again under the name it was put under first',
    breaks: ['tips/put-body'],
    decorate: puttingFirst('displayName'),
  },
  'tip:former-number': {
    title: 'puts a recipient again with the phone number it was put with first',
    breaks: ['tips/put-body'],
    decorate: puttingFirst('phoneNumber'),
  },
  'tip:former-number-in-the-end': {
    title: 'puts a recipient for the third time with the number it was put with first',
    breaks: ['tips/put-body'],
    decorate: puttingFirst('phoneNumber', 3),
  },
  'tip:nameless-again': {
    title: 'puts a recipient again without a name',
    breaks: ['tips/put-body'],
    decorate: onCall('tip', () => {
      const known = new Set<string>();
      return (call, transmit) => {
        if (call.method !== 'PUT' || !known.has(call.path)) {
          if (call.method === 'PUT') known.add(call.path);
          return transmit(call);
        }
        const { displayName: _, ...body } = objectOf(call.body);
        return transmit({ ...call, body });
      };
    }),
  },
  'tip:encoded-on-bills': {
    title: 'writes an id that an address has to encode onto bills as it stands in the address',
    breaks: ['tips/same-id-as-bill'],
    decorate: onBillsOnce((id) => (id.includes('%') ? id : undefined)),
  },
  'tip:lower-case-on-bills': {
    title: 'writes the id of a recipient onto bills in lower case',
    breaks: ['tips/same-id-as-bill'],
    decorate: onBillsOnce((id) => decodeURIComponent(id).toLowerCase()),
  },
  'tip:cut-in-bytes': {
    title: 'cuts the body of a PUT off where it has as many bytes as characters',
    breaks: ['tips/put-body'],
    decorate: onCall('tip', () => (call, transmit) => {
      const text = call.body === undefined ? '' : JSON.stringify(call.body);
      const cut = Buffer.from(text).subarray(0, text.length).toString();
      return transmit(cut === text ? call : { ...call, body: cut });
    }),
  },
  'tip:posted': {
    title: 'posts tip recipients instead of putting them',
    breaks: ['tips/put-body', 'tips/same-id-as-bill'],
    decorate: onCall(
      'tip',
      () => (call, transmit) => transmit(call.method === 'PUT' ? { ...call, method: 'POST' } : call),
    ),
  },
  'tip:listed-elsewhere': {
    title: 'lists tip recipients where there are none',
    breaks: ['tips/pending-and-active'],
    decorate: onCall(
      'tip',
      () => (call, transmit) =>
        transmit(
          call.method === 'GET' ? { ...call, path: call.path.replace('tipRecipients', 'tip-recipients') } : call,
        ),
    ),
  },
  'tip:shortened': {
    title: 'cuts the last sign off the id of a recipient',
    breaks: ['tips/same-id-as-bill'],
    decorate: putAs((id) => id.slice(0, -1)),
  },
  'tip:new-id-for-new-name': {
    title: 'puts a recipient whose name has changed under another id',
    breaks: ['tips/same-id-as-bill'],
    decorate: onCall('tip', () => {
      const names = new Map<string, Json | undefined>();
      return (call, transmit) => {
        if (call.method !== 'PUT') return transmit(call);
        const { displayName } = objectOf(call.body);
        if (!names.has(call.path)) names.set(call.path, displayName);
        return transmit(names.get(call.path) === displayName ? call : { ...call, path: `${call.path}-2` });
      };
    }),
  },
  'tip:platform-id': {
    title: 'bills carry the id that the platform gave the recipient, not its own',
    breaks: ['tips/same-id-as-bill'],
    decorate: carryingWhatIsRead(({ method }, { body }, given) =>
      method === 'PUT' ? (objectOf(objectOf(body)['tipRecipient'])['id'] ?? given) : given,
    ),
  },
  'tip:platform-id-once-active': {
    title: 'once it has read that a recipient is ACTIVE, bills carry the id that the platform gave it',
    breaks: ['tips/same-id-as-bill'],
    decorate: carryingWhatIsRead((call, answer, given) => {
      if (call.method === 'PUT') return undefined;
      return isShownActive(call, answer) ? /"id":"([^"]*)"/u.exec(JSON.stringify(answer.body))?.[1] : given;
    }),
  },
  'tip:numbered-by-bill': {
    title: 'every bill names a recipient of its own',
    breaks: ['tips/same-id-as-bill'],
    decorate: (parts) => {
      let bills = 0;
      return onBills(() => {
        bills += 1;
        return `shift-${bills}`;
      })(parts);
    },
  },
  'tip:active-kills': {
    title: 'an ACTIVE recipient ends all work',
    breaks: ['tips/pending-and-active'],
    decorate: dazedBy(isShownActive, Number.POSITIVE_INFINITY),
  },
  'tip:active-when-put': {
    title: 'an ACTIVE recipient in the answer to a PUT ends all work',
    breaks: ['tips/pending-and-active'],
    decorate: dazedBy((call, answer) => call.method === 'PUT' && isShownActive(call, answer), Number.POSITIVE_INFINITY),
  },
  'tip:active-stuns': {
    title: 'after an ACTIVE recipient nothing is handled for a minute',
    breaks: ['tips/pending-and-active'],
    decorate: dazedBy(isShownActive),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
