import { t } from '@lingui/core/macro';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import css from './cover-dialog.module.css';
import type { CoverOwner } from './cover-owner.ts';
import { LARGEST_PICTURE as largest } from './picture-file.ts';

interface AddCoverProps {
  readonly owner: CoverOwner;
  /** An upload runs; the next one queues. */
  readonly sending: boolean;
  readonly onFile: (file: File) => void;
  /** Opens the page picker of a book, or the book picker of a series. */
  readonly onPick: () => void;
}

/** Whether the owner has pages or books to choose from. */
function hasPick(owner: CoverOwner): boolean {
  if (owner.kind === 'list') return false;
  return owner.kind === 'series' ? owner.series.bookCount > 0 : owner.book.layout === 'pages';
}

/** The ways to add a cover; drop and paste work on the whole dialog. */
export function AddCover({ owner, sending, onFile, onPick }: AddCoverProps) {
  return (
    <section className={css['add']} aria-label={t`Add a cover`}>
      <div className={css['ways']}>
        <FileButton
          icon="upload"
          busy={sending}
          label={t`Picture file`}
          accept="image/*"
          onFiles={([file]) => file !== undefined && onFile(file)}
        >{t`Upload picture`}</FileButton>
        {hasPick(owner) && (
          <Button icon="grid" onClick={onPick}>
            {owner.kind === 'book' ? t`Choose page` : t`Choose book cover`}
          </Button>
        )}
      </div>
      <p
        className={css['hint']}
      >{t`You can also drop a picture here or paste one: JPEG, PNG, WebP, GIF or AVIF, up to ${largest}.`}</p>
    </section>
  );
}
