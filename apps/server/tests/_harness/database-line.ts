import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way to a database, which can be cut as a firewall or a stopped database does. */
export interface DatabaseLine extends AsyncDisposable {
  /** Address of the database by this way. */
  readonly url: string;
  /** Cuts every connection, and refuses new ones until `join`. */
  readonly cut: () => void;
  readonly join: () => void;
}

/** Opens a way to a database. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (isCut) {
      socket.destroy();
      return;
    }
    const database = connect(Number(to.port), to.hostname);
    keep(database);
    socket.pipe(database).pipe(socket);
    socket.once('close', () => database.destroy());
    database.once('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    cut,
    join: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
