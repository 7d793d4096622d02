import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer, type TLSSocket } from 'node:tls';
import { clientAddress } from '#core/people/client-address.ts';
import { noteRequest } from '#metrics/last-request.ts';

/** The open connections of a server. */
export interface Connections {
  /**
   * Closes busy connections after their answers, and idle ones after a moment. Node does not close connections without a
   * request, and browsers open some in advance.
   */
  readonly endIdle: () => void;
  /** Closes every connection. */
  readonly endAll: () => void;
}

/** Long enough to read a request that is on its way. */
const GRACE_MS = 250;

export interface ConnectionLimits {
  readonly perAddress: number;
  /** Whether many clients may share an address. */
  readonly isShared: (ip: string) => boolean;
}

/**
 * Counts the open connections of each address.
 * @returns a function that counts a connection until it closes; false at the limit
 */
function createPlaces({ perAddress, isShared }: ConnectionLimits): (socket: Socket) => boolean {
  const counts = new Map<string, number>();
  return (socket) => {
    const ip = socket.remoteAddress;
    // A closed connection has no address.
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

/** Watches the connections of a server. @param counts `open` is the number of requests in progress */
export function watchConnections(server: Server, counts: { open: number }, limits: ConnectionLimits): Connections {
  const opened = new Set<Socket>();
  const all = new Set<Socket>();
  const isSecure = server instanceof TlsServer;
  const busy = new Map<Socket, number>();
  let ending = false;
  const takePlace = createPlaces(limits);
  const watch = (socket: Socket): void => {
    all.add(socket);
    socket.once('close', () => all.delete(socket));
  };
  server.on('connection', (socket: Socket) => {
    if (!takePlace(socket)) {
      socket.resetAndDestroy();
      return;
    }
    opened.add(socket);
    socket.once('close', () => opened.delete(socket));
    if (!isSecure) watch(socket);
  });
  // Connections with HTTP/2 end by themselves after their answers.
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') watch(socket);
  });
  // One function for all answers, with the answer as `this`.
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
  function answeredOverHttp2(): void {
    counts.open -= 1;
  }
  server.on('request', ({ socket, httpVersionMajor }, response) => {
    noteRequest();
    counts.open += 1;
    if (httpVersionMajor === 2) {
      response.on('close', answeredOverHttp2);
      return;
    }
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
    endAll: () => {
      for (const socket of opened) socket.destroy();
    },
  };
}
