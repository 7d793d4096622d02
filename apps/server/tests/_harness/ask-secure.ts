import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';

export interface SecureAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface SecureAsk {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Opens a connection with HTTP/2. @param ca certificate (PEM) to trust */
export async function openHttp2(url: string, ca: string): Promise<ClientHttp2Session & AsyncDisposable> {
  const session = connect(url, { ca });
  await once(session, 'connect');
  return Object.assign(session, {
    [Symbol.asyncDispose]: async () => {
      session.destroy();
      await Promise.resolve();
    },
  });
}

/** Asks over HTTP/2. */
export async function askHttp2(session: ClientHttp2Session, path: string, ask: SecureAsk = {}): Promise<SecureAnswer> {
  const stream = session.request({ ':path': path, ':method': ask.method ?? 'GET', ...ask.headers });
  stream.end(ask.body);
  const [headers] = (await once(stream, 'response')) as [SecureAnswer['headers'] & { readonly ':status': number }];
  return { status: headers[':status'], headers, body: await text(stream) };
}

/** Asks over HTTP/1.1. @param ca certificate (PEM) to trust */
export async function askHttp1(url: string, ca: string, ask: SecureAsk = {}): Promise<SecureAnswer> {
  const sent = request(url, { ca, method: ask.method ?? 'GET', headers: ask.headers, agent: false });
  sent.end(ask.body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
