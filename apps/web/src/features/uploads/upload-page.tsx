import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { BOOK_EXTENSIONS } from '@lectern/contract/book-formats';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { libraryQuery } from '#entities/library/queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatBytes } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileButton, PICKS_FOLDERS } from '#ui/controls/file-button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { readDropped, readFolder } from './dropped-files.ts';
import { sharedFilesQuery } from './shared-files.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import {
  type ChosenFile,
  countState,
  groupByFolder,
  isOpen,
  type UploadGroup,
  type UploadItem,
} from './upload-items.ts';
import css from './upload-page.module.css';
import { addFiles, isHandled, moveFiles, removeFiles, uploadFiles, UPLOADS_KEY, useUploads } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';

const ACCEPT = BOOK_EXTENSIONS.map((extension) => `.${extension}`).join(',');

interface UploadPageProps {
  readonly libraryId: string;
  /** Folder for the chosen files, below the library; the server suggests one by default. */
  readonly folder: string | undefined;
}

/** Adds book files of this device to a library. */
export function UploadPage({ libraryId, folder }: UploadPageProps) {
  const { data: library, error, refetch } = useQuery(libraryQuery(libraryId));
  const { data: user } = useQuery(currentUserQuery());
  const isAllowed = useMay('BooksWrite');
  useDocumentTitle(library === undefined ? undefined : getTitle(library));
  if (error !== null && library === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (library === undefined || user === undefined) return null;
  const { name } = library;
  return (
    <Page
      title={t`Upload books`}
      narrow
      above={
        <Link to="/library/$libraryId" params={{ libraryId }}>
          {name}
        </Link>
      }
    >
      {library.allowUploads && isAllowed ? (
        <Uploads userId={user.id} libraryId={libraryId} folder={folder} />
      ) : (
        <EmptyState icon="upload" title={t`${name} does not accept uploads`}>
          {isAllowed
            ? t`Allow uploads in the settings of the library, under Files.`
            : t`Only users who may change books can upload them.`}
        </EmptyState>
      )}
    </Page>
  );
}

function getTitle({ name }: Library): string {
  return t`Upload to ${name}`;
}

function Uploads({ userId, libraryId, folder }: UploadPageProps & { readonly userId: string }) {
  const items = useUploads(userId, libraryId);
  const queryClient = useQueryClient();
  const done = countState(items, 'done');
  useEffect(() => void queryClient.invalidateQueries({ queryKey: [UPLOADS_KEY] }), [queryClient, done]);
  const add = (chosen: readonly ChosenFile[]) =>
    void addFiles(userId, libraryId, folder === undefined ? chosen : chosen.map(({ file }) => ({ file, folder })));
  return (
    <DropZone onDrop={(dropped) => void readDropped(dropped).then(add)}>
      <p className={css['lead']}>
        {folder === undefined
          ? t`Files go into the folder of the library. No file there is replaced. You can also drop files and folders here.`
          : t`Files go into the folder “${folder}” of the library. No file there is replaced. You can also drop files and folders here.`}
      </p>
      <div className={css['ways']}>
        <FileButton
          look={items.length === 0 ? 'primary' : 'secondary'}
          icon="upload"
          label={t`Book files`}
          accept={ACCEPT}
          takes="many"
          onFiles={(files) => add(files.map((file) => ({ file })))}
        >{t`Choose files`}</FileButton>
        {PICKS_FOLDERS && (
          <FileButton
            icon="folder"
            label={t`Folder of books`}
            takes="folder"
            onFiles={(files) => add(readFolder(files))}
          >{t`Choose folder`}</FileButton>
        )}
      </div>
      <SharedNote userId={userId} />
      {items.length > 0 && <Summary items={items} />}
      {groupByFolder(items).map((group) => (
        <Group key={group.items[0]?.key} group={group} />
      ))}
      <UnfinishedUploads libraryId={libraryId} items={items} />
    </DropZone>
  );
}

/** Files that another app shared and that are not in the list, as after a reload. */
function SharedNote({ userId }: { readonly userId: string }) {
  const { data: files = [] } = useQuery(sharedFilesQuery(userId));
  const count = files.filter(({ key }) => !isHandled(key)).length;
  if (count === 0) return null;
  return (
    <p className={css['ways']}>
      <Link to="/upload">{plural(count, { one: '# shared file waits', other: '# shared files wait' })}</Link>
    </p>
  );
}

interface DropZoneProps {
  readonly onDrop: (dropped: DataTransfer) => void;
  readonly children: ReactNode;
}

function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const handle = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <div
      className={classNames(css['zone'], isOver && css['over'])}
      onDragOver={handle(true)}
      onDragLeave={handle(false)}
      onDrop={(event) => {
        handle(false)(event);
        onDrop(event.dataTransfer);
      }}
    >
      {children}
    </div>
  );
}

/** "3 files", "12 MB", "2 in the library". */
function listFacts(items: readonly UploadItem[]): string[] {
  const [count, done, taken] = [items.length, countState(items, 'done'), countState(items, 'taken')];
  return [
    plural(count, { one: '# file', other: '# files' }),
    formatBytes(items.reduce((sum, { file }) => sum + file.size, 0)),
    plural(done, { one: '# in the library', other: '# in the library' }),
    ...(taken === 0 ? [] : [plural(taken, { one: '# name taken', other: '# names taken' })]),
  ];
}

/** Counts in words, and the buttons for all files. */
function Summary({ items }: { readonly items: readonly UploadItem[] }) {
  const ready = items.filter(({ state }) => state.kind === 'ready');
  const failed = items.filter(({ state }) => state.kind === 'failed');
  const over = items.filter(({ state }) => state.kind === 'done' || state.kind === 'refused');
  const [readyCount, failedCount, overCount] = [ready.length, failed.length, over.length];
  const toKeys = (some: readonly UploadItem[]) => some.map(({ key }) => key);
  return (
    <div className={css['summary']}>
      <p role="status">{listFacts(items).join(' · ')}</p>
      <div className={css['actions']}>
        {ready.length > 0 && (
          <Button look="primary" icon="upload" onClick={() => uploadFiles(toKeys(ready))}>
            {plural(readyCount, { one: 'Upload # book', other: 'Upload # books' })}
          </Button>
        )}
        {failed.length > 1 && (
          <Button icon="refresh" onClick={() => uploadFiles(toKeys(failed))}>
            {plural(failedCount, { one: 'Resume # book', other: 'Resume # books' })}
          </Button>
        )}
        {over.length > 1 && (
          <Button look="quiet" onClick={() => removeFiles(toKeys(over))}>
            {plural(overCount, { one: 'Remove # file from the list', other: 'Remove # files from the list' })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Files of one folder; the folder can be changed until they are uploaded. */
function Group({ group: { folder, items } }: { readonly group: UploadGroup }) {
  const [text, setText] = useState<string>();
  const open = items.filter(isOpen);
  const openCount = open.length;
  const move = () => {
    const wanted = text?.trim() ?? '';
    setText(undefined);
    const keys = open.map(({ key }) => key);
    if (wanted !== '' && wanted !== folder) void moveFiles(keys, wanted);
  };
  return (
    <section className={css['group']} aria-label={folder ?? t`Files without a folder yet`}>
      {folder !== undefined && open.length > 0 ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            move();
          }}
        >
          <TextField
            label={plural(openCount, { one: 'Series folder of # file', other: 'Series folder of # files' })}
            value={text ?? folder}
            onText={setText}
            onBlur={move}
          />
        </form>
      ) : (
        <h2 className={css['folder']}>{folder ?? t`Finding a folder`}</h2>
      )}
      <ul>
        {items.map((item) => (
          <UploadRow key={item.key} item={item} />
        ))}
      </ul>
    </section>
  );
}
