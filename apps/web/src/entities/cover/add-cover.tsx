import { useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import css from './cover-dialog.module.css';
import type { CoverOwner } from './cover-owner.ts';
import { LARGEST_PICTURE, PICTURE_FORMATS } from './picture-file.ts';

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
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className={css['add']} aria-label="Another cover">
      <div className={css['ways']}>
        <Button icon="upload" busy={sending} onClick={() => input.current?.click()}>
          Upload a picture
        </Button>
        {hasPick(owner) && (
          <Button icon="grid" onClick={onPick}>
            {owner.kind === 'book' ? 'Choose a page' : 'Choose a book’s cover'}
          </Button>
        )}
      </div>
      <p className={css['hint']}>
        You can also drop a picture here or paste one: {PICTURE_FORMATS}, up to {LARGEST_PICTURE}.
      </p>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          // lets the user choose the same file again
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
