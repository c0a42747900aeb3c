import { type BodyChange, bodyFaults, type BodyRow } from '#mocks/faults';
import type { CommandKind, EventKind } from '#schemas';
import type { Command } from '../queue/command.ts';
import { isObject, type Json, objectOf, parseJson, textIn } from '../../json.ts';
import type { Bills } from '../restaurant/bills.ts';
import type { Listings } from '../restaurant/listings.ts';
import type { Delivery, Mailbox } from '../queue/mailbox.ts';
import type { CallKind, PlatformAnswer, PlatformCall } from '../connection/call.ts';
import type { TillParts } from '../till.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

type Transmit = (call: PlatformCall) => Promise<PlatformAnswer>;

/** In the way of calls of one kind. `make` is called once per till, so that what it keeps is the till's memory. */
export const onCall =
  (
    kind: CallKind,
    make: (parts: TillParts) => (call: PlatformCall, transmit: Transmit) => Promise<PlatformAnswer>,
  ): TillDecorator =>
  (parts) => {
    const way = make(parts);
    return {
      call: (call, transmit) => {
        const next: Transmit = (sent) => parts.call(sent, transmit);
        return call.kind === kind ? way(call, next) : next(call);
      },
    };
  };

/** Changes the body of calls of one kind; one that has none goes as it is. */
export const onBody = (kind: CallKind, change: BodyChange<PlatformCall>): TillDecorator =>
  onCall(kind, () => (call, transmit) => {
    if (!isObject(call.body)) return transmit(call);
    const { body, ...rest } = call;
    const changed = change(structuredClone(body), call);
    return transmit(changed === undefined ? rest : { ...rest, body: changed });
  });

type Step = (command: Command) => Promise<Json | undefined>;

/** In the way of the work on commands of one kind, or of every kind. */
export const onWork =
  (
    messageKind: string | undefined,
    make: (parts: TillParts) => (command: Command, step: Step) => Promise<Json | undefined>,
  ): TillDecorator =>
  (parts) => {
    const way = make(parts);
    return {
      work: (command, step) => {
        const next: Step = (taken) => parts.work(taken, step);
        return (messageKind ?? command.messageKind) === command.messageKind ? way(command, next) : next(command);
      },
    };
  };

/** Changes the result of commands of one kind; undefined sends none at all. */
export const onResult = (messageKind: CommandKind, change: BodyChange<Command>): TillDecorator =>
  onWork(messageKind, () => async (command, step) => {
    const result = await step(command);
    return isObject(result) ? change(result, command) : result;
  });

export const onPayload = (messageKind: CommandKind, change: BodyChange<Command>): TillDecorator =>
  onWork(
    messageKind,
    () => (command, step) => step({ ...command, payload: objectOf(change(structuredClone(command.payload), command)) }),
  );

/** In place of some of what a till does with bills. */
export const onBills =
  (change: (bills: Bills, parts: TillParts) => Partial<Bills>): TillDecorator =>
  (parts) => {
    const bills = { ...parts.restaurant.bills };
    return { restaurant: { ...parts.restaurant, bills: { ...bills, ...change(bills, parts) } } };
  };

/** In place of how a till looks up what has changed on its menu, or all of it. */
export const onListings =
  (change: (listings: Listings) => Listings['after']): TillDecorator =>
  ({ restaurant }) => {
    // The staff looks things up in the same list, and in place is how it sees the change.
    const listings = { ...restaurant.listings };
    return { restaurant: { ...restaurant, listings: { ...listings, after: change(listings) } } };
  };

type Rows<Id extends string, Call> = Readonly<Record<Id, BodyRow<Call>>>;
type Faults<Id extends string> = Readonly<Record<Id, PosFault>>;

/** Faults in the results of commands of one kind, row by row. */
export const resultFaults = <Id extends string>(kind: CommandKind, rows: Rows<Id, Command>): Faults<Id> =>
  bodyFaults((change: BodyChange<Command>) => ({ decorate: onResult(kind, change) }), rows);

export const payloadFaults = <Id extends string>(kind: CommandKind, rows: Rows<Id, Command>): Faults<Id> =>
  bodyFaults((change: BodyChange<Command>) => ({ decorate: onPayload(kind, change) }), rows);

export const callFaults = <Id extends string>(kind: CallKind, rows: Rows<Id, PlatformCall>): Faults<Id> =>
  bodyFaults((change: BodyChange<PlatformCall>) => ({ decorate: onBody(kind, change) }), rows);

export const eventBodyFaults = <Id extends string>(kind: EventKind, rows: Rows<Id, PlatformCall>): Faults<Id> =>
  bodyFaults(
    (change: BodyChange<PlatformCall>) => ({
      decorate: onBody('event', (body, call) => (call.path.endsWith(`/${kind}`) ? change(body, call) : body)),
    }),
    rows,
  );

/** Around the queue client, anew with each activation. */
export const onMailbox =
  (wrap: (mailbox: Mailbox, parts: TillParts) => Partial<Mailbox>): TillDecorator =>
  (parts) => ({
    openMailbox: async (configuration) => {
      const mailbox = await parts.openMailbox(configuration);
      return { ...mailbox, ...wrap(mailbox, parts) };
    },
  });

export const messageIdOf = ({ path }: PlatformCall): string => decodeURIComponent(path.split('/').at(-1) ?? '');

export const messageIdIn = ({ body }: Delivery): string => textIn(objectOf(parseJson(body))['messageId']);

export const kindIn = ({ body }: Delivery): string => textIn(objectOf(parseJson(body))['messageKind']);
