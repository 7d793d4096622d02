import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Context } from '#index.ts';

/** A message as it arrived. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver answers instead of taking the message. */
export type Answer = 'broken' | 'forbidden' | 'silent' | 'huge' | 'cut' | 'redirect' | 'fine';

const HUGE_CHUNK = 'x'.repeat(65_536);

const ANSWERS: Readonly<Record<Answer, (response: ServerResponse) => void>> = {
  fine: (response) => void response.writeHead(200).end('{"ok":true}'),
  broken: (response) => void response.writeHead(500).end('no'),
  forbidden: (response) => void response.writeHead(403).end(),
  // Its client has to let go.
  silent: () => undefined,
  huge: (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(HUGE_CHUNK));
    };
    response.on('drain', more);
    more();
  },
  cut: (response) => response.destroy(),
  redirect: (response) => void response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
};

/** A program that takes notices; the next answers may differ. */
export async function openNoticeReceiver() {
  const messages: ReceivedMessage[] = [];
  const next: Answer[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      messages.push({ path: request.url ?? '', headers: request.headers, body });
      ANSWERS[next.shift() ?? 'fine'](response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    messages,
    answerNext: (...answers: readonly Answer[]) => void next.push(...answers),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets targets of all users reach receivers of tests, as if these were on the Internet. */
export function openToReceivers(context: Context): void {
  Object.assign(context, { publicMessages: context.adminMessages });
}
