import type http from 'node:http';
import type https from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * A connection to the target for each of its callers': either ends with the other. So whoever calls just when the target closes
 * an idle connection finds its own closed, as it would straight, and asks again; a common pool would have to fail the call.
 */
export const createConnections = (client: typeof http | typeof https): ((caller: Duplex) => http.Agent) => {
  const agents = new WeakMap<Duplex, http.Agent>();
  return (caller) => {
    const known = agents.get(caller);
    if (known !== undefined) return known;
    const agent = new client.Agent({ keepAlive: true, maxSockets: 1 });
    agents.set(caller, agent);
    caller.once('close', () => agent.destroy());
    const followed = new WeakSet<Duplex>();
    agent.on('free', (socket: Duplex) => {
      if (followed.has(socket)) return;
      followed.add(socket);
      socket.once('close', () => caller.end());
    });
    return agent;
  };
};
