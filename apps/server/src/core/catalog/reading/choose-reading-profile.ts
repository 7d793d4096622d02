import { ChoiceScope, type ReadingChoice, type ReadingChoiceUpdate, STARTER_PROFILES } from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  countReadingRows,
  findChoiceRow,
  findProfileRow,
  isLibraryVisible,
  isSeriesVisible,
  type ReadingChoiceRow,
  writeChoice,
} from '#db/repos/reading/reading-profiles.repo.ts';
import type { Tx } from '#db/open.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { say } from '#words/say.ts';
import type { ReadContext } from '../contexts.ts';
import { checkReadingSettings, mergeReadingSettings, parseReadingSettings } from './reading-settings.ts';

/** Rows of one user. */
const MAX_CHOICES = 5_000;

const FORMATS = ['comic', 'ebook', 'document'];

/** A stored choice as clients see it. */
export function toReadingChoice({ scope, targetId, profileId, settings }: ReadingChoiceRow): ReadingChoice {
  return { scope: ChoiceScope.parse(scope), targetId, profileId, settings: parseReadingSettings(settings) };
}

type Target = Pick<ReadingChoiceRow, 'seriesId' | 'libraryId'>;

async function checkTarget(
  { db }: ReadContext,
  viewer: Viewer,
  { scope, targetId }: Pick<ReadingChoice, 'scope' | 'targetId'>,
): Promise<Target> {
  switch (scope) {
    case 'series':
      if (await isSeriesVisible(db.read, viewer, targetId)) return { seriesId: targetId, libraryId: null };
      throw new AppError('NotFound', `Series ${targetId} not found`);
    case 'library':
      if (await isLibraryVisible(db.read, viewer, targetId)) return { seriesId: null, libraryId: targetId };
      throw new AppError('NotFound', `Library ${targetId} not found`);
    case 'format':
    case 'all': {
      const targets = scope === 'all' ? [''] : FORMATS;
      if (targets.includes(targetId)) return { seriesId: null, libraryId: null };
      throw invalidField('targetId', say('must be one of {choices}', { choices: targets.join(', ') }));
    }
  }
}

async function checkProfile(tx: Tx, userId: string, profileId: string): Promise<void> {
  if (Object.hasOwn(STARTER_PROFILES, profileId)) return;
  if ((await findProfileRow(tx.read, userId, profileId)) !== undefined) return;
  throw new AppError('NotFound', `Reading profile ${profileId} not found`);
}

/**
 * Stores what the viewer chose for a series, library or format, or for all books. Profile and options stay unless given.
 * @throws {AppError} `BadRequest` for invalid options, `NotFound` for an unknown target or profile, `Conflict` when there are too
 * many choices
 */
export async function chooseReadingProfile(
  ctx: ReadContext,
  viewer: Viewer,
  { scope, targetId, profileId, settings = {} }: z.output<typeof ReadingChoiceUpdate>,
): Promise<ReadingChoice> {
  const { userId } = viewer;
  checkReadingSettings(settings ?? {});
  const target = await checkTarget(ctx, viewer, { scope, targetId });
  const key = { userId, scope, targetId };
  const row = await ctx.db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `reading profiles ${userId}`);
    if (profileId !== null && profileId !== undefined) await checkProfile(tx, userId, profileId);
    const stored = await findChoiceRow(tx.read, key);
    if (stored === undefined && (await countReadingRows(tx.read, 'readingChoice', userId)) >= MAX_CHOICES) {
      throw new AppError('Conflict', say('There are too many choices of reading profiles. Delete a profile first'));
    }
    const before = stored === undefined || settings === null ? {} : parseReadingSettings(stored.settings);
    const changed: ReadingChoiceRow = {
      ...key,
      ...target,
      profileId: profileId === undefined ? (stored?.profileId ?? null) : profileId,
      settings: JSON.stringify(mergeReadingSettings(before, settings ?? {})),
      updatedAt: Date.now(),
    };
    await writeChoice(tx, changed);
    return changed;
  });
  return toReadingChoice(row);
}
