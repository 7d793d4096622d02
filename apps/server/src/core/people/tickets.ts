import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#db/open.ts';
import { writeUsedTicket } from '#db/repos/people/factors.repo.ts';
import type { Access } from './access.ts';
import { isSameHash } from './key-text.ts';

/** How long the next step may take. */
const TICKET_MS = 5 * 60_000;

/** What a ticket is good for. One for something else is refused. */
export type TicketUse = 'second factor' | 'first factor' | 'passkey alone' | 'new app' | 'new passkey' | 'confirm';

/** For whom a ticket is made. */
export interface TicketSubject {
  /** A user, or `anybody`. */
  readonly id: string;
  /** Whatever must not change before the ticket is used: the hash of the password, or a session. */
  readonly bound: string;
  /** What the next step needs to know, Base64url. Its holder can read it. */
  readonly carried?: string;
}

/** A ticket that was made or checked. */
export interface Ticket {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Empty for nothing. */
  readonly carried: string;
}

type Signer = Pick<Access, 'digestOf'>;

const SHAPE = /^([0-9a-f-]{36}|anybody)\.(\d{13})\.([\w-]{22})\.([\w-]{43})(?:\.([\w-]{1,1500}))?$/;

function sign({ digestOf }: Signer, use: TicketUse, parts: readonly string[]): string {
  return digestOf('ticket', JSON.stringify([use, ...parts]));
}

/** A ticket for the next step. Nothing is stored before it is used. */
export function makeTicket(
  signer: Signer,
  use: TicketUse,
  { id, bound, carried = '' }: TicketSubject,
  now = Date.now(),
): Ticket {
  const expiresAt = now + TICKET_MS;
  const nonce = randomBytes(16).toString('base64url');
  const digest = sign(signer, use, [id, bound, String(expiresAt), nonce, carried]);
  const text = `${id}.${String(expiresAt)}.${nonce}.${digest}`;
  return { text: carried === '' ? text : `${text}.${carried}`, expiresAt, carried };
}

/** The user that a ticket names, unchecked; undefined for other texts. */
export function readTicketUser(text: string): string | undefined {
  const [, id] = SHAPE.exec(text) ?? [];
  return id === 'anybody' ? undefined : id;
}

/** The ticket of a text; undefined when it is forged, expired, or for something else. */
export function checkTicket(
  signer: Signer,
  use: TicketUse,
  text: string,
  { id: wanted, bound }: Omit<TicketSubject, 'carried'>,
): Ticket | undefined {
  const [, id, until, nonce, digest, carried = ''] = SHAPE.exec(text) ?? [];
  if (id !== wanted || until === undefined || nonce === undefined || digest === undefined) return undefined;
  if (Number(until) <= Date.now()) return undefined;
  return isSameHash(sign(signer, use, [id, bound, until, nonce, carried]), digest)
    ? { text, expiresAt: Number(until), carried }
    : undefined;
}

/** Uses a ticket up. @returns false when it was used before */
export async function useTicket(tx: Tx, { text, expiresAt }: Ticket): Promise<boolean> {
  const id = createHash('sha256').update(text).digest('base64url');
  return await writeUsedTicket(tx, id, expiresAt, Date.now());
}

/** The challenge of WebAuthn that belongs to a ticket, 32 bytes as Base64url. */
export function deriveChallenge({ digestOf }: Signer, { text }: Pick<Ticket, 'text'>): string {
  return digestOf('challenge', text);
}
