import { randomUUID } from 'node:crypto';
import type { Control } from '#mocks/platform';
import { type CommandKind, commands, firstViolation, type QueueFault } from '#schemas';
import type { CommandToSend, QueueMisbehaviour, RecordedCommand, TillPort } from '#scenarios';
import type { TrafficLog } from './traffic-log.ts';

export interface TillPortDeps {
  readonly platformUrl: string;
  readonly merchantTaxId: string;
  readonly control: Control;
  readonly log: TrafficLog;
  readonly clock: { now(): number };
  /** A PIN that was issued, before anybody sees it. */
  readonly onPin: (pin: string) => void;
}

/** The platform's side of one till, which has a location of its own. */
export const createTillPort = ({ platformUrl, merchantTaxId, control, log, clock, onPin }: TillPortDeps): TillPort => {
  const { integrationProfileId: location } = control.addLocation({ merchantTaxId });
  const { integrationProfileId: closedLocation } = control.addLocation({ merchantTaxId });
  control.allowActivation(closedLocation, false);
  const pinOf = (id: string, lifetimeMs?: number): string => {
    const { pinCode } = control.issuePin(id, lifetimeMs);
    onPin(pinCode);
    return pinCode;
  };
  const recorded: RecordedCommand[] = [];
  return {
    platformUrl,
    merchantTaxId,
    issuePin: () => pinOf(location),
    // A PIN that expires as it is issued, or one of a location that may not be activated.
    issueRefusedPin: (reason) => (reason === 'ACTIVATION_NOT_ALLOWED' ? pinOf(closedLocation) : pinOf(location, 0)),
    traffic: log.traffic,
    next: log.next,
    act: log.act,
    mark: log.mark,
    send: async (command) => {
      assertOurs(command);
      const { messageKind, payload } = command;
      const messageId = command.messageId ?? randomUUID();
      const idempotencyKey = command.idempotencyKey ?? messageId;
      const groupId = command.groupId ?? messageId;
      const sentAt = clock.now();
      const sent = control.sendCommand(location, {
        messageKind,
        payload: payload as Readonly<Record<string, unknown>>,
        messageId,
        idempotencyKey,
        groupId,
        // What a closed or silent till may be sent is the platform's business, and not what is tried here.
        force: true,
        unchecked: true,
      });
      if (!sent.ok) throw new Error(`our own ${messageKind} was refused: ${sent.message}`);
      recorded.push({ messageKind, messageId, idempotencyKey, groupId, sentAt, payload });
      return { messageKind, messageId, idempotencyKey, groupId, sentAt };
    },
    sent: () => recorded,
    deliverAgain(messageId) {
      // A message still in the queue comes again after its deletion; one that is gone is put there once more.
      if (control.duplicateAfterDelete(location, messageId) === 0) control.resendCommand(location, messageId);
    },
    expireVisibility: (messageId) => void control.redeliverEarly(location, messageId),
    withdraw: (messageId) => void control.outlive(location, messageId),
    answerCallbacks: (messageId, answers) => control.answerCallbacks(location, messageId, answers),
    answerEvents: (messageKind, answers) => control.answerEvents(messageKind, answers),
    answerHealth: (answers) => control.answerHealth(answers),
    misbehave: (misbehaviour) => control.faults.add(toFault(misbehaviour)),
    behave: () => control.faults.clear(),
    confirmTipRecipient(externalTipRecipientId) {
      const record = control
        .describe()
        .locations.find(({ integrationProfileId }) => integrationProfileId === location)
        ?.tipRecipients.find((known) => known.externalTipRecipientId === externalTipRecipientId);
      if (record?.linkStatus !== 'PENDING') return undefined;
      control.confirmTipRecipient(record.id);
      return record.id;
    },
  };
};

/** An unknown kind is sent on purpose; a known one with a payload that is not valid is a bug of ours. */
const assertOurs = ({ messageKind, payload }: CommandToSend): void => {
  if (!Object.hasOwn(commands, messageKind)) return;
  const bad = firstViolation(commands[messageKind as CommandKind].payload, payload);
  if (bad !== undefined) throw new Error(`our own ${messageKind} is wrong at ${bad.pointer || '/'}: ${bad.message}`);
};

const toFault = ({ kind, ...fault }: QueueMisbehaviour): QueueFault => {
  if (kind === 'throttle') return { ...fault, kind: 'error', error: 'RequestThrottled' };
  return kind === 'error' ? { ...fault, kind, error: 'ServiceUnavailable' } : { ...fault, kind };
};
