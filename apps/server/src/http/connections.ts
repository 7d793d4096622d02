import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '#core/people/client-address.ts';
import { noteAsked } from '#metrics/last-request.ts';

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

/** How many connections an address may have. */
export interface ConnectionLimits {
  readonly perAddress: number;
  /** Addresses behind which there may be any number of people. */
  readonly isShared: (ip: string) => boolean;
}

/**
 * Takes a place for the connection of a client until it closes.
 * @returns a function that says whether there is one
 */
function createPlaces({ perAddress, isShared }: ConnectionLimits): (socket: Socket) => boolean {
  const counts = new Map<string, number>();
  return (socket) => {
    const ip = socket.remoteAddress;
    // One that has closed already has no address.
    if (ip === undefined || isShared(ip)) return true;
    const address = clientAddress(ip);
    const count = counts.get(address) ?? 0;
    if (count >= perAddress) return false;
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return true;
  };
}

/** @param counts where it is noted how many requests are being answered */
export function watchConnections(server: Server, counts: { open: number }, limits: ConnectionLimits): Connections {
  const all = new Set<Socket>();
  const busy = new Map<Socket, number>();
  let ending = false;
  const takePlace = createPlaces(limits);
  server.on('connection', (socket: Socket) => {
    if (!takePlace(socket)) {
      socket.resetAndDestroy();
      return;
    }
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
