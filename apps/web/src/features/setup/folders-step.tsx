import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FolderListing } from '@lectern/contract';
import { useState } from 'react';
import { countWords } from '#entities/folder/count-words.ts';
import { folderName, overlaps } from '#entities/folder/folder-name.ts';
import { FolderPicker } from '#entities/folder/folder-picker.tsx';
import { foldersQuery } from '#entities/folder/queries.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { FolderCard, type FolderPlan, guessedPlan } from './folder-card.tsx';
import css from './setup-page.module.css';

/** Chooses library folders; likely folders are preselected. */
export function FoldersStep({ onDone }: { readonly onDone: () => void }) {
  useDocumentTitle(t`Where are your books?`);
  const start = useQuery(foldersQuery(undefined));
  const [added, setAdded] = useState<readonly string[]>([]);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const [plans, setPlans] = useState<Readonly<Record<string, FolderPlan>>>({});

  const offered = mergeFolders(start.data?.suggestions ?? [], added);
  const chosen = offered.filter((folder) => !unticked.has(folder.path));
  const { create, made } = useCreateLibraries(onDone);
  const clash = findClash(chosen.map((folder) => folder.path));

  const toggle = (path: string, ticked: boolean) => {
    const next = new Set(unticked);
    if (ticked) next.delete(path);
    else next.add(path);
    setUnticked(next);
  };
  return (
    <>
      <h1>{t`Where are your books?`}</h1>
      <p className={css['lead']}>{leadFor(start.isPending, offered.length)}</p>
      {start.isPending && <Searching />}
      <div className={css['folders']} role="group" aria-label={t`Folders to read`}>
        {offered.map(({ path, words }) => (
          <FolderCard
            key={path}
            {...{ path, words }}
            isTicked={!unticked.has(path)}
            isHeld={create.isPending || made.includes(path)}
            onTick={(ticked) => toggle(path, ticked)}
            chosen={plans[path]}
            onChoose={(plan) => setPlans({ ...plans, [path]: plan })}
          />
        ))}
      </div>
      <AddFolder
        isFirst={offered.length === 0}
        onPick={(path) => {
          setAdded([...added.filter((held) => held !== path), path]);
          toggle(path, true);
        }}
      />
      <div role="alert" className={css['problem']}>
        {clash !== undefined && <Note tone="warning">{clash}</Note>}
        {create.isError && <Note tone="danger">{problemSentence(create.error)}</Note>}
      </div>
      <div className={css['actions']}>
        <Button look="quiet" onClick={onDone}>{t`Skip for now`}</Button>
        <Button
          look="primary"
          size="large"
          busy={create.isPending}
          disabled={chosen.length === 0 || clash !== undefined}
          onClick={() => create.mutate(chosen.map(({ path }) => ({ path, plan: plans[path] })))}
        >{t`Start`}</Button>
      </div>
    </>
  );
}

function Searching() {
  return (
    <Loading label={t`Looking for books`}>
      <Skeleton shape="box" />
      <Skeleton shape="box" />
    </Loading>
  );
}

interface AddFolderProps {
  readonly isFirst: boolean;
  readonly onPick: (path: string) => void;
}

function AddFolder({ isFirst, onPick }: AddFolderProps) {
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Button icon="folder" onClick={() => setPicking(true)}>
        {isFirst ? t`Choose a folder` : t`Add another folder`}
      </Button>
      <FolderPicker open={picking} onClose={() => setPicking(false)} onPick={onPick} />
    </>
  );
}

/** Creates libraries one at a time; a retry skips those already created. */
function useCreateLibraries(onDone: () => void) {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<readonly string[]>([]);
  const create = useMutation({
    mutationFn: async (folders: readonly { readonly path: string; readonly plan: FolderPlan | undefined }[]) => {
      for (const { path, plan } of folders.filter((wanted) => !made.includes(wanted.path))) {
        const { kind, direction } = plan ?? guessedPlan(queryClient, path);
        const body = { name: folderName(path), path, kind, defaultReadingDirection: direction, scanImmediately: true };
        await request('createLibrary', { body });
        setMade((held) => [...held, path]);
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      onDone();
    },
  });
  return { create, made };
}

interface OfferedFolder {
  readonly path: string;
  readonly words: string;
}

function mergeFolders(suggestions: FolderListing['suggestions'], added: readonly string[]): readonly OfferedFolder[] {
  const own = added.filter((path) => !suggestions.some((folder) => folder.path === path));
  return [
    ...suggestions.map(({ path, bookCount }) => ({ path, words: countWords(bookCount) })),
    ...own.map((path) => ({ path, words: '' })),
  ];
}

function leadFor(pending: boolean, found: number): string {
  if (pending) return t`Looking for folders with books…`;
  if (found === 0) return t`Choose a folder on the server with comics, manga or ebooks. Your files are only read.`;
  return t`These folders hold books. Your files are only read, never changed.`;
}

function findClash(paths: readonly string[]): string | undefined {
  for (const [index, path] of paths.entries()) {
    const other = paths.slice(index + 1).find((candidate) => overlaps(path, candidate));
    if (other !== undefined) return t`“${path}” and “${other}” overlap. Keep one of them.`;
  }
  return undefined;
}
