import {
  ProfileBase,
  type ReadingProfile,
  type ReadingProfileNew,
  type ReadingProfiles,
  type ReadingProfileUpdate,
  STARTER_PROFILES,
  type StarterProfile,
  toTimestamp,
} from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import {
  countReadingRows,
  countSeriesByProfile,
  deleteProfileRow,
  findProfileRow,
  findSeriesIdByBook,
  forgetProfile,
  isSeriesVisible,
  listChoiceRows,
  listProfileRows,
  type ReadingProfileRow,
  writeProfile,
} from '#db/repos/reading/reading-profiles.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { say } from '#words/say.ts';
import type { ReadContext } from '../contexts.ts';
import { toReadingChoice } from './choose-reading-profile.ts';
import { checkReadingSettings, mergeReadingSettings, parseReadingSettings } from './reading-settings.ts';

/** Rows of one user. */
const MAX_PROFILES = 50;

function notFound(id: string): AppError {
  return new AppError('NotFound', `Reading profile ${id} not found`);
}

function isStarter(id: string): id is StarterProfile {
  return Object.hasOwn(STARTER_PROFILES, id);
}

function toStarterRow(userId: string, id: StarterProfile): ReadingProfileRow {
  return { userId, id, name: null, base: id, settings: JSON.stringify(STARTER_PROFILES[id]), updatedAt: 0 };
}

function toReadingProfile(row: ReadingProfileRow, counts: ReadonlyMap<string, number>): ReadingProfile {
  const { id, name, updatedAt } = row;
  return {
    id,
    name,
    base: ProfileBase.parse(row.base),
    settings: parseReadingSettings(row.settings),
    seriesCount: counts.get(id) ?? 0,
    updatedAt: toTimestamp(updatedAt === 0 ? null : updatedAt),
  };
}

interface Place {
  readonly bookId?: string | undefined;
  readonly seriesId?: string | undefined;
}

async function findSeriesId({ db }: ReadContext, viewer: Viewer, place: Place): Promise<string | undefined> {
  if (place.bookId !== undefined) {
    const found = await findSeriesIdByBook(db.read, viewer, place.bookId);
    if (found === undefined) throw new AppError('NotFound', `Book ${place.bookId} not found`);
    return found;
  }
  if (place.seriesId !== undefined && !(await isSeriesVisible(db.read, viewer, place.seriesId))) {
    throw new AppError('NotFound', `Series ${place.seriesId} not found`);
  }
  return place.seriesId;
}

/** Starter profiles, then the viewer's own by name; choices for all, and for the place. @throws {AppError} `NotFound` */
export async function listReadingProfiles(ctx: ReadContext, viewer: Viewer, place: Place): Promise<ReadingProfiles> {
  const { db } = ctx;
  const seriesId = await findSeriesId(ctx, viewer, place);
  const [rows, counts, choices] = await Promise.all([
    listProfileRows(db.read, viewer.userId),
    countSeriesByProfile(db.read, viewer.userId),
    listChoiceRows(db.read, viewer, seriesId),
  ]);
  const starters = ProfileBase.options.map(
    (id) => rows.find((row) => row.id === id) ?? toStarterRow(viewer.userId, id),
  );
  const own = rows.filter(({ id }) => !isStarter(id));
  const byName = own.toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
  return {
    profiles: [...starters, ...byName].map((row) => toReadingProfile(row, counts)),
    choices: choices.map(toReadingChoice),
  };
}

/** Stores a new profile. @throws {AppError} `BadRequest` for invalid settings, `Conflict` when there are too many */
export async function createReadingProfile(
  { db }: ReadContext,
  { userId }: Viewer,
  { name, base, settings }: z.output<typeof ReadingProfileNew>,
): Promise<ReadingProfile> {
  checkReadingSettings(settings);
  const kept = JSON.stringify(mergeReadingSettings({}, settings));
  const row = { userId, id: newId(), name, base, settings: kept, updatedAt: Date.now() };
  await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `reading profiles ${userId}`);
    if ((await countReadingRows(tx.read, 'readingProfile', userId)) >= MAX_PROFILES) {
      throw new AppError(
        'Conflict',
        say('You can have at most {max, plural, one {# reading profile} other {# reading profiles}}', {
          max: MAX_PROFILES,
        }),
      );
    }
    await writeProfile(tx, row);
  });
  return toReadingProfile(row, new Map());
}

/** Changes the given fields of a profile. @throws {AppError} `BadRequest` for invalid settings, `NotFound` */
export async function updateReadingProfile(
  { db }: ReadContext,
  { userId }: Viewer,
  { id, name, settings = {} }: z.output<typeof ReadingProfileUpdate> & { readonly id: string },
): Promise<ReadingProfile> {
  checkReadingSettings(settings);
  const row = await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `reading profiles ${userId}`);
    const known = (await findProfileRow(tx.read, userId, id)) ?? (isStarter(id) ? toStarterRow(userId, id) : undefined);
    if (known === undefined) throw notFound(id);
    const merged = mergeReadingSettings(parseReadingSettings(known.settings), settings);
    const changed = {
      ...known,
      name: name ?? known.name,
      settings: JSON.stringify(merged),
      updatedAt: Date.now(),
    };
    await writeProfile(tx, changed);
    return changed;
  });
  return toReadingProfile(row, await countSeriesByProfile(db.read, userId));
}

/**
 * Deletes a profile and its choices. A starter profile gets its first settings back and stays chosen.
 * @throws {AppError} `NotFound`
 */
export async function deleteReadingProfile({ db }: ReadContext, { userId }: Viewer, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isDeleted = await deleteProfileRow(tx, userId, id);
    if (isStarter(id)) return;
    if (!isDeleted) throw notFound(id);
    await forgetProfile(tx, userId, id);
  });
}
