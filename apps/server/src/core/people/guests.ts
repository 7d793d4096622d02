import { type CurrentUser, type Permission, toTimestamp } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { EVERY_AGE } from '#core/settings/definitions.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { findLibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import type { Sharing } from '#db/repos/rows/viewer-scope.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { isSameHash } from './key-text.ts';

interface GuestsContext {
  readonly db: Database;
  readonly settings: Settings;
  readonly access: Pick<Access, 'digestOf'>;
}

/** No account has this id, so nothing that a guest does finds or makes a row. */
const GUEST_ID = '00000000-0000-4000-8000-00000000067e';
const GUEST_MS = 12 * 3_600_000;
/** What a guest may do: no permission to write is among them. */
const PERMISSIONS: readonly Permission[] = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead'];

/** The library that guests read; undefined while guests are not allowed. */
async function findGuestLibrary(
  { settings }: Pick<GuestsContext, 'settings'>,
  db: ReadDb,
): Promise<string | undefined> {
  const id = settings.get('guests.library');
  if (id === '') return undefined;
  return (await findLibraryRow(db, id)) === undefined ? undefined : id;
}

/** What is hidden from guests in that library. */
function readGuestSharing({ settings }: Pick<GuestsContext, 'settings'>): Sharing | undefined {
  const maxAge = settings.get('guests.max_age');
  if (maxAge >= EVERY_AGE) return undefined;
  return { denied: [], allowed: [], age: { maxAge, showsUnrated: settings.get('guests.shows_unrated') } };
}

/** Whether guests are allowed now. */
export async function allowsGuests(ctx: Pick<GuestsContext, 'db' | 'settings'>): Promise<boolean> {
  return (await findGuestLibrary(ctx, ctx.db.read)) !== undefined;
}

/**
 * Lets a visitor in without an account.
 * @returns the text of the cookie, and its lifetime
 * @throws {AppError} `Forbidden` while guests are not allowed
 */
export async function enterAsGuest(ctx: GuestsContext): Promise<{ readonly cookie: string; readonly seconds: number }> {
  if (!(await allowsGuests(ctx))) throw new AppError('Forbidden', say('This server has no access for guests'));
  const until = (Date.now() + GUEST_MS).toString(36);
  return { cookie: `${until}.${ctx.access.digestOf('guest', until)}`, seconds: GUEST_MS / 1000 };
}

const COOKIE = /^([0-9a-z]{6,10})\.([\w-]{43})$/;

/** The guest of a cookie, who sees what admins allow now; undefined for forged and ended cookies, and while guests are not allowed. */
export async function identifyGuest(ctx: GuestsContext, cookie: string): Promise<Viewer | undefined> {
  const [, until = '', given = ''] = COOKIE.exec(cookie) ?? [];
  if (until === '' || Number.parseInt(until, 36) <= Date.now()) return undefined;
  if (!isSameHash(ctx.access.digestOf('guest', until), given)) return undefined;
  const libraryId = await findGuestLibrary(ctx, ctx.db.read);
  if (libraryId === undefined) return undefined;
  const permissions = new Set(PERMISSIONS);
  const visitor = { userId: GUEST_ID, username: '', role: 'reader', sessionId: null } as const;
  return { ...visitor, permissions, libraryIds: [libraryId], sharing: readGuestSharing(ctx), isGuest: true };
}

/** A guest in the form of an account. @param lastEventId of the event streams, which guests do not get */
export function describeGuest({ userId, permissions }: Viewer, lastEventId: string): CurrentUser {
  const never = toTimestamp(0);
  return {
    id: userId,
    username: '',
    email: '',
    role: 'reader',
    customRole: null,
    emailVerified: false,
    isActive: true,
    permissions: [],
    effectivePermissions: [...permissions],
    lastLoginAt: null,
    createdAt: never,
    updatedAt: never,
    isGuest: true,
    viewedBy: null,
    profileOf: null,
    lastEventId,
  };
}
