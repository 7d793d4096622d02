import { z } from 'zod';
import type { Access } from '#core/sign-in/access.ts';
import type { ReleaseSourceConfig } from '@lectern/contract';

const Sealed = z.object({ secret: z.string() });
type Seals = Pick<Access, 'sealer'>;

/** A secret as it is stored: nobody who reads the database can use it. */
export function sealSecret({ sealer }: Seals, secret: string): string {
  return sealer.seal({ secret });
}

/**
 * What a feed is asked with.
 * @returns value of the header; undefined without a secret, or when it was sealed under another signing secret
 */
export function authorizationOf(
  { sealer }: Seals,
  sealed: string | null,
  { username }: ReleaseSourceConfig,
): string | undefined {
  const opened = sealed === null ? undefined : Sealed.safeParse(sealer.open(sealed));
  if (opened?.success !== true) return undefined;
  const { secret } = opened.data;
  if (username === undefined) return `Bearer ${secret}`;
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}
