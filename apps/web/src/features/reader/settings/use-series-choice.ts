import { chooseForSeries, type SeriesChoice, parseSeriesChoice } from '#entities/preferences/series-choices.ts';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { createStore, useStore } from '#lib/store.ts';
import { keep, parseShifts } from './stored-shifts.ts';

const SHIFTS = 'reader.shifts';
const NO_SHIFTS: readonly number[] = [];

const shifts = createStore(parseShifts(readStored(SHIFTS)));

/** The choices for a series, shared by all devices, and their setter. */
export function useSeriesChoice(seriesId: string): readonly [SeriesChoice, (more: SeriesChoice) => void] {
  const values = usePreferences();
  return [
    parseSeriesChoice(values, seriesId),
    (more) => setPreferences(chooseForSeries(values, seriesId, more, Date.now())),
  ];
}

/** First pages of shifted runs of a book; stored in this browser only. */
export function useShifts(bookId: string): readonly [readonly number[], (pages: Iterable<number>) => void] {
  const kept = useStore(shifts);
  return [
    kept.get(bookId) ?? NO_SHIFTS,
    (pages) => {
      shifts.set(keep(kept, bookId, [...pages]));
      writeStored(SHIFTS, [...shifts.get()]);
    },
  ];
}
