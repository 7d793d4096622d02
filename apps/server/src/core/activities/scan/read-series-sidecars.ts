import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SeriesSidecar } from '@lectern/formats';
import { readBookValues } from '#core/catalog/metadata/fill-series.ts';
import { describeSeriesChange } from '#core/catalog/metadata/series-change.ts';
import { fillLinks, readSeriesJsonLinks } from '#core/catalog/metadata/merge-metadata.ts';
import { type SidecarOutcome, StoredFile, trySidecar } from '#core/catalog/pages/read-sidecars.ts';
import { planFromSeriesJson } from '#core/rules/metadata/series-fields.ts';
import type { Tx } from '#db/open.ts';
import { findSeriesFields, writeSeriesFields } from '#db/repos/scanning/analysis.repo.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import {
  lockSeries,
  listSeriesBeside,
  type SeriesBeside,
  writeSeriesSidecar,
} from '#db/repos/scanning/series-sidecars.repo.ts';
import type { CatalogEvent } from '#events/visibility-changes.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { FoundFolder } from '#files/walk/walk.ts';
import { say } from '#words/say.ts';
import { sayStored, toStored } from '#words/stored-message.ts';
import type { ScanContext } from './running-scan.ts';

type SeriesSidecarContext = Pick<ScanContext, 'db' | 'events' | 'readers'>;

interface FoundBeside {
  readonly folders: ReadonlyMap<string, FoundFolder>;
  /** Groups with at least one book file; folders of other groups may be unreachable. */
  readonly groups: ReadonlySet<string>;
  readonly unreadable: readonly string[];
  readonly everything: boolean;
}

interface Library {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
}

const MAX_NAMED = 20;
/** Problems after which nothing of the document is usable. */
const UNUSABLE = new Set(['series-json.malformed', 'series-json.too-large']);
const NO_FOLDER = { seriesJson: null, cover: null };

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Folders whose content is unknown: unreadable places, and the folders around them. */
function unknownFolders(unreadable: readonly string[]): ReadonlySet<string> {
  return new Set(unreadable.flatMap((path) => [path, path.slice(0, Math.max(0, path.lastIndexOf('/')))]));
}

/** Applies a series.json. @returns the event of the change, for after the commit */
async function applySeriesJson(
  tx: Tx,
  seriesId: string,
  said: Partial<SeriesSidecar>,
  at: number,
): Promise<CatalogEvent | undefined> {
  const fields = await findSeriesFields(tx.read, seriesId);
  if (fields === undefined) return undefined;
  const { values, filled } = planFromSeriesJson(fields, said, await readBookValues(tx.read, seriesId));
  const changed = Object.keys(values);
  await writeSeriesFields(tx, seriesId, { ...values, filled, ...(changed.length === 0 ? {} : { updatedAt: at }) });
  if (!fields.locks.includes('"externalLinks"')) {
    const links = readSeriesJsonLinks(JSON.stringify(said));
    if (await fillLinks(tx, { kind: 'series', id: seriesId }, links)) changed.push('externalLinks');
  }
  const place = { id: seriesId, libraryId: fields.libraryId };
  return await describeSeriesChange(tx.read, place, changed, fields.ageRating);
}

function describeProblem(outcome: SidecarOutcome<SeriesSidecar>): string | null {
  if (outcome.kind === 'refused') return toStored(outcome.message);
  if (outcome.kind === 'gone') return null;
  const [first, ...more] = outcome.value.problems;
  if (first === undefined) return null;
  if (more.length === 0) return first.message;
  return toStored(say('{problem} (and {count} more)', { problem: first.message, count: more.length }));
}

class SeriesSidecars {
  readonly #ctx: SeriesSidecarContext;
  readonly #library: Library;
  readonly #signal: AbortSignal;
  readonly #problems: string[] = [];

  constructor(ctx: SeriesSidecarContext, library: Library, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#library = library;
    this.#signal = signal;
  }

  async look(series: SeriesBeside, folder: Omit<FoundFolder, 'path'>, everything: boolean): Promise<void> {
    const isJsonDue = folder.seriesJson !== series.jsonFile || (everything && folder.seriesJson !== null);
    if (isJsonDue) await this.#readJson(series, folder.seriesJson);
    else if (series.jsonProblem !== null) this.#complain(series.path, series.jsonProblem);
    const isSame = folder.cover === series.coverFile;
    if (isSame && series.coverProblem !== null) this.#complain(series.path, series.coverProblem);
    // A deep scan draws a drawn cover again.
    const isDrawnAgain = everything && folder.cover !== null && series.coverDrawn !== null;
    if (isSame && !isDrawnAgain) return;
    const change = { coverFile: folder.cover, ...(isDrawnAgain ? { coverDrawn: null } : {}) };
    await this.#ctx.db.transaction(async (tx) => {
      if (await this.#hold(tx, series)) await writeSeriesSidecar(tx, series.id, change);
    });
  }

  warnings(): string[] {
    const more = this.#problems.length - MAX_NAMED;
    const rest =
      more > 0
        ? [
            toStored(
              say('{count, plural, one {# more file} other {# more files}} beside series cannot be read', {
                count: more,
              }),
            ),
          ]
        : [];
    return [...this.#problems.slice(0, MAX_NAMED), ...rest];
  }

  /** Locks the series. False when an analysis has removed it since it was listed. */
  async #hold(tx: Tx, { id }: SeriesBeside): Promise<boolean> {
    await lockLibraries(tx, [this.#library.id]);
    return lockSeries(tx, id);
  }

  #complain(path: string, problem: string): void {
    this.#problems.push(toStored(say('In “{path}”: {problem}', { path, problem: sayStored(problem) })));
  }

  async #readJson(series: SeriesBeside, jsonFile: string | null): Promise<void> {
    const outcome = jsonFile === null ? undefined : await this.#read(series.path, jsonFile);
    // Gone since it was listed: the next scan notices it.
    if (outcome?.kind === 'gone') return;
    const jsonProblem = outcome === undefined ? null : describeProblem(outcome);
    if (jsonProblem !== null) this.#complain(series.path, jsonProblem);
    const { problems = [], ...said } = outcome?.kind === 'read' ? outcome.value : {};
    // An unreadable document changes nothing.
    const isUsable = outcome?.kind !== 'refused' && !problems.some(({ code }) => UNUSABLE.has(code));
    const { db, events } = this.#ctx;
    await db.transaction(async (tx) => {
      if (!(await this.#hold(tx, series))) return;
      const content = isUsable ? { jsonContent: jsonFile === null ? null : JSON.stringify(said) } : {};
      const change = isUsable ? await applySeriesJson(tx, series.id, said, Date.now()) : undefined;
      await writeSeriesSidecar(tx, series.id, { jsonFile, jsonProblem, ...content });
      if (change !== undefined) tx.afterCommit(() => events.emit(change));
    });
  }

  async #read(folder: string, jsonFile: string): Promise<SidecarOutcome<SeriesSidecar>> {
    const { name } = StoredFile.parse(JSON.parse(jsonFile));
    const path = pathInRoot(this.#library.path, joinPath(folder, name));
    const options = { background: true, signal: this.#signal };
    return trySidecar(name, async () => this.#ctx.readers.readSeriesJson(path, options), this.#signal);
  }
}

/**
 * Reads each new, changed or removed series.json, and records cover files, which the analysis draws.
 * @returns warnings of the scan, also about files read before
 * @throws {Error} with a system `code` when the disk fails
 */
export async function readSeriesSidecars(
  ctx: SeriesSidecarContext,
  library: Library,
  { folders, groups, unreadable, everything }: FoundBeside,
  signal: AbortSignal,
): Promise<string[]> {
  const work = new SeriesSidecars(ctx, library, signal);
  const unknown = unknownFolders(unreadable);
  for (const [index, series] of (await listSeriesBeside(ctx.db.read, library.id)).entries()) {
    signal.throwIfAborted();
    if (groups.has(series.path) && !unknown.has(series.path)) {
      await work.look(series, folders.get(series.path) ?? NO_FOLDER, everything);
    }
    if (index % 100 === 0) await nextTurn();
  }
  return work.warnings();
}
