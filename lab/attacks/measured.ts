/**
 * Loaded before the command line of an attacked process: tells how long its main thread was busy without a pause. Busy is time
 * on the processor, so that a machine with other work to do accuses nobody.
 */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let [last, longest] = [cpuMs(), 0];
const look = (): void => {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
};
setInterval(look, 5).unref();
process.on('message', () => {
  look();
  process.send?.(longest);
  longest = 0;
});
process.channel?.unref();
