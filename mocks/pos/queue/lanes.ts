/** Runs tasks one after the other in each lane, and lanes beside each other. */
export const createLanes = () => {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const running = new Map<string, Promise<void>>();

  const run = async (lane: string, tasks: (() => Promise<void>)[]) => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) await task();
    waiting.delete(lane);
    running.delete(lane);
  };

  return {
    add: (lane: string, task: () => Promise<void>) => {
      const tasks = waiting.get(lane);
      if (tasks) {
        tasks.push(task);
        return;
      }
      const fresh = [task];
      waiting.set(lane, fresh);
      running.set(lane, run(lane, fresh));
    },
    /** Drops what waits in a lane; what runs in it goes on. */
    clear: (lane: string) => {
      waiting.get(lane)?.splice(0);
    },
    idle: async () => {
      await Promise.all(running.values());
    },
  };
};
