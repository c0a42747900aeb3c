import { useEffect, useMemo, useState } from 'preact/hooks';

/** Made anew each second, and when any of `when` changes: what takes long is not done for every event. */
export const useEachSecond = <Value>(make: () => Value, when: readonly unknown[]): Value => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((last) => last + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return useMemo(make, [turn, ...when]);
};
