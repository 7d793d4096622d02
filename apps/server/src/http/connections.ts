import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { noteAsked } from '#metrics/presence.ts';

/** The open connections of a server. */
export interface Connections {
  /**
   * Closes each connection as soon as its answer is out, and after a moment those on which nothing was asked: Node leaves
   * these alone, and browsers keep some in store.
   */
  readonly endIdle: () => void;
}

/** Long enough for a request that is on its way to be read. */
const GRACE_MS = 250;

/** @param counts where it is noted how many requests are being answered */
export function watchConnections(server: Server, counts: { open: number }): Connections {
  const all = new Set<Socket>();
  const busy = new Map<Socket, number>();
  let ending = false;
  server.on('connection', (socket: Socket) => {
    all.add(socket);
    socket.once('close', () => all.delete(socket));
  });
  // One function for all answers, which Node calls on each.
  function answered(this: ServerResponse): void {
    counts.open -= 1;
    const { socket } = this.req;
    const left = (busy.get(socket) ?? 1) - 1;
    if (left > 0) {
      busy.set(socket, left);
      return;
    }
    busy.delete(socket);
    if (ending) socket.destroySoon();
  }
  server.on('request', ({ socket }, response) => {
    noteAsked();
    counts.open += 1;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.on('close', answered);
  });
  return {
    endIdle: () => {
      ending = true;
      setTimeout(() => {
        for (const socket of all) if (!busy.has(socket)) socket.destroy();
      }, GRACE_MS);
    },
  };
}
