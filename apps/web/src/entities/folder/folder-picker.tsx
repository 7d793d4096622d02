import { useQuery } from '@tanstack/react-query';
import type { FolderListing } from '@lectern/contract';
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { pathBelow } from './folder-name.ts';
import { drivesQuery, foldersQuery } from './queries.ts';
import css from './folder-picker.module.css';

interface FolderPickerProps {
  readonly open: boolean;
  /** Initial folder; the server chooses when undefined. */
  readonly start?: string | undefined;
  /** Limits the choice to this folder and its subfolders. */
  readonly within?: string | undefined;
  readonly title?: string;
  readonly pickWords?: string;
  readonly onClose: () => void;
  readonly onPick: (path: string) => void;
}

/** Browses the folders of the server, not of this device. */
export function FolderPicker({ open, start, within, onClose, onPick, ...words }: FolderPickerProps) {
  const { title = 'Choose a folder on the server', pickWords = 'Use this folder' } = words;
  const [walked, setWalked] = useState<string>();
  const path = walked ?? start ?? within;
  const query = useQuery({ ...foldersQuery(path), enabled: open });
  const here = query.data?.currentPath;
  const close = () => {
    setWalked(undefined);
    onClose();
  };
  const pick = () => {
    if (here !== undefined) onPick(here);
    close();
  };
  return (
    <Dialog
      title={title}
      open={open}
      onClose={close}
      wide
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" disabled={here === undefined} onClick={pick}>
            {pickWords}
          </Button>
        </>
      }
    >
      {within === undefined ? (
        <PathField key={here ?? path} path={here ?? path ?? ''} onOpen={setWalked} />
      ) : (
        <p className={css['here']}>{here ?? path}</p>
      )}
      <QueryBoundary query={query} loading={<BoxSkeletons label="Reading the folder" />}>
        {(listing) => <Listing listing={listing} within={within} onOpen={setWalked} />}
      </QueryBoundary>
    </Dialog>
  );
}

/** The current path, which can also be typed or pasted. */
function PathField({ path, onOpen }: { readonly path: string; readonly onOpen: (path: string) => void }) {
  const [typed, setTyped] = useState(path);
  return (
    <form
      className={css['path']}
      onSubmit={(event) => {
        event.preventDefault();
        // a surrounding form must not submit
        event.stopPropagation();
        if (typed.trim() !== '') onOpen(typed.trim());
      }}
    >
      <TextField label="Path" value={typed} onText={setTyped} spellCheck={false} autoCapitalize="none" />
      <Button type="submit">Open</Button>
    </form>
  );
}

interface ListingProps {
  readonly listing: FolderListing;
  readonly within: string | undefined;
  readonly onOpen: (path: string) => void;
}

function Listing({ listing, within, onOpen }: ListingProps) {
  const { currentPath: path, entries } = listing;
  const parent = within !== undefined && pathBelow(within, path) === '' ? null : listing.parentPath;
  const { data: drives = [] } = useQuery({ ...drivesQuery(), enabled: parent === null && within === undefined });
  const others = drives.filter((drive) => drive.path !== path);
  return (
    <>
      <p className="visually-hidden" role="status">
        {path}, {formatCount(entries.length, 'folder')}
      </p>
      <ul className={css['list']}>
        {others.map((drive) => (
          <li key={drive.path}>
            <button type="button" className={css['entry']} onClick={() => onOpen(drive.path)}>
              <Icon name="folder" />
              <span className={css['name']}>{drive.name}</span>
            </button>
          </li>
        ))}
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
              disabled={!entry.isReadable}
              onClick={() => onOpen(entry.path)}
            >
              <Icon name="folder" />
              <span className={css['name']}>{entry.name}</span>
              <span className={css['count']}>{countWords(entry.isReadable, entry.bookCount)}</span>
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
