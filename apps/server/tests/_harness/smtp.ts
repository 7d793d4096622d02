import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SelfSigned } from './self-signed.ts';

/** A mail server that keeps what it takes. Disposing stops it. */
export interface MailBox extends AsyncDisposable {
  /** What a server has to be told to send its mails here. */
  readonly config: Readonly<Record<string, string>>;
  /** Every mail so far, headers and all, in order; encoded lines are decoded. */
  readonly mails: readonly ReceivedMail[];
  /** How often a user has sent a name and a password. */
  readonly signIns: () => number;
  /** Refuses or takes mails from now on. */
  readonly refuse: (isRefused: boolean) => void;
}

/** A mail as it was sent. */
export interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

/** Undoes quoted-printable, and the base64 of whole parts, as far as mails of Lectern use them. */
function decode(raw: string): string {
  const lines = raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'));
  return lines.replace(/^(?:[\w+/]{76}\r\n)*[\w+/]+={0,2}\r\n(?=\r\n|--)/gm, (block) => {
    const text = Buffer.from(block, 'base64').toString('utf8');
    return text.includes('\uFFFD') ? block : text;
  });
}

/** How a mail server is talked to: in the clear, encrypted from the first byte, or once the client asks for it. */
export interface MailBoxOptions {
  readonly security?: 'none' | 'tls' | 'starttls';
  /** What it shows when it is asked who it is. */
  readonly certificate?: SelfSigned;
}

/** Starts a mail server on this machine that asks for a name and a password. */
export async function startMailBox({ security = 'none', certificate }: MailBoxOptions = {}): Promise<MailBox> {
  const mails: ReceivedMail[] = [];
  let isRefused = false;
  let signIns = 0;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: security === 'none',
    hideSTARTTLS: security !== 'starttls',
    disabledCommands: security === 'starttls' ? [] : ['STARTTLS'],
    secure: security === 'tls',
    ...certificate,
    onAuth: ({ username, password }, _session, done) => {
      signIns += 1;
      const isRight = username === 'lectern' && password === 'mail secret';
      done(isRight ? null : new Error('wrong credentials'), isRight ? { user: 'lectern' } : undefined);
    },
    onRcptTo: (_address, _session, done) => {
      done(isRefused ? new Error('no room for bob@example.org') : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        mails.push({ to, text: decode(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  // A client that does not trust the certificate hangs up, which the server sees as an error.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    signIns: () => signIns,
    refuse: (refused) => {
      isRefused = refused;
    },
    config: {
      'mail.host': '127.0.0.1',
      'mail.port': String(port),
      'mail.security': security,
      'mail.username': 'lectern',
      'mail.password': 'mail secret',
      'mail.from': 'Lectern <lectern@example.org>',
      'server.public_url': 'https://books.example.org/',
    },
    [Symbol.asyncDispose]: async () => new Promise((resolve) => server.close(() => resolve())),
  };
}
