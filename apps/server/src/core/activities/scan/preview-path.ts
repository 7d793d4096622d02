import type { PathPreview } from '@lectern/contract';
import { checkLibraryPath, checkMoveRights, type PathContext } from '#core/catalog/libraries/check-library-path.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import { findScanTarget, type KnownBook, listKnownBooks } from '#db/repos/scanning/scan.repo.ts';
import { walkLibrary } from '#files/walk/walk.ts';
import { compareFiles, type Differences } from './compare-files.ts';
import { loadWalkOptions } from './look-through.ts';
import { isMassRemoval } from './guard-removals.ts';

const SAMPLES = 20;

async function compare(ctx: PreviewContext, libraryId: string, root: string, signal: AbortSignal) {
  const library = await findScanTarget(ctx.db.read, libraryId);
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  const known = new Map<string, KnownBook>();
  for await (const page of listKnownBooks(ctx.db.read, libraryId)) for (const book of page) known.set(book.path, book);
  // The preview compares paths and states only; series do not matter.
  const reason = { rule: 'folder', input: '' } as const;
  const comparison = compareFiles({ known, placeFile: () => ({ groupPath: '', name: '', reason }) });
  const unreadable: string[] = [];
  for await (const batch of walkLibrary(root, await loadWalkOptions(ctx, library), signal)) {
    comparison.add(batch.files);
    unreadable.push(...batch.unreadable);
  }
  return { differences: comparison.finish(unreadable), unreadable };
}

function sample(items: readonly { readonly path: string }[]): string[] {
  return items.slice(0, SAMPLES).map(({ path }) => path);
}

function summarize(differences: Differences, percent: number): Omit<PathPreview, 'path' | 'unreadable'> {
  const { added, changed, restored, missing, liveCount, foundCount } = differences;
  const others = [...changed, ...restored.filter(({ isChanged }) => isChanged)];
  return {
    matched: foundCount - added.length - others.length,
    changed: others.length,
    missing: missing.length,
    added: added.length,
    sampleAdded: sample(added),
    sampleChanged: sample(others.map(({ book }) => book)),
    sampleMissing: sample(missing),
    needsConfirmation:
      missing.length > 0 && isMassRemoval({ goneCount: missing.length, liveCount, recentCount: 0 }, percent),
  };
}

interface PreviewContext extends PathContext {
  readonly settings: Pick<Settings, 'get'>;
}

/**
 * Compares another folder with the books of a library by relative path, without opening or changing anything. The scan after
 * the move also finds missing books elsewhere in the folder.
 * @throws {AppError} `NotFound`; `BadRequest`, `Conflict` or `Forbidden` for a folder that the library cannot have
 */
export async function previewPath(
  ctx: PreviewContext,
  viewer: Viewer,
  { libraryId, path: wanted }: { readonly libraryId: string; readonly path: string },
  signal: AbortSignal,
): Promise<PathPreview> {
  const { scanningConfig } = await getLibrary(ctx, viewer, libraryId);
  checkMoveRights(viewer, scanningConfig.followLinksOutside);
  const path = await checkLibraryPath(ctx, wanted, viewer, libraryId);
  const { differences, unreadable } = await compare(ctx, libraryId, path, signal);
  return {
    path,
    ...summarize(differences, ctx.settings.get('scanner.mass_removal_guard')),
    unreadable: unreadable.slice(0, SAMPLES),
  };
}
