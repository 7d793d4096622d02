import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FolderListing } from '@lectern/contract';
import { useState } from 'react';
import { hasStatus } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { countWords } from './count-words.ts';
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
  const { title = t`Choose a folder on the server`, pickWords = t`Use this folder` } = words;
  const [walked, setWalked] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const query = useQuery({
    ...foldersQuery(walked ?? start ?? within),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const here = query.data?.currentPath;
  const visit = useVisit((path) => {
    setTyped(undefined);
    setWalked(path);
  });
  const close = () => {
    setWalked(undefined);
    setTyped(undefined);
    visit.reset();
    onClose();
  };
  /** A typed path counts, whether it was opened or not. */
  const pick = async () => {
    const wanted = typed?.trim();
    const path = wanted === undefined || wanted === '' ? here : await visit.mutateAsync(wanted).catch(() => undefined);
    if (path === undefined) return;
    onPick(path);
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
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button look="primary" busy={visit.isPending} disabled={here === undefined} onClick={() => void pick()}>
            {pickWords}
          </Button>
        </>
      }
    >
      {within === undefined ? (
        <PathField
          path={typed ?? here ?? start ?? ''}
          problem={describeFailure(visit.error)}
          onText={setTyped}
          onOpen={(path) => visit.mutate(path)}
        />
      ) : (
        <p className={css['here']}>{here ?? within}</p>
      )}
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Reading the folder`} />}>
        {(listing) => <Listing listing={listing} within={within} onOpen={(path) => visit.mutate(path)} />}
      </QueryBoundary>
    </Dialog>
  );
}

/** The server names the folder that is not there. */
function describeFailure(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return hasStatus(error, 404) ? error.message : problemSentence(error);
}

/** Reads a folder before it is shown, so that a mistyped one leaves what is on the screen. */
function useVisit(onVisited: (path: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (path: string) => (await queryClient.query(foldersQuery(path))).currentPath,
    onSuccess: onVisited,
  });
}

interface PathFieldProps {
  readonly path: string;
  readonly problem: string | undefined;
  readonly onText: (path: string) => void;
  readonly onOpen: (path: string) => void;
}

/** The current path, which can also be typed or pasted. */
function PathField({ path, problem, onText, onOpen }: PathFieldProps) {
  return (
    <form
      className={css['path']}
      onSubmit={(event) => {
        event.preventDefault();
        // a surrounding form must not submit
        event.stopPropagation();
        if (path.trim() !== '') onOpen(path.trim());
      }}
    >
      <TextField
        label={t`Path`}
        value={path}
        onText={onText}
        problem={problem}
        spellCheck={false}
        autoCapitalize="none"
      />
      <Button type="submit">{t`Open`}</Button>
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
  const count = entries.length;
  const parent = within !== undefined && pathBelow(within, path) === '' ? null : listing.parentPath;
  const { data: drives = [] } = useQuery({ ...drivesQuery(), enabled: parent === null && within === undefined });
  const others = drives.filter((drive) => drive.path !== path);
  return (
    <>
      <p className="visually-hidden" role="status">
        {plural(count, { one: `${path}, # folder`, other: `${path}, # folders` })}
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
              <span className={css['name']}>{t`Up one level`}</span>
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
              <span className={css['count']}>{entry.isReadable ? countWords(entry.bookCount) : t`No access`}</span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p className={css['none']}>{t`No folders here. You can use this one.`}</p>}
    </>
  );
}
