import { useContext, useState } from 'react';
import { ReadingOverlayContext } from '#entities/preferences/reading-store.ts';
import {
  parseSeriesChoice,
  readSeriesChoice,
  type SeriesChoice,
  seriesKey,
  toSeriesSettings,
} from '#entities/preferences/series-choices.ts';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import type { ProfileChange } from '#entities/reading-profile/apply-change.ts';
import { findChoice } from '#entities/reading-profile/resolve-profile.ts';
import { useReadingProfiles } from '#entities/reading-profile/use-reading-profiles.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { isViewing } from '#lib/viewing.ts';
import { createStore, useStore } from '#lib/store.ts';
import type { ReaderBook } from '../reader-props.ts';
import { findProfilePlace } from './profile-place.ts';
import { keep, parseShifts } from './stored-shifts.ts';

const SHIFTS = 'reader.shifts';
const NO_SHIFTS: readonly number[] = [];

const shifts = createStore(parseShifts(readStored(SHIFTS)));

/** Forgets the choice that an earlier release kept as a preference. */
function forgetOldChoice(change: ProfileChange): void {
  if (change.kind === 'choice' && change.scope === 'series') setPreferences({ [seriesKey(change.targetId)]: null });
}

interface SeriesChoices {
  /** The choice for the series, shared by all devices. */
  readonly choice: SeriesChoice;
  readonly choose: (more: SeriesChoice) => void;
  /** Gives the series the direction and layout of its profile or metadata. */
  readonly reset: () => void;
  /** Chooses a profile for the series, whose direction and layout then apply. */
  readonly chooseProfile: (profileId: string | null) => void;
}

const NO_CHOICES = { choice: {}, reset: ignore, chooseProfile: ignore } as const;

function ignore(): void {
  // no series is known, or no profile
}

/** Guests have no profiles: their choice stays on this device, where an earlier release kept that of everyone. */
function guestChanges(seriesId: string, choice: SeriesChoice): Omit<SeriesChoices, 'choice'> {
  const key = seriesKey(seriesId);
  return {
    choose: (more) => setPreferences({ [key]: { ...choice, ...more } }),
    reset: () => setPreferences({ [key]: null }),
    chooseProfile: ignore,
  };
}

/** What the user chose for the series of a book. Behind a link, a choice is one of the options that end with the reader. */
export function useSeriesChoice(book: Pick<ReaderBook, 'id' | 'seriesId' | 'shareId'>): SeriesChoices {
  const { seriesId } = book;
  const hasAccount = useHasAccount(book.shareId === undefined);
  const values = usePreferences();
  const overlay = useContext(ReadingOverlayContext);
  const { data, change } = useReadingProfiles(findProfilePlace(book), forgetOldChoice);
  if (book.shareId !== undefined) {
    return { ...NO_CHOICES, choose: (more) => overlay?.change?.(toSeriesSettings(more)) };
  }
  const settings = findChoice(data, 'series', seriesId)?.settings ?? {};
  const choice = Object.keys(settings).length > 0 ? readSeriesChoice(settings) : parseSeriesChoice(values, seriesId);
  if (!hasAccount) return { choice, ...guestChanges(seriesId, choice) };
  const target = { kind: 'choice', scope: 'series', targetId: seriesId } as const;
  return {
    choice,
    choose: (more) => change({ ...target, settings: toSeriesSettings({ ...choice, ...more }) }),
    reset: () => change({ ...target, settings: null }),
    chooseProfile: (profileId) => change({ ...target, profileId, settings: null }),
  };
}

/** First pages of shifted runs of a book; stored in this browser only. Behind a link and in a view they end with the reader. */
export function useShifts({
  id: bookId,
  shareId,
}: Pick<ReaderBook, 'id' | 'shareId'>): readonly [readonly number[], (pages: Iterable<number>) => void] {
  const kept = useStore(shifts);
  const [unstored, setUnstored] = useState<readonly number[]>();
  return [
    unstored ?? kept.get(bookId) ?? NO_SHIFTS,
    (pages) => {
      if (shareId !== undefined || isViewing()) {
        setUnstored([...pages]);
        return;
      }
      shifts.set(keep(kept, bookId, [...pages]));
      writeStored(SHIFTS, [...shifts.get()]);
    },
  ];
}
