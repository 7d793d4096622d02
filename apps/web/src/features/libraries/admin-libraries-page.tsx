import { useQuery } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/notice.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import css from './admin-libraries-page.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import { LibraryRow } from './library-row.tsx';

/** Which dialog is open: kept in the address, so that other pages can lead straight to it. */
export interface LibraryDialogs {
  readonly add?: boolean;
  /** Id of the library being changed. */
  readonly edit?: string;
  /** Id of the library about to be removed. */
  readonly remove?: string;
}

interface AdminLibrariesPageProps {
  readonly dialogs: LibraryDialogs;
  readonly onDialogs: (dialogs: LibraryDialogs) => void;
}

export function AdminLibrariesPage({ dialogs, onDialogs }: AdminLibrariesPageProps) {
  useDocumentTitle('Manage libraries');
  const { data, error, refetch } = useQuery(librariesQuery());
  const problem = error === null || data !== undefined ? undefined : describeProblem(error);
  const find = (id: string | undefined): Library | undefined => data?.find((library) => library.id === id);
  const edited = find(dialogs.edit);
  const removed = find(dialogs.remove);
  const close = () => onDialogs({});
  const addButton = (
    <Button look="primary" icon="plus" onClick={() => onDialogs({ add: true })}>
      Add a library
    </Button>
  );
  return (
    <>
      {problem !== undefined && <ErrorState {...problem} onRetry={problem.retry ? () => void refetch() : undefined} />}
      {problem === undefined && data === undefined && (
        <Loading label="Loading libraries">
          <Skeleton shape="box" />
          <Skeleton shape="box" />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon="library" title="No libraries yet" action={addButton}>
          A library is a folder on the server with comics, manga or ebooks. Its files are only read.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <ul className={css['list']}>
            {data.map((library) => (
              <li key={library.id}>
                <LibraryRow
                  library={library}
                  onEdit={() => onDialogs({ edit: library.id })}
                  onDelete={() => onDialogs({ remove: library.id })}
                />
              </li>
            ))}
          </ul>
          {addButton}
        </>
      )}
      {(dialogs.add === true || edited !== undefined) && (
        <LibraryDialog key={edited?.id ?? 'new'} library={edited} onClose={close} />
      )}
      {removed !== undefined && <DeleteDialog library={removed} onClose={close} />}
    </>
  );
}
