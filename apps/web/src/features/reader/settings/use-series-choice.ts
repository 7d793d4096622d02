import { readStored, writeStored } from '#lib/storage.ts';
import { createStore, useStore } from '#lib/store.ts';
import { keep, parseSeriesChoices, parseShifts, type SeriesChoice } from './kept-choices.ts';

const SERIES = 'reader.series';
const SHIFTS = 'reader.shifts';
const NOTHING: SeriesChoice = {};
const NO_SHIFTS: readonly number[] = [];

const series = createStore(parseSeriesChoices(readStored(SERIES)));
const shifts = createStore(parseShifts(readStored(SHIFTS)));

/** What was chosen in this browser for a series, and the way to choose more. */
export function useSeriesChoice(seriesId: string): readonly [SeriesChoice, (more: SeriesChoice) => void] {
  const kept = useStore(series);
  const choice = kept.get(seriesId) ?? NOTHING;
  return [
    choice,
    (more) => {
      series.set(keep(kept, seriesId, { ...choice, ...more }));
      writeStored(SERIES, [...series.get()]);
    },
  ];
}

/** First pages of the runs of a book that were shifted by one in this browser. */
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
