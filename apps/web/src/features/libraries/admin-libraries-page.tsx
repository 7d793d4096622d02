import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './admin-libraries-page.module.css';
import { CleanUpCovers } from './clean-up-covers.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LazyLibraryDialog } from './lazy-library-dialog.tsx';
import { LibraryRow } from './library-row.tsx';

/** Open dialog, kept in the address so that other pages can link to it. */
export interface LibraryDialogs {
  readonly add?: boolean;
  readonly edit?: string;
  readonly remove?: string;
}

interface AdminLibrariesPageProps {
  readonly dialogs: LibraryDialogs;
  readonly onDialogs: (dialogs: LibraryDialogs) => void;
}

export function AdminLibrariesPage({ dialogs, onDialogs }: AdminLibrariesPageProps) {
  useDocumentTitle(t`Manage libraries`);
  const query = useQuery(librariesQuery());
  return (
    <>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading libraries`} />}>
        {(libraries) => <LibraryList libraries={libraries} onDialogs={onDialogs} />}
      </QueryBoundary>
      {query.data !== undefined && (
        <OpenDialog libraries={query.data} dialogs={dialogs} onClose={() => onDialogs({})} />
      )}
    </>
  );
}

interface LibraryListProps extends Pick<AdminLibrariesPageProps, 'onDialogs'> {
  readonly libraries: readonly Library[];
}

function LibraryList({ libraries, onDialogs }: LibraryListProps) {
  const addButton = (
    <Button look="primary" icon="plus" onClick={() => onDialogs({ add: true })}>{t`Add library`}</Button>
  );
  if (libraries.length === 0) {
    return (
      <EmptyState
        icon="library"
        title={t`No libraries yet`}
        action={addButton}
      >{t`A library is a folder on the server with comics, manga or ebooks. Lectern only reads its files.`}</EmptyState>
    );
  }
  return (
    <>
      <ul className={css['list']}>
        {libraries.map((library) => (
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
      <CleanUpCovers />
    </>
  );
}

interface OpenDialogProps extends Pick<AdminLibrariesPageProps, 'dialogs'> {
  readonly libraries: readonly Library[];
  readonly onClose: () => void;
}

function OpenDialog({ libraries, dialogs, onClose }: OpenDialogProps) {
  const find = (id: string | undefined) => libraries.find((library) => library.id === id);
  const edited = find(dialogs.edit);
  const removed = find(dialogs.remove);
  if (removed !== undefined) return <DeleteDialog library={removed} onClose={onClose} />;
  if (dialogs.add !== true && edited === undefined) return null;
  return <LazyLibraryDialog key={edited?.id ?? 'new'} library={edited} onClose={onClose} />;
}
