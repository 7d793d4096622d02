import type { Database } from '#db/open.ts';
import { findKey } from '#db/repos/people/api-keys.repo.ts';
import { findPreferenceRow } from '#db/repos/people/preferences.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import { isSameHash } from './key-text.ts';
import { makeViewer, makeKeyViewer } from './make-viewer.ts';
import type { Access } from './access.ts';
import type { Viewer } from '#core/viewer.ts';

/** Tools for passes. */
export interface PassContext {
  readonly db: Database;
  readonly access: Pick<Access, 'digestOf'>;
}

/** Kinds of covers in the catalogs of reader apps, as in their addresses. */
export const COVER_SUBJECTS = ['books', 'series', 'collections', 'readlists'] as const;

/** The owner of a cover. */
export interface CoverSubject {
  readonly of: (typeof COVER_SUBJECTS)[number];
  readonly id: string;
}

const DAY_MS = 86_400_000;
/** Preference: every app gets covers that need no sign-in. */
const SWITCH = 'reading.covers_without_sign_in';

/** Apps that fetch covers without their credentials. */
const FORGETFUL_APPS = /moon\+? ?reader|moonreader|aldiko/i;

/** Whether an app gets covers that need no sign-in. */
export async function needsCoverPasses(
  { db }: PassContext,
  viewer: Viewer,
  userAgent: string | null,
): Promise<boolean> {
  // A pass outlives the view of an admin, and the profile of a child.
  if (viewer.viewedBy !== undefined || viewer.profileOf !== undefined) return false;
  if (userAgent !== null && FORGETFUL_APPS.test(userAgent)) return true;
  const preference = await findPreferenceRow(db.read, viewer.userId, SWITCH);
  return preference?.value === 'true';
}

function digest({ access }: PassContext, { of, id }: CoverSubject, claim: string): string {
  return access.digestOf('cover', `${of}/${id} ${claim}`);
}

/**
 * A pass in the address of one cover, in place of a sign-in. It lasts one or two days, while its key or user may see the cover.
 * Addresses stay the same for a day, so that apps can cache.
 * @returns URL-safe text
 */
export function coverPass(ctx: PassContext, viewer: Viewer, subject: CoverSubject, now = Date.now()): string {
  const { apiKey, userId } = viewer;
  const until = (Math.floor(now / DAY_MS) + 2) * DAY_MS;
  const who = apiKey === undefined ? `u.${userId}` : `k.${apiKey.id}`;
  const claim = `${who}.${until.toString(36)}`;
  return `${claim}.${digest(ctx, subject, claim)}`;
}

async function findViewer({ db }: PassContext, kind: string, id: string): Promise<Viewer | undefined> {
  if (kind === 'k') {
    const found = await findKey(db.read, id);
    return found === undefined ? undefined : makeKeyViewer(db.read, found, null);
  }
  const user = await findUser(db.read, id);
  return user?.isActive === 1 ? makeViewer(db.read, user, null) : undefined;
}

const PASS = /^([ku])\.([0-9a-f-]{36})\.([0-9a-z]{6,10})\.([\w-]{43})$/;

/**
 * The viewer of a pass, with their present permissions.
 * @throws {AppError} `Unauthorized` for the pass of another cover, an expired one, and one whose user or key is no longer valid
 */
export async function identifyByCoverPass(
  ctx: PassContext,
  subject: CoverSubject,
  pass: string,
  now = Date.now(),
): Promise<Viewer> {
  const [, kind = '', id = '', until = '', given = ''] = PASS.exec(pass) ?? [];
  const isRight = isSameHash(digest(ctx, subject, `${kind}.${id}.${until}`), given);
  if (!isRight || Number.parseInt(until, 36) <= now) {
    throw new AppError('Unauthorized', say('The address of this cover is no longer valid'));
  }
  const viewer = await findViewer(ctx, kind, id);
  if (viewer === undefined) throw new AppError('Unauthorized', say('This account no longer exists'));
  return viewer;
}
