import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBookOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { type CoverOwner, listCovers } from '#db/repos/covers/stored-covers.repo.ts';
import { findShownCover, hasCoverBeside } from '#db/repos/covers/shown-covers.repo.ts';
import { say } from '#words/say.ts';
import type { ChangeContext } from '../contexts.ts';
import { putCover, selectCover } from './add-cover.ts';
import { changeCovers } from './change-covers.ts';
import { resetCover } from './choose-cover.ts';
import { choosePage, type PageCoverContext } from './choose-page.ts';
import type { ChangedOwner } from './cover-owner.ts';
import { invalidField } from '#core/invalid-field.ts';

async function chooseLatest(ctx: ChangeContext, owner: ChangedOwner, source: string): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => {
    const latest = (await listCovers(tx.read, owner)).find((row) => row.source === source);
    if (latest === undefined)
      throw new AppError(
        'Conflict',
        source === 'upload' ? say('No cover was uploaded yet') : say('There is no cover file beside the books'),
      );
    await selectCover(tx, owner, latest.id, at);
  });
}

/** Selects the cover of a book for its series. The series follows later changes of that cover. */
async function chooseBook(ctx: ChangeContext, owner: ChangedOwner, book: CoverOwner): Promise<void> {
  await changeCovers(
    ctx,
    owner,
    async (tx, at) => {
      const { key, color } = await findShownCover(tx.read, book.id);
      if (key === null) throw new AppError('Conflict', say('This book has no cover yet'));
      const known = (await listCovers(tx.read, owner)).find(({ fromBookId }) => fromBookId === book.id);
      const picture = { coverKey: key, coverColor: color };
      await putCover(tx, owner, { known, picture, origin: { source: 'book', fromBookId: book.id } }, at);
    },
    book,
  );
}

const BookReference = z
  .string()
  .regex(/^book:/)
  .transform((text) => text.slice('book:'.length))
  .pipe(z.guid());
const PageReference = z
  .string()
  .regex(/^page:[1-9]\d{0,8}$/)
  .transform((text) => Number(text.slice('page:'.length)));

/** Source names that books and series share, with their synonyms. */
const WORDS = new Map<string, 'automatic' | 'upload' | 'sidecar'>([
  ['automatic', 'automatic'],
  ['auto', 'automatic'],
  ['default', 'automatic'],
  ['first_book', 'automatic'],
  ['upload', 'upload'],
  ['custom', 'upload'],
  ['sidecar', 'sidecar'],
]);

/** Returns false for a word that is not a shared source. */
async function chooseByWord(ctx: ChangeContext, owner: ChangedOwner, word: string): Promise<boolean> {
  const source = WORDS.get(word);
  if (source === undefined) return false;
  // A picture file next to the books takes precedence: it is the automatic cover.
  const isBeside = source === 'sidecar' && (await hasCoverBeside(ctx.db.read, owner));
  if (source === 'automatic' || isBeside) await resetCover(ctx, owner);
  else await chooseLatest(ctx, owner, source);
  return true;
}

function unknownSource(choices: string): AppError {
  return invalidField('source', say('must be one of {choices}', { choices }));
}

/** Selects the cover of a book by source: `automatic`, `upload`, `sidecar` or `page:<n>`. */
export async function chooseBookSource(
  ctx: PageCoverContext,
  viewer: Viewer,
  owner: ChangedOwner,
  source: string,
): Promise<void> {
  if (await chooseByWord(ctx, owner, source)) return;
  const page = PageReference.safeParse(source);
  if (!page.success) throw unknownSource('automatic, upload, sidecar, page:<number>');
  await choosePage(ctx, viewer, owner, page.data);
}

/** Selects the cover of a series by source: `automatic`, `upload`, `sidecar` or `book:<id>`. */
export async function chooseSeriesSource(
  ctx: ChangeContext,
  viewer: Viewer,
  owner: ChangedOwner,
  source: string,
): Promise<void> {
  if (await chooseByWord(ctx, owner, source)) return;
  const bookId = BookReference.safeParse(source);
  if (!bookId.success) throw unknownSource('automatic, upload, sidecar, book:<id>');
  const book = await findBookOwner(ctx.db.read, viewer, bookId.data);
  if (book?.seriesId !== owner.id) {
    throw new AppError('NotFound', `Book ${bookId.data} of series ${owner.id} not found`);
  }
  await chooseBook(ctx, owner, book);
}
