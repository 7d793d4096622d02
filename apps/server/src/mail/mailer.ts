import type { Transporter } from 'nodemailer';
import type { Config } from '#config/schema.ts';
import { readTrustedCertificates } from '#config/trusted-certificates.ts';

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
    : `Mail cannot be sent: ${missing.join(', ')} must be set in the configuration`;
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
  const problem = findProblem(config);
  let transport: Promise<Transporter> | undefined;
  return {
    problem,
    publicUrl: (config.server.publicUrl ?? '').replace(/\/+$/, ''),
    send: async (mail) => {
      if (problem !== undefined) throw new Error(problem);
      transport ??= openTransport(config).catch((error: unknown) => {
        transport = undefined;
        throw error;
      });
      // A text would be parsed as a list of addresses.
      const to = { name: '', address: mail.to };
      await (await transport).sendMail({ from: config.mail.from, ...mail, to });
    },
    check: async () => {
      if (problem !== undefined) throw new Error(problem);
      const trial = await openTransport(config);
      try {
        await trial.verify();
      } finally {
        trial.close();
      }
    },
  };
}
