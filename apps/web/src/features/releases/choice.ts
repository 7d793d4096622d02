import type { ReleasesWanted } from '#entities/release/queries.ts';

/** Which releases the page shows, as its address says it; those that are new unless said. */
export interface ReleasesChoice {
  /** `unclear` are those of which nobody knows the series. */
  readonly show?: 'unclear' | 'marked_acquired' | 'dismissed' | 'hidden' | 'all';
  /** Ids. */
  readonly series?: string;
  readonly library?: string;
  readonly source?: string;
  readonly language?: string;
  /** From 1, which is left out. */
  readonly page?: number;
}

/** What each part of the page is given. */
export interface ChoiceProps {
  readonly choice: ReleasesChoice;
  readonly onChoice: (choice: ReleasesChoice) => void;
}

/** The choice as the API takes it. */
export function wantedBy({ show, series, library, source, language }: ReleasesChoice): ReleasesWanted {
  return {
    ...(show === undefined ? {} : show === 'unclear' ? ({ ambiguous: true } as const) : { state: show }),
    ...(series === undefined ? {} : { seriesId: series }),
    ...(library === undefined ? {} : { libraryId: library }),
    ...(source === undefined ? {} : { sourceId: source }),
    ...(language === undefined ? {} : { language }),
  };
}

/** Whether anything but the state narrows them down. */
export function isNarrowed({ series, library, source, language }: ReleasesChoice): boolean {
  return [series, library, source, language].some((part) => part !== undefined);
}
