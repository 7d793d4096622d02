import { AppError } from '#core/errors.ts';
import { deleteCover, listCovers, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import type { Covers } from '#images/covers.ts';
import { say } from '#words/say.ts';
import type { ChangeContext, QueueContext } from '../contexts.ts';
import { addCover, keepCover, selectAutomatic, selectCover } from './add-cover.ts';
import { changeCovers } from './change-covers.ts';
import { type ChangedOwner, getCover } from './cover-owner.ts';
import { requireNew, requireRoom, storeUpload } from './store-upload.ts';
import { sweepLater } from './sweep-covers.ts';

/** Selects a cover and locks the choice. Throws `NotFound`. */
export async function chooseCover(ctx: ChangeContext, owner: ChangedOwner, coverId: string): Promise<StoredCoverRow> {
  return changeCovers(ctx, owner, async (tx, at) => {
    await getCover(tx.read, owner, coverId);
    await selectCover(tx, owner, coverId, at);
    return getCover(tx.read, owner, coverId);
  });
}

/** Selects the automatic cover and unlocks the choice. All covers stay. */
export async function resetCover(ctx: ChangeContext, owner: ChangedOwner): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => selectAutomatic(tx, owner, at));
}

/** Deletes a cover; if it was selected, the automatic one is shown. A sweep deletes its files an hour later. */
export async function removeCover(
  ctx: ChangeContext & QueueContext,
  owner: ChangedOwner,
  coverId: string,
): Promise<void> {
  await changeCovers(ctx, owner, async (tx, at) => {
    const cover = await getCover(tx.read, owner, coverId);
    if (cover.source === 'sidecar') {
      throw new AppError(
        'BadRequest',
        say('This cover is a file beside the books. Delete that file to remove the cover'),
      );
    }
    await deleteCover(tx, coverId);
    await sweepLater(ctx.queue, tx);
    if (cover.isSelected === 1) await selectAutomatic(tx, owner, at);
  });
}

/** Adds an uploaded picture and by default selects and locks it. Files are written before the row. */
export async function uploadCover(
  ctx: ChangeContext & { readonly covers: Covers },
  owner: ChangedOwner,
  picture: Uint8Array,
  isChosen = true,
): Promise<StoredCoverRow> {
  // Checked before files are written, and again inside the transaction.
  requireRoom(await listCovers(ctx.db.read, owner));
  const { key, color, mediaType, width, height } = await storeUpload(ctx.covers, picture);
  const size = { mediaType, width, height, fileSize: picture.byteLength };
  const content = { source: 'upload', coverKey: key, coverColor: color, ...size };
  return changeCovers(ctx, owner, async (tx, at) => {
    const uploads = (await listCovers(tx.read, owner)).filter(({ source }) => source === 'upload');
    requireNew(uploads, key);
    const id = await (isChosen ? addCover : keepCover)(tx, owner, content, at);
    return getCover(tx.read, owner, id);
  });
}
