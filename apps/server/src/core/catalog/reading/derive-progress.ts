import type { Tx } from '#db/open.ts';
import { type Completion, deletePlace, replaceCompletion, writePlace } from '#db/repos/reading/progress.repo.ts';
import {
  findLocator,
  findResetBefore,
  listPassRows,
  listResetsBehind,
  type Mark,
  type PassRow,
  type ReadingOf,
} from '#db/repos/reading/reading-sessions.repo.ts';

/** The first completion of a pass. */
interface PassCompletion {
  readonly completedAt: number;
  readonly deviceId: string;
  readonly deviceName: string | null;
}

/** One pass through a book, from one reset to the next. */
interface Pass {
  /** Id of its first session. */
  readonly id: string;
  readonly startedAt: number;
  /** The session whose place counts. */
  readonly latest: PassRow;
  readonly completion: PassCompletion | undefined;
  /** Whether the user deleted the completion from the history. */
  readonly isForgotten: boolean;
}

/**
 * Sums up the sessions between two resets: the latest place and the first completion. Going back does not undo it.
 * @param rows by end time
 * @returns undefined without sessions
 */
function foldPass(rows: readonly PassRow[]): Pass | undefined {
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

/** The completion to store: none before the book is finished, or after the user deleted it. */
function toCompletion(reading: ReadingOf, pass: Pass | undefined): Completion | undefined {
  if (pass?.completion === undefined || pass.isForgotten) return undefined;
  return { ...reading, ...pass.completion, id: pass.id, startedAt: pass.startedAt };
}

async function writeDerivedPlace(tx: Tx, reading: ReadingOf, pass: Pass | undefined): Promise<void> {
  if (pass === undefined) {
    await deletePlace(tx, reading);
    return;
  }
  const { id, startedAt, latest, completion } = pass;
  await writePlace(tx, {
    ...reading,
    id,
    startedAt,
    percentage: latest.percentage,
    completed: latest.completed,
    updatedAt: latest.endedAt,
    currentPage: latest.page ?? 1,
    completedAt: latest.completed === 1 ? (completion?.completedAt ?? latest.endedAt) : null,
    locator: await findLocator(tx.read, latest.id),
  });
}

/**
 * Recomputes the place and the completions of a user in a book from the sessions, in any order of arrival. The caller
 * stored sessions in this transaction and holds the user's reading.
 * @param from the earliest new session; passes that ended before it stay
 */
export async function deriveProgress(tx: Tx, reading: ReadingOf, from: Mark): Promise<void> {
  let after = await findResetBefore(tx.read, reading, from);
  for (const until of [...(await listResetsBehind(tx.read, reading, after)), undefined]) {
    const rows = await listPassRows(tx.read, reading, after, until);
    const pass = foldPass(rows);
    await replaceCompletion(tx, { passIds: rows.map(({ id }) => id), completion: toCompletion(reading, pass) });
    if (until === undefined) await writeDerivedPlace(tx, reading, pass);
    else after = until;
  }
}
