import type { ReleasesWanted } from '#entities/release/queries.ts';

/** Release filter in the address; new releases by default. */
export interface ReleasesChoice {
  /** `unclear`: the series is not matched. */
  readonly show?: 'unclear' | 'marked_acquired' | 'dismissed' | 'hidden' | 'all';
  readonly series?: string;
  readonly library?: string;
  readonly source?: string;
  readonly language?: string;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export interface ChoiceProps {
  readonly choice: ReleasesChoice;
  readonly onChoice: (choice: ReleasesChoice) => void;
}

/** The filter in the shape of the API. */
export function wantedBy({ show, series, library, source, language }: ReleasesChoice): ReleasesWanted {
  return {
    ...(show === undefined ? {} : show === 'unclear' ? ({ ambiguous: true } as const) : { state: show }),
    ...(series === undefined ? {} : { seriesId: series }),
    ...(library === undefined ? {} : { libraryId: library }),
    ...(source === undefined ? {} : { sourceId: source }),
    ...(language === undefined ? {} : { language }),
  };
}

/** Whether anything but the state is filtered. */
export function isNarrowed({ series, library, source, language }: ReleasesChoice): boolean {
  return [series, library, source, language].some((part) => part !== undefined);
}
