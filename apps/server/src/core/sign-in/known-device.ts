import { randomBytes } from 'node:crypto';
import { isSameHash } from '#core/keys/key-text.ts';
import type { Access } from './access.ts';

/** How long a browser is known after the last sign-in in it, or the last renewal of one. */
export const DEVICE_MS = 180 * 86_400_000;

/** A browser that somebody was signed in to. */
export interface KnownDevice {
  readonly userId: string;
  readonly id: string;
}

const SHAPE = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

/** What a browser keeps to be known again; it signs nobody in. */
export function makeDevice(access: Pick<Access, 'digestOf'>, userId: string, now = Date.now()): string {
  const text = `${userId}.${String(now)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${access.digestOf('device', text)}`;
}

/** The browser that such a text was given to; undefined for anything else. */
export function readDevice(
  access: Pick<Access, 'digestOf'>,
  text: string | undefined,
  now = Date.now(),
): KnownDevice | undefined {
  const [, userId, madeAt, id, digest] = SHAPE.exec(text ?? '') ?? [];
  if (userId === undefined || madeAt === undefined || id === undefined || digest === undefined) return undefined;
  if (Number(madeAt) < now - DEVICE_MS) return undefined;
  return isSameHash(digest, access.digestOf('device', `${userId}.${madeAt}.${id}`)) ? { userId, id } : undefined;
}
