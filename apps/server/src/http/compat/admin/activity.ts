import type { Session } from '@lectern/contract';
import { timeOf } from '../scalars.ts';

/** A sign-in that goes on, as apps read a sign-in; of others nothing is kept. */
export function toActivity(
  user: { readonly id: string; readonly username: string; readonly email: string | null },
  { userAgent, ipAddress, createdAt }: Session,
): Readonly<Record<string, unknown>> {
  return {
    userId: user.id,
    email: user.email === null || user.email === '' ? user.username : user.email,
    apiKeyId: null,
    apiKeyComment: null,
    ip: ipAddress,
    userAgent,
    success: true,
    error: null,
    dateTime: timeOf(createdAt),
    source: 'Password',
  };
}
