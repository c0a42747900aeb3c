import { isObject } from '#mocks/json';
import { type PosFault, posVariants } from '#mocks/pos';
import { messageIdOf } from '#mocks/pos/faults/decorators';
import type { Command } from '#mocks/pos/queue/command';
import { type Factors, metIn, type PairPlan, partsOf, type Watch } from './plan.ts';
import { tillEffects } from './till-effects.ts';
import { tillApart, tillLevels } from './till-levels.ts';
import { createTillMemory, type TillScene } from './till-scene.ts';

export const tillFactors: Factors<TillScene> = {
  party: 'pos',
  variants: posVariants,
  levels: tillLevels,
  effects: tillEffects,
  apart: tillApart,
};

/** In a till. `onMet`: the levels have met, and the till says or does what a conformant one does not. */
export const tillFault = (plan: PairPlan | undefined, { onMet, onLevels }: Watch): PosFault => {
  const { effect, levels } = partsOf(plan, { effects: tillEffects, levels: tillLevels });
  const meet = (scene: TillScene | undefined): scene is TillScene =>
    scene !== undefined && effect?.calls.includes(scene.kind) === true && levels.every(({ met }) => met(scene));
  const forgetting = (memory: ReturnType<typeof createTillMemory>, messageId: string): boolean => {
    const scene = effect?.forgets ? memory.of(messageId) : undefined;
    if (!meet(scene)) return false;
    onMet?.(scene.kind);
    return true;
  };

  return {
    title: plan?.effect ?? 'none',
    breaks: [],
    decorate: (parts) => {
      const memory = createTillMemory(
        () => parts.restaurant,
        () => parts.clock.now(),
      );
      /** Messages that are carried out once more, so that their key is not known either. */
      const forgotten = new Set<string>();
      const { staff } = parts.restaurant;
      return {
        restaurant: {
          ...parts.restaurant,
          staff: {
            act: (tableId, changeType) => {
              const change = staff.act(tableId, changeType);
              if (change) memory.happened(tableId, changeType);
              return change;
            },
          },
        },
        journal: {
          ...parts.journal,
          byMessage: (messageId) => {
            const entry = parts.journal.byMessage(messageId);
            if (entry === undefined || !forgetting(memory, messageId)) return entry;
            forgotten.add(messageId);
            return undefined;
          },
          byKey: (command) => {
            const entry = parts.journal.byKey(command);
            if (forgotten.delete(command.messageId)) return undefined;
            return entry && entry.messageId !== command.messageId && forgetting(memory, command.messageId)
              ? undefined
              : entry;
          },
        },
        work: async (command, step) => {
          const scene = memory.begun(command);
          const changed = meet(scene) ? effect?.payload?.(structuredClone(command.payload), scene) : undefined;
          if (changed !== undefined) onMet?.(command.messageKind);
          const taken: Command = changed === undefined ? command : { ...command, payload: changed };
          const result = await parts.work(taken, step);
          memory.done(command, result);
          return result;
        },
        call: async (call, transmit) => {
          if (call.kind === 'event' && isObject(call.body)) memory.pushed(call.path, call.body);
          if (call.kind !== 'callback') return parts.call(call, transmit);
          const messageId = messageIdOf(call);
          const scene = memory.answering(messageId);
          if (scene !== undefined) onLevels?.(metIn(tillLevels, scene.kind, scene));
          const result = effect?.result;
          if (result !== undefined && meet(scene) && isObject(call.body)) {
            if (result === 'none') {
              onMet?.(scene.kind);
              return { status: 204, body: null };
            }
            const changed = result(structuredClone(call.body), scene);
            if (changed !== undefined) {
              onMet?.(scene.kind);
              const answer = await parts.call({ ...call, body: changed }, transmit);
              memory.answered(messageId, answer.status);
              return answer;
            }
          }
          const answer = await parts.call(call, transmit);
          memory.answered(messageId, answer.status);
          return answer;
        },
        openMailbox: async (configuration) => {
          const mailbox = await parts.openMailbox(configuration);
          memory.activated();
          return {
            ...mailbox,
            receive: async (wish, signal) => {
              const deliveries = await mailbox.receive(wish, signal);
              for (const delivery of deliveries) memory.received(delivery);
              return deliveries;
            },
            delete: async (receiptHandle) => {
              const scene = effect?.keeps ? memory.ofHandle(receiptHandle) : undefined;
              memory.deleted(receiptHandle);
              if (meet(scene)) onMet?.(scene.kind);
              else await mailbox.delete(receiptHandle);
            },
          };
        },
      };
    },
  };
};
