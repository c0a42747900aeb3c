/** Reads when asked to; whatever asks meanwhile gets one more reading together, a pause later. That a reading failed, the connection's own state says. */
export const oneAtATime = (read: () => Promise<void>, pauseMs = 0): (() => Promise<void>) => {
  let [isReading, isStale] = [false, false];
  const again = async (): Promise<void> => {
    isStale = isReading;
    if (isReading) return;
    isReading = true;
    await read().catch(() => undefined);
    setTimeout(() => {
      isReading = false;
      if (isStale) void again();
    }, pauseMs);
  };
  return again;
};
