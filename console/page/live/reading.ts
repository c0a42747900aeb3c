import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from './control-api.ts';

/** What was read; a sentence where it cannot be had, undefined while it is read first. Read again when any of `when` changes. */
export const useReading = <Value extends object>(
  read: () => Promise<Value>,
  when: readonly unknown[],
): Value | string | undefined => {
  const found = useSignal<Value | string | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    read().then(
      (value) => {
        if (wanted) found.value = value;
      },
      (error: unknown) => {
        if (wanted) found.value = messageOf(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, when);
  return found.value;
};
