import type { TargetTriggers } from './triggers.ts';

/** The triggers of a till that activates itself as it is started: what needs it active can run, and no other PIN be tried. */
export const activatedAtStart = (triggers: TargetTriggers): TargetTriggers => ({
  has: (name, variable) => name === 'activatePos' || triggers.has(name, variable),
  fire: async (name, ...given) =>
    name === 'activatePos'
      ? {
          kind: 'unavailable',
          reason: 'the till is given its PIN as it is started, and there is no way to give it another',
          unlock: 'triggers.activatePos',
        }
      : await triggers.fire(name, ...given),
});
