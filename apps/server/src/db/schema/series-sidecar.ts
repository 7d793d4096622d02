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
