import type { LoginResponse } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { writeSession } from '#db/repos/users/sessions.repo.ts';
import { writeLastLogin } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Access } from './access.ts';
import { roleOf } from '#core/users/permissions-of.ts';

/** Where a sign-in comes from, as far as it is known. */
export interface SignInClient {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** How long a session lasts, where that is not the usual time; in milliseconds. */
export interface SessionTimes {
  /** When it is renewed. */
  readonly renewMs?: number | undefined;
  /** Its token. */
  readonly tokenMs?: number | undefined;
}

interface OpenSession {
  /** How long its token counts. */
  readonly tokenMs?: number | undefined;
  readonly id: string;
  /** How often it was renewed so far. */
  readonly renewals: number;
  /** Epoch milliseconds from which on its token counts. */
  readonly now: number;
}

/** The tokens of a session. */
export function toLoginResponse(
  access: Access,
  user: Pick<UserTable, 'id' | 'username' | 'email' | 'role'>,
  { id: sessionId, renewals, now, tokenMs = access.sessionMs }: OpenSession,
): LoginResponse {
  const role = roleOf(user);
  const expiresAt = now + tokenMs;
  return {
    access_token: access.tokens.sign({ userId: user.id, username: user.username, role, sessionId, expiresAt }),
    token_type: 'Bearer',
    expires_in: Math.floor(tokenMs / 1000),
    ...(access.refreshMs === 0 ? {} : { refresh_token: access.refreshTokens.sign({ sessionId, renewals }) }),
    user: { id: user.id, username: user.username, email: user.email ?? '', role },
  };
}

/**
 * Opens a session for a user whose credentials have been checked, and makes its tokens.
 * @param client with `apiKeyId` where a key was the credential: the session may do no more than it; with `renewMs` where it goes
 *   on longer, or less long, than usual when it is renewed; with `tokenMs` where its token counts for another time than usual
 */
export async function writeNewSession(
  tx: Tx,
  access: Access,
  user: UserTable,
  client: SignInClient & SessionTimes & { readonly apiKeyId?: string | null },
): Promise<LoginResponse> {
  const { ip, userAgent, apiKeyId = null, renewMs = access.refreshMs, tokenMs = access.sessionMs } = client;
  const now = Date.now();
  const sessionId = newId();
  const session = {
    id: sessionId,
    userId: user.id,
    ip,
    userAgent,
    createdAt: now,
    expiresAt: now + Math.max(tokenMs, access.refreshMs === 0 ? 0 : renewMs),
    lastSeenAt: now,
    endedAt: null,
    renewals: 0,
    renewedAt: null,
    apiKeyId,
  };
  await writeSession(tx, session, now);
  await writeLastLogin(tx, user.id, now);
  return toLoginResponse(access, user, { id: sessionId, renewals: 0, now, tokenMs });
}
