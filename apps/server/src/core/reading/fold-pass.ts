import type { PassRow } from '#db/repos/reading/reading-sessions.repo.ts';

/** The first time a book was finished in a pass, and on what. */
interface PassCompletion {
  readonly completedAt: number;
  readonly deviceId: string;
  readonly deviceName: string | null;
}

/** One reading of a book, from one reset to the next. */
export interface Pass {
  /** That of its first session. */
  readonly id: string;
  readonly startedAt: number;
  /** The session whose place counts: the latest. */
  readonly latest: PassRow;
  readonly completion: PassCompletion | undefined;
  /** Whether its reader took the completion out of the history. */
  readonly isForgotten: boolean;
}

/**
 * What the sessions between two resets come to: the latest place, and the first completion, which going back does not undo
 * (decision C5).
 * @param rows in the order in which they ended
 * @returns undefined when there are none
 */
export function foldPass(rows: readonly PassRow[]): Pass | undefined {
  const [first] = rows;
  const latest = rows.at(-1);
  if (first === undefined || latest === undefined) return undefined;
  let completion: PassCompletion | undefined;
  let { startedAt } = first;
  for (const row of rows) {
    startedAt = Math.min(startedAt, row.startedAt);
    const { completedAt, deviceId, deviceName } = row;
    if (completedAt === null) continue;
    if (completion === undefined || completedAt < completion.completedAt) {
      completion = { completedAt, deviceId, deviceName };
    }
  }
  return {
    id: first.id,
    startedAt,
    latest,
    completion,
    isForgotten: rows.some(({ isForgotten }) => isForgotten === 1),
  };
}
