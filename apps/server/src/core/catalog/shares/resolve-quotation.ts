import type { HighlightCreate, SharedHighlight } from '@lectern/contract';
import { MAX_QUOTATION } from '@lectern/contract';
import type { EpubResource, EpubStructure } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { openReading } from '../pages/open-reading.ts';
import { readDocument, type ResourceContext } from '../pages/read-resource.ts';
import { pointsTo } from '../reading/find-document.ts';

/** What finding a quotation in its book takes. */
export type QuotationContext = ResourceContext;

/** A document of the spine. */
interface Chapter {
  readonly resource: EpubResource;
  /** Positions of the book before it. */
  readonly before: number;
  /** At least one. */
  readonly positions: number;
}

/** The document of an address. Of several that end alike, it is the one with the longest path. */
function findChapter({ readingOrder, resources }: EpubStructure, href: string): Chapter | undefined {
  let found: Chapter | undefined;
  let before = 0;
  for (const { resource: index, positions } of readingOrder) {
    const resource = resources[index];
    const isLonger = (resource?.href.length ?? 0) > (found?.resource.href.length ?? 0);
    if (resource !== undefined && isLonger && pointsTo(href, resource.href)) found = { resource, before, positions };
    before += positions;
  }
  return found;
}

function notInBook(): AppError {
  return new AppError('BadRequest', say('The book does not have this text'));
}

/**
 * Finds a selected text in its book, so that a link never carries the words of anyone else.
 * @returns the words as the book has them
 * @throws {AppError} `BadRequest` when the book has no text, or not this one; `NotFound`; `ServiceUnavailable`
 */
export async function resolveQuotation(
  ctx: QuotationContext,
  viewer: Viewer,
  bookId: string,
  { text, locator }: HighlightCreate,
): Promise<SharedHighlight> {
  const { file, reading } = await openReading(ctx, viewer, bookId);
  const { epub, layout } = reading;
  if (epub === null || layout === 'pages') throw new AppError('BadRequest', say('Only books of text can be quoted'));
  const chapter = findChapter(epub, locator.href);
  // Other quotations of the same chapter may share the work, and threads have a time limit.
  const { signal } = new AbortController();
  if (chapter === undefined) throw notInBook();
  const document = await readDocument(ctx, file, chapter.resource, signal);
  if (document === undefined) throw notInBook();
  const near = locator.locations.progression;
  const found = await ctx.readers.findQuotation(document, { text, near }, { signal });
  if (found === undefined || found.text.length > MAX_QUOTATION) throw notInBook();
  const { before, positions } = chapter;
  const inside = Math.min(positions, Math.floor(found.progression * positions) + 1);
  return { text: found.text, position: before + inside };
}
