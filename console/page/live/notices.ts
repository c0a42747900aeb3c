import { signal } from '@preact/signals';

export interface Notice {
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
