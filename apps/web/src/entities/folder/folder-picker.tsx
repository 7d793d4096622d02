import { useQuery } from '@tanstack/react-query';
import type { FolderListing } from '@lectern/contract';
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { describeProblem } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { ErrorState } from '#ui/notice.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { foldersQuery } from './queries.ts';
import css from './folder-picker.module.css';

interface FolderPickerProps {
  readonly open: boolean;
  /** Where to begin; the server's own choice when undefined. */
  readonly start?: string | undefined;
  readonly onClose: () => void;
  readonly onPick: (path: string) => void;
}

/** Walks the folders of the server, which are not those of this device. */
export function FolderPicker({ open, start, onClose, onPick }: FolderPickerProps) {
  const [walked, setWalked] = useState<string>();
  const path = walked ?? start;
  const { data, error, refetch } = useQuery({ ...foldersQuery(path), enabled: open });
  const problem = error === null ? undefined : describeProblem(error);
  const close = () => {
    setWalked(undefined);
    onClose();
  };
  return (
    <Dialog
      title="Choose a folder on the server"
      open={open}
      onClose={close}
      wide
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            disabled={data === undefined}
            onClick={() => {
              if (data !== undefined) onPick(data.path);
              close();
            }}
          >
            Use this folder
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <ErrorState
          title={problem.title}
          text={problem.text}
          onRetry={() => void refetch()}
          action={start !== undefined && <Button onClick={() => setWalked('/')}>Start at the top</Button>}
        />
      )}
      {problem === undefined && data === undefined && (
        <Loading label="Reading the folder">
          <Skeleton shape="title" width={30} />
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </Loading>
      )}
      {data !== undefined && problem === undefined && <Listing listing={data} onOpen={setWalked} />}
    </Dialog>
  );
}

interface ListingProps {
  readonly listing: FolderListing;
  readonly onOpen: (path: string) => void;
}

function Listing({ listing, onOpen }: ListingProps) {
  const { path, parent, entries } = listing;
  return (
    <>
      <p className={css['path']} aria-live="polite">
        <Icon name="folder" />
        <span>{path}</span>
      </p>
      <ul className={css['list']}>
        {parent !== null && (
          <li>
            <button type="button" className={css['entry']} onClick={() => onOpen(parent)}>
              <Icon name="folder-up" />
              <span className={css['name']}>Up one level</span>
            </button>
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.path}>
            <button
              type="button"
              className={css['entry']}
              disabled={!entry.readable}
              onClick={() => onOpen(entry.path)}
            >
              <Icon name="folder" />
              <span className={css['name']}>{entry.name}</span>
              <span className={css['count']}>{countWords(entry.readable, entry.bookCount)}</span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className={css['none']}>No folders inside. You can use this one.</p>}
    </>
  );
}

function countWords(readable: boolean, bookCount: number): string {
  if (!readable) return 'No access';
  if (bookCount === 0) return '';
  return bookCount >= 1000 ? '1,000+ books' : formatCount(bookCount, 'book');
}
