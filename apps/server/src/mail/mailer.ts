import type { Transporter } from 'nodemailer';
import type { Config } from '#config/schema.ts';
import { readTrustedCertificates } from '#config/trusted-certificates.ts';
import { say } from '#words/say.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails through the configured SMTP server. */
export interface Mailer {
  /** The missing configuration, in words; undefined when mails can be sent. */
  readonly problem: string | undefined;
  /** Public URL without trailing slash, for links; empty when mails cannot be sent. */
  readonly publicUrl: string;
  /**
   * Resolves when the SMTP server has accepted the mail.
   * @throws {Error} with the words of the SMTP server
   */
  readonly send: (mail: Mail) => Promise<void>;
  /**
   * Signs in at the SMTP server without sending.
   * @throws {Error} with the words of the SMTP server
   */
  readonly check: () => Promise<void>;
}

const TIMEOUT_MS = 20_000;

function findProblem({ mail, server }: Pick<Config, 'mail' | 'server'>): string | undefined {
  const missing = [
    ...(mail.host === undefined ? ['mail.host'] : []),
    ...(mail.from === undefined ? ['mail.from'] : []),
    ...(server.publicUrl === undefined ? ['server.public_url'] : []),
  ];
  return missing.length === 0
    ? undefined
    : say('This server cannot send mails. Set {names} in the configuration', { names: missing.join(', ') });
}

async function openTransport({ mail }: Pick<Config, 'mail'>): Promise<Transporter> {
  // Loaded on first use: most servers send no mail.
  const { createTransport } = await import('nodemailer');
  const { host, port, security, username, password } = mail;
  const ca = mail.caFile === undefined ? undefined : await readTrustedCertificates('mail.ca_file', mail.caFile);
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A mailer; it connects with the first mail. */
export function createMailer(config: Pick<Config, 'mail' | 'server'>): Mailer {
  let transport: Promise<Transporter> | undefined;
  const requireSetUp = (): void => {
    const problem = findProblem(config);
    if (problem !== undefined) throw new Error(problem);
  };
  return {
    get problem() {
      return findProblem(config);
    },
    publicUrl: (config.server.publicUrl ?? '').replace(/\/+$/, ''),
    send: async (mail) => {
      requireSetUp();
      transport ??= openTransport(config).catch((error: unknown) => {
        transport = undefined;
        throw error;
      });
      // A text would be parsed as a list of addresses.
      const to = { name: '', address: mail.to };
      await (await transport).sendMail({ from: config.mail.from, ...mail, to });
    },
    check: async () => {
      requireSetUp();
      const trial = await openTransport(config);
      try {
        await trial.verify();
      } finally {
        trial.close();
      }
    },
  };
}
