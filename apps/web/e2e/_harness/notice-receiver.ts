import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A program that takes notifications. Disposing closes it. */
export interface NoticeReceiver extends AsyncDisposable {
  readonly url: string;
  /** Bodies so far. */
  readonly bodies: readonly string[];
  /** Answers with this status from now on. */
  readonly answerWith: (status: number) => void;
}

/** Starts a receiver on this machine. */
export async function openNoticeReceiver(): Promise<NoticeReceiver> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    bodies,
    answerWith: (next) => {
      status = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
