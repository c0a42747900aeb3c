import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type http from 'node:http';
import type https from 'node:https';

/** What is no HTTP any more goes through unseen, and so does the answer of a target that stays with HTTP. */
export const tunnel = (outgoing: ClientRequest, socket: Duplex, head: Buffer): void => {
  const end = (): void => void socket.destroy();
  outgoing.once('error', end);
  socket.once('error', () => outgoing.destroy());
  outgoing.once('response', (answer) => {
    socket.write(`${headOf(answer, (name) => !ofItsConnection.has(name))}Connection: close\r\n\r\n`, 'latin1');
    answer.once('error', end).pipe(socket);
  });
  outgoing.once('upgrade', (answer, other, rest) => {
    socket.write(`${headOf(answer, () => true)}\r\n`, 'latin1');
    socket.write(rest);
    other.write(head);
    socket.on('error', () => other.destroy()).pipe(other);
    other.on('error', end).pipe(socket);
  });
  outgoing.end();
};

/** This one ends with the answer, whose pieces have been put together. */
const ofItsConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const headOf = (answer: IncomingMessage, isPassed: (name: string) => boolean): string => {
  const { statusCode, statusMessage, rawHeaders } = answer;
  const lines = rawHeaders.flatMap((name, place) =>
    place % 2 === 0 && isPassed(name.toLowerCase()) ? [`${name}: ${rawHeaders[place + 1]}\r\n`] : [],
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}`;
};

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
