import type { Database } from '#db/open.ts';
import {
  findCoverFile,
  lockSeries,
  listUndrawnSeries,
  type UndrawnSeries,
  writeSeriesSidecar,
  writeSidecarCover,
} from '#db/repos/scanning/series-sidecars.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { coverEvent } from '#events/entity-events.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import type { TaskRun } from '#jobs/handler.ts';
import { type SidecarOutcome, StoredFile, trySidecar } from '#core/catalog/pages/read-sidecars.ts';
import { toStored } from '#words/stored-message.ts';

interface SeriesCoverContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly readers: BookReaders;
  readonly covers: Covers;
}

const PAGE = 50;

async function draw(
  ctx: SeriesCoverContext,
  { libraryPath, path, coverFile }: UndrawnSeries,
  signal: AbortSignal,
): Promise<SidecarOutcome<StoredCover | null>> {
  if (coverFile === null) return { kind: 'read', value: null };
  const { name } = StoredFile.parse(JSON.parse(coverFile));
  const absolutePath = pathInRoot(libraryPath, path === '' ? name : `${path}/${name}`);
  const load = async () => {
    const bytes = await ctx.readers.readPicture(absolutePath, { background: true, signal });
    return ctx.covers.put(bytes, 'background');
  };
  return trySidecar(name, load, signal);
}

async function drawOne(ctx: SeriesCoverContext, series: UndrawnSeries, signal: AbortSignal): Promise<void> {
  const outcome = await draw(ctx, series, signal);
  // Gone since it was listed: the next scan notices it.
  if (outcome.kind === 'gone') return;
  const cover = outcome.kind === 'read' ? outcome.value : null;
  const coverProblem = outcome.kind === 'refused' ? toStored(outcome.message) : null;
  await ctx.db.transaction(async (tx) => {
    await lockSeries(tx, series.id);
    // A scan found another file meanwhile: that one is drawn next.
    if ((await findCoverFile(tx.read, series.id)) !== series.coverFile) return;
    await writeSeriesSidecar(tx, series.id, { coverDrawn: series.coverFile, coverProblem });
    if (!(await writeSidecarCover(tx, series.id, cover, Date.now()))) return;
    tx.afterCommit(() => ctx.events.emit(coverEvent('series', series.id, series.libraryId)));
  });
}

/**
 * Draws new and changed cover files of series folders. A failed drawing is recorded, and the first book's cover is shown.
 * @returns false when the task yielded to a more important one
 * @throws {Error} with a system `code` when the disk fails
 */
export async function drawSeriesCovers(ctx: SeriesCoverContext, libraryId: string, run: TaskRun): Promise<boolean> {
  for (let after = ''; ; ) {
    const page = await listUndrawnSeries(ctx.db.read, libraryId, { after, limit: PAGE });
    for (const series of page) {
      run.signal.throwIfAborted();
      if (await run.shouldYield()) return false;
      await drawOne(ctx, series, run.signal);
      after = series.id;
    }
    if (page.length < PAGE) return true;
  }
}
