import type { Session } from '@lectern/contract';
import { formatTime } from './answer.ts';

interface SignedIn {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

/** An open session, as apps read a sign-in. Other sign-ins are not stored. */
export function toActivity(user: SignedIn, session: Session): Readonly<Record<string, unknown>> {
  return {
    userId: user.id,
    email: user.email === null || user.email === '' ? user.username : user.email,
    apiKeyId: null,
    apiKeyComment: null,
    ip: session.ipAddress,
    userAgent: session.userAgent,
    success: true,
    error: null,
    dateTime: formatTime(session.createdAt),
    source: 'Password',
  };
}
