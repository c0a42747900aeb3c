import { createPlatform, type PlatformEvent } from '#mocks/platform';
import { type Clock, type ManualClock, systemClock } from '#mocks/time';
import type { Trigger, Triggers } from '#schemas';
import { createReferenceTill, type PosFaultId, type PosVariant } from '#mocks/pos';
import type { Send } from '#mocks/pos/connection/call';

type EventOf<Kind extends PlatformEvent['kind']> = Extract<PlatformEvent, { kind: Kind }>;

/** A till and a platform in one process, for tests: every request goes through `through`, which may misbehave. */
export const openRig = (
  variant: PosVariant,
  options: {
    readonly faults?: readonly PosFaultId[];
    readonly clock?: Clock;
    readonly latencyMs?: number;
    readonly through?: (request: Request, platform: Send) => Promise<Response>;
  } = {},
) => {
  const { clock = systemClock, through = (request, platform) => platform(request) } = options;
  const platform = createPlatform({ clock });
  const till = createReferenceTill({
    variant,
    clock,
    faults: options.faults ?? [],
    latencyMs: options.latencyMs ?? 0,
    send: (request) => through(request, platform.fetch),
  });
  const { pos = {}, triggers = {} } = till.configuration('http://till.example');
  const merchantTaxId = pos.merchantTaxId ?? '';
  const id = 'location-1';
  platform.control.addLocation({ merchantTaxId, integrationProfileId: id });
  const seen: PlatformEvent[] = [];
  const queued = new Map<string, string>();
  const waiting = new Set<() => void>();
  platform.subscribe((event) => {
    seen.push(event);
    for (const look of waiting) look();
  });

  /** The first event of a kind, from now or from the beginning on, about which `matches` says yes. */
  const event = <Kind extends PlatformEvent['kind']>(
    kind: Kind,
    matches: (event: EventOf<Kind>) => boolean = () => true,
    from = 0,
  ): Promise<EventOf<Kind>> =>
    new Promise((resolve) => {
      const look = () => {
        const found = seen
          .slice(from)
          .find(
            (candidate): candidate is EventOf<Kind> => candidate.kind === kind && matches(candidate as EventOf<Kind>),
          );
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });

  const trigger = async (name: keyof Triggers, variables: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    const response = await till.fetch(requestOf(triggers[name], variables));
    return response.status;
  };
  const activate = async (pinCode = platform.control.issuePin(id).pinCode) => {
    // The platform tells nobody of a PIN, so that the next activation is this one.
    const from = seen.length;
    await trigger('activatePos', { platformUrl: 'http://platform.example', merchantTaxId, pinCode });
    return event('activation', () => true, from);
  };
  const send = (messageKind: string, payload: Record<string, unknown>, more: Record<string, unknown> = {}): string => {
    const sent = platform.control.sendCommand(id, { messageKind, payload, force: true, ...more });
    if (!sent.ok) throw new Error(sent.message);
    queued.set(sent.messageId, sent.sqsMessageId);
    return sent.messageId;
  };
  /** Sends a command and waits for its result. */
  const ask = async (...command: Parameters<typeof send>) => {
    const messageId = send(...command);
    const { body } = await event('callback', (callback) => callback.messageId === messageId && callback.status === 204);
    return Object(body);
  };

  return {
    till,
    platform,
    id,
    seen,
    fixtures: pos.fixtures ?? {},
    event,
    trigger,
    activate,
    send,
    ask,
    mark: () => seen.length,
    deleted: (messageId: string, from = 0) =>
      event(
        'queue-change',
        ({ change }) => change.change === 'deleted' && change.messageId === queued.get(messageId),
        from,
      ),
    [Symbol.asyncDispose]: async () => {
      await till.stop();
      platform.close();
    },
  };
};

/** A rig whose till is activated. */
export const activeTill = async (...options: Parameters<typeof openRig>): Promise<ReturnType<typeof openRig>> => {
  const rig = openRig(...options);
  await rig.activate();
  return rig;
};

/** Lets time pass in short steps, with room for what each sets off, until the promise is kept. */
export const passing = async <Value>(clock: ManualClock, promise: Promise<Value>): Promise<Value> => {
  let over = false;
  const settle = () => {
    over = true;
  };
  promise.then(settle, settle);
  while (!over) {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    clock.advance(100);
  }
  return promise;
};

const requestOf = (trigger: Trigger | undefined, variables: Readonly<Record<string, unknown>>): Request => {
  if (!trigger || !('http' in trigger) || !trigger.http) throw new Error('the till is acted on by HTTP');
  const { url, method = 'GET', body } = trigger.http;
  const filled = url.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => encodeURIComponent(String(variables[name])));
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('{{') ? variables[value.slice(2, -2)] : value,
  );
  return new Request(filled, { method, ...(body !== undefined && { body: text }) });
};
