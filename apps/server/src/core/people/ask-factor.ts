import type { FactorAsked } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { type FactorClient, listFactorMethods } from './prove-factor.ts';
import type { FactorContext } from './require-factor.ts';
import { makeTicket } from './tickets.ts';

const ProviderSession = z.object({
  id: z.guid(),
  /** The `sid` of the provider. */
  sid: z.string().nullable(),
  /** Epoch milliseconds: then the provider is asked again. */
  until: z.int(),
  /** Epoch milliseconds: the sign-in began. Sessions of the identity that end later end it as well. */
  begunAt: z.int(),
});

/** What a session owes to the identity at a sign-in provider that opens it. */
export type ProviderSession = Readonly<z.infer<typeof ProviderSession>>;

/** The identity in a ticket, which was checked; undefined after a password. */
export function readTicketIdentity(carried: string): ProviderSession | undefined {
  if (carried === '') return undefined;
  return ProviderSession.parse(JSON.parse(Buffer.from(carried, 'base64url').toString('utf8')));
}

/** What an account still has to show after its first factor. @param identity that showed it, instead of a password */
export async function askForFactor(
  { access, db }: FactorContext,
  user: UserTable,
  place: FactorClient['place'],
  identity?: ProviderSession,
): Promise<FactorAsked> {
  const isFirst = user.secondFactor !== 1;
  const carried = identity === undefined ? '' : Buffer.from(JSON.stringify(identity)).toString('base64url');
  const subject = { id: user.id, bound: user.passwordHash };
  const ticket = makeTicket(access, isFirst ? 'first factor' : 'second factor', { ...subject, carried });
  return {
    ticket: ticket.text,
    expiresAt: new Date(ticket.expiresAt).toISOString(),
    methods: isFirst ? [] : await listFactorMethods(db.read, user.id, place),
    passkeysPossible: place !== undefined,
    rememberDays: Math.round(access.rememberMs() / 86_400_000),
  };
}

/** The refusal of a right first factor without a second one. Its details say what is missing (`FactorAsked`). */
export function factorMissing(secondFactor: FactorAsked): AppError {
  const isFirst = secondFactor.methods.length === 0;
  const message = isFirst ? say('This account must set up a second factor first') : say('Now show your second factor');
  return new AppError('Unauthorized', message, { details: { secondFactor } });
}
