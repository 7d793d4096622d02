import type { Generated } from 'kysely';
import type { ChosenCover } from './cover.ts';

/** A series: one group of books of one library. */
export interface SeriesTable extends ChosenCover {
  id: string;
  libraryId: string;
  /** Folder name as found; what grouping compares. */
  name: string;
  /** Group path below the library root, `/` separated; unique in its library. A file in the root has its own group, `<stem>` with a leading `/`. */
  path: string;
  title: string;
  titleSort: string | null;
  /** Natural sort key of titleSort, else title: what lists order by. */
  sortKey: string;
  summary: string | null;
  publisher: string | null;
  year: number | null;
  status: string;
  readingDirection: string | null;
  imprint: string | null;
  /** Smallest age in years. */
  ageRating: number | null;
  /** BCP 47. */
  language: string | null;
  totalVolumeCount: number | null;
  totalChapterCount: number | null;
  /** JSON. */
  customMetadata: string | null;
  /** JSON array of `Author`. */
  authors: Generated<string>;
  /** Names of locked fields, JSON array; `cover` protects the choice of the cover. */
  locks: Generated<string>;
  /** Fields whose value comes from a file and not from a person, each with source and value, JSON. */
  filled: string | null;
  /** 1: books came or went without being numbered again. */
  numbersDue: Generated<number>;
  /** Content key and mean colour of the cover picture in the series' folder, null when there is none. */
  sidecarCoverKey: string | null;
  sidecarCoverColor: string | null;
  createdAt: number;
  updatedAt: number;
}

/** What lies in the folder of a series and speaks of it; no row when nothing ever did. Files are `SidecarFile` as JSON. */
export interface SeriesSidecarTable {
  seriesId: string;
  /** The series.json that was read last; null when there is none. */
  jsonFile: string | null;
  /** What it said (`SeriesSidecar` without its problems), JSON. */
  jsonContent: string | null;
  /** Why it could not be read, wholly or in part: a sentence without full stop. */
  jsonProblem: string | null;
  /** The cover that the last scan found; null when there is none. */
  coverFile: string | null;
  /** The cover that was drawn last: another one than `coverFile` waits for it. */
  coverDrawn: string | null;
  /** Why it could not be drawn. */
  coverProblem: string | null;
}
