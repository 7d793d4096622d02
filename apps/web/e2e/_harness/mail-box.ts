import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect } from '@playwright/test';

/** A mail server that accepts everything. Disposing stops it. */
export interface MailBox extends AsyncDisposable {
  /** Server configuration that sends mail here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Waits for a mail to this address and returns the path of its link; a mail counts once. */
  readonly linkTo: (address: string) => Promise<string>;
}

interface Mail {
  readonly to: string;
  readonly text: string;
}

/** The part of SMTP (RFC 5321) that a client without extensions uses. */
function receive(socket: Socket, onMail: (mail: Mail) => void): void {
  let waiting = '';
  let to = '';
  let isText = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string) => {
    if (/^RCPT TO/i.test(line)) to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    isText = /^DATA/i.test(line);
    if (isText) say('354 Go on');
    else say(/^QUIT/i.test(line) ? '221 Bye' : '250 OK');
  };
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (text: string) => {
    waiting += text;
    for (;;) {
      const end = isText ? '\r\n.\r\n' : '\r\n';
      const at = waiting.indexOf(end);
      if (at === -1) return;
      const part = waiting.slice(0, at);
      waiting = waiting.slice(at + end.length);
      if (!isText) {
        answer(part);
        continue;
      }
      isText = false;
      onMail({ to, text: part.replace(/=\r\n/g, '').replaceAll('=3D', '=') });
      say('250 Taken');
    }
  });
  say('220 ready');
}

export async function startMailBox(): Promise<MailBox> {
  const mails: Mail[] = [];
  const server = createServer((socket) => receive(socket, (mail) => mails.push(mail)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  const find = (to: string) => mails.findIndex((mail) => mail.to === to);
  return {
    environment: {
      LECTERN_MAIL_HOST: '127.0.0.1',
      LECTERN_MAIL_PORT: String(address.port),
      LECTERN_MAIL_SECURITY: 'none',
      LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>',
      LECTERN_SERVER_PUBLIC_URL: 'https://books.example.org',
    },
    linkTo: async (to) => {
      await expect.poll(() => find(to), { message: `a mail to ${to}` }).not.toBe(-1);
      const [mail] = mails.splice(find(to), 1);
      return /https:\/\/books[.]example[.]org(\/\S+#[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
