import { FormatError } from '@lectern/formats';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  type CoverOwner,
  deleteCover,
  listCovers,
  type StoredCoverRow,
  writeCoverPicture,
} from '#db/repos/covers/stored-covers.repo.ts';
import { findBookOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { findShownCover, hasCoverBeside } from '#db/repos/covers/shown-covers.repo.ts';
import type { Covers, StoredUpload } from '#images/covers.ts';
import { UPLOAD_FORMATS } from '#images/inspect-upload.ts';
import {
  addCover,
  changeCovers,
  type ChangedOwner,
  type CoverChangeContext,
  getCover,
  keepCover,
  nameOf,
  requireRoom,
  selectAutomatic,
  selectCover,
} from './change-covers.ts';
import { choosePage, type PageCoverContext } from './choose-page.ts';
import { type SweepingContext, sweepLater } from './sweep-covers.ts';

/**
 * Chooses one of the covers and locks the choice.
 * @throws {AppError} `NotFound`
 */
export async function chooseCover(
  ctx: CoverChangeContext,
  owner: ChangedOwner,
  coverId: string,
): Promise<StoredCoverRow> {
  return changeCovers(ctx, owner, async (tx, at) => {
    await getCover(tx.read, owner, coverId);
    await selectCover(tx, owner, coverId, at);
    return getCover(tx.read, owner, coverId);
  });
}

/** Back to the automatic cover: nothing is chosen, nothing is locked, all covers stay. */
export async function resetCover(ctx: CoverChangeContext, owner: ChangedOwner): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => selectAutomatic(tx, owner, at));
}

/**
 * Deletes a cover; where it was the chosen one, the automatic one takes over. Its files go with a sweep that is due in an hour.
 * @throws {AppError} `NotFound`; `BadRequest` for one that lies beside the books: it would come back
 */
export async function removeCover(
  ctx: CoverChangeContext & SweepingContext,
  owner: ChangedOwner,
  coverId: string,
): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => {
    const cover = await getCover(tx.read, owner, coverId);
    if (cover.source === 'sidecar') {
      throw new AppError('BadRequest', `Cover ${coverId} is a file beside the books: remove that file to be rid of it`);
    }
    await deleteCover(tx, coverId);
    await sweepLater(ctx.queue, tx);
    if (cover.isSelected === 1) await selectAutomatic(tx, owner, at);
  });
}

/** Chooses the latest cover of a source. */
async function chooseLatest(ctx: CoverChangeContext, owner: ChangedOwner, source: string): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => {
    const latest = (await listCovers(tx.read, owner)).find((row) => row.source === source);
    if (latest === undefined) throw new AppError('Conflict', `${nameOf(owner)} has no cover of source "${source}"`);
    await selectCover(tx, owner, latest.id, at);
  });
}

/** Chooses the cover of one of its books for a series; when that changes, the series' does too. */
async function chooseBook(ctx: CoverChangeContext, owner: ChangedOwner, book: CoverOwner): Promise<void> {
  await changeCovers(
    ctx,
    owner,
    async (tx, at) => {
      const { key, color } = await findShownCover(tx.read, book.id);
      if (key === null) throw new AppError('Conflict', `Book ${book.id} has no cover yet`);
      const known = (await listCovers(tx.read, owner)).find(({ fromBookId }) => fromBookId === book.id);
      const content = { coverKey: key, coverColor: color };
      if (known === undefined) {
        await addCover(tx, owner, { ...content, source: 'book', fromBookId: book.id }, at);
        return;
      }
      await writeCoverPicture(tx, known.id, content, at);
      await selectCover(tx, owner, known.id, at);
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

/** Words for the sources that books and series have in common, with other words that mean the same. */
const WORDS = new Map<string, 'automatic' | 'upload' | 'sidecar'>([
  ['automatic', 'automatic'],
  ['auto', 'automatic'],
  ['default', 'automatic'],
  ['first_book', 'automatic'],
  ['upload', 'upload'],
  ['custom', 'upload'],
  ['sidecar', 'sidecar'],
]);

/** Chooses by one of the words that books and series share; answers false for another word. */
async function chooseByWord(ctx: CoverChangeContext, owner: ChangedOwner, word: string): Promise<boolean> {
  const source = WORDS.get(word);
  if (source === undefined) return false;
  // A picture file beside the books goes before whatever is in them: it is the automatic cover.
  const isBeside = source === 'sidecar' && (await hasCoverBeside(ctx.db.read, owner));
  if (source === 'automatic' || isBeside) await resetCover(ctx, owner);
  else await chooseLatest(ctx, owner, source);
  return true;
}

/**
 * Chooses the cover of a book by its source: `automatic`, `upload`, `sidecar`, `page:<n>`.
 * @throws {AppError} `BadRequest` for another word, `Conflict` when there is no such cover, as `choosePage` for a page
 */
export async function chooseBookSource(
  ctx: PageCoverContext,
  viewer: Viewer,
  owner: ChangedOwner,
  source: string,
): Promise<void> {
  if (await chooseByWord(ctx, owner, source)) return;
  const page = PageReference.safeParse(source);
  if (!page.success) throw unknownSource(source, 'automatic, upload, sidecar or page:<number>');
  await choosePage(ctx, viewer, owner, page.data);
}

/**
 * Chooses the cover of a series by its source: `automatic`, `upload`, `sidecar`, `book:<id>`.
 * @throws {AppError} `BadRequest` for another word, `NotFound` for a book that is not in the series, `Conflict` when there is
 *   no such cover
 */
export async function chooseSeriesSource(
  ctx: CoverChangeContext,
  viewer: Viewer,
  owner: ChangedOwner,
  source: string,
): Promise<void> {
  if (await chooseByWord(ctx, owner, source)) return;
  const bookId = BookReference.safeParse(source);
  if (!bookId.success) throw unknownSource(source, 'automatic, upload, sidecar or book:<id>');
  const book = await findBookOwner(ctx.db.read, viewer, bookId.data);
  if (book?.seriesId !== owner.id) {
    throw new AppError('NotFound', `Book ${bookId.data} of series ${owner.id} not found`);
  }
  await chooseBook(ctx, owner, book);
}

function unknownSource(source: string, valid: string): AppError {
  const details = [{ path: 'source', message: `must be ${valid}` }];
  return new AppError('BadRequest', `"${source}" is no source of a cover: expected ${valid}`, { details });
}

/** What adding covers takes. */
interface UploadContext extends CoverChangeContext {
  readonly covers: Covers;
}

/**
 * Writes the files of a picture that a user sent, before a row names them.
 * @throws {AppError} `BadRequest` when it is no picture
 */
export async function storeUpload(covers: Covers, picture: Uint8Array): Promise<StoredUpload> {
  try {
    return await covers.putUpload(picture, 'viewer');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const expected = error.code === 'image.unknown' ? `: expected a whole ${UPLOAD_FORMATS} picture` : '';
    throw new AppError('BadRequest', error.message + expected, { cause: error });
  }
}

/**
 * Adds a picture as a cover, and unless told otherwise chooses it and locks the choice. The files are written first: a row never names what is not
 * there.
 * @param picture bytes as they came, of any size that the door lets through
 * @throws {AppError} `BadRequest` when it is no picture, or one of the owner's covers already; `Conflict` when there are too
 *   many; `NotFound` when the owner has gone
 */
export async function uploadCover(
  ctx: UploadContext,
  owner: ChangedOwner,
  picture: Uint8Array,
  isChosen = true,
): Promise<StoredCoverRow> {
  // What is refused anyway leaves no files; who comes at the same time is refused below.
  await requireRoom(ctx.db.read, owner);
  const { key, color, mediaType, width, height } = await storeUpload(ctx.covers, picture);
  const content = { source: 'upload', coverKey: key, coverColor: color, mediaType, width, height };
  return changeCovers(ctx, owner, async (tx, at) => {
    const known = await listCovers(tx.read, owner);
    const same = known.find(({ source, coverKey }) => source === 'upload' && coverKey === key);
    if (same !== undefined) {
      const details = { coverId: same.id };
      throw new AppError('BadRequest', `This picture is cover ${same.id} of ${nameOf(owner)} already`, { details });
    }
    const add = isChosen ? addCover : keepCover;
    const id = await add(tx, owner, { ...content, fileSize: picture.byteLength }, at);
    return getCover(tx.read, owner, id);
  });
}
