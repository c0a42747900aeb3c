import { signal } from '@preact/signals';
import type { ControlAnswer, ControlCall, ControlInput, PathParameter } from '#schemas';

/** What the control API refused, in its own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What an operation takes, with the parameters of its path among the rest. */
type Wish<Call extends ControlCall> = ControlInput<Call> & { readonly [Name in PathParameter<Call>]: string };

/** One call of the control API. Throws a Refusal for anything but 2xx, and when nobody answers. */
export const control = async <Call extends ControlCall>(
  call: Call,
  ...[wish]: object extends Wish<Call> ? [wish?: Wish<Call>] : [wish: Wish<Call>]
): Promise<ControlAnswer<Call>> => {
  const [method = '', template = ''] = call.split(' ', 2);
  const { path, rest } = fill(template, wish ?? {});
  const asks = method === 'GET' || method === 'DELETE' || Object.keys(rest).length === 0;
  const query = new URLSearchParams(asks ? Object.entries(rest).map(([name, value]) => [name, String(value)]) : []);
  const response = await fetch(`${path}${query.size === 0 ? '' : `?${query}`}`, {
    method,
    ...(!asks && { body: JSON.stringify(rest), headers: { 'content-type': 'application/json' } }),
  }).catch(() => undefined);
  if (response === undefined) throw new Refusal(0, 'The platform does not answer. Is it still running?');
  const text = await response.text();
  const value: unknown = text === '' ? undefined : readJson(text);
  if (response.ok) return value as ControlAnswer<Call>;
  const { message } = Object(value) as { readonly message?: unknown };
  throw new Refusal(
    response.status,
    typeof message === 'string' ? message : `The platform answered ${response.status}.`,
  );
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The address of an operation, and what of the wish does not stand in it. */
const fill = (template: string, wish: object) => {
  const rest = new Map(Object.entries(wish).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  return { path, rest: Object.fromEntries(rest) as Readonly<Record<string, unknown>> };
};

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

export const notices = signal<readonly Notice[]>([]);
let last = 0;

const shownMs = { good: 4000, bad: 12_000 } as const;

export const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

export const say = (text: string, tone: Notice['tone'] = 'good'): void => {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-3), { id, text, tone }];
  setTimeout(() => dismiss(id), shownMs[tone]);
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does it, and says what went wrong with it. */
export const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
  try {
    await act();
    return true;
  } catch (error) {
    say(messageOf(error), 'bad');
    return false;
  }
};
