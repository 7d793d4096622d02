import type { Generated } from 'kysely';
import type { ChosenCover } from './cover.ts';

/** A series: one group of books of one library. */
export interface SeriesTable extends ChosenCover {
  id: string;
  libraryId: string;
  /** Folder name, used for grouping. */
  name: string;
  /**
   * Group path below the library root, `/` separated, unique in its library. A file in the root has its own group,
   * `<stem>` with a leading `/`.
   */
  path: string;
  title: string;
  titleSort: string | null;
  /** Natural sort key of titleSort, else title; order of lists. */
  sortKey: string;
  summary: string | null;
  publisher: string | null;
  year: number | null;
  status: string;
  readingDirection: string | null;
  imprint: string | null;
  ageRating: number | null;
  /** BCP 47. */
  language: string | null;
  totalVolumeCount: number | null;
  totalChapterCount: number | null;
  /** JSON. */
  customMetadata: string | null;
  /** JSON array of `Author`. */
  authors: Generated<string>;
  /** Locked fields, JSON array; `cover` locks the choice of the cover. */
  locks: Generated<string>;
  /** Fields whose value comes from a file, each with source and value, JSON. */
  filled: string | null;
  /** 1: books came or went since the last numbering. */
  numbersDue: Generated<number>;
  /** 1: numbers are missing between its books. */
  hasGaps: Generated<number>;
  /** Content key and mean colour of the cover picture in the series folder. */
  sidecarCoverKey: string | null;
  sidecarCoverColor: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Sidecar files in the folder of a series; no row when there never were any. Files are `SidecarFile` as JSON. */
export interface SeriesSidecarTable {
  seriesId: string;
  /** The last read series.json; null when there is none. */
  jsonFile: string | null;
  /** Its content (`SeriesSidecar` without problems), JSON. */
  jsonContent: string | null;
  /** Why it could not be read, wholly or in part: a sentence without full stop. */
  jsonProblem: string | null;
  /** The cover of the last scan; null when there is none. */
  coverFile: string | null;
  /** The cover that was drawn last; a difference from `coverFile` means work. */
  coverDrawn: string | null;
  coverProblem: string | null;
}
