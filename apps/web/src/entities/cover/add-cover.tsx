import { useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import css from './cover-dialog.module.css';
import type { CoverOwner } from './cover-owner.ts';
import { LARGEST_PICTURE, PICTURE_FORMATS } from './picture-file.ts';

interface AddCoverProps {
  readonly owner: CoverOwner;
  /** A picture is on its way; another one can follow it. */
  readonly sending: boolean;
  readonly onFile: (file: File) => void;
  /** Wants to see the pages of the book, or the books of the series. */
  readonly onPick: () => void;
}

/** Whether there is something in it to choose a cover from. */
function hasPick(owner: CoverOwner): boolean {
  if (owner.kind === 'list') return false;
  return owner.kind === 'series' ? owner.series.bookCount > 0 : owner.book.layout === 'pages';
}

/** The ways to a new cover; dropping and pasting work on the whole dialog. */
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
          // so that the same file can be taken again
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
