import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

/** Empty home page with the next step for this user. */
export function NothingYet() {
  const { data: libraries } = useQuery(librariesQuery());
  const { data: scans } = useQuery(activeScansQuery());
  const manages = useMay('LibrariesWrite');
  if (libraries === undefined || scans === undefined) return null;
  if (scans.length > 0) {
    return (
      <EmptyState
        icon="search"
        title={t`Looking for your books`}
      >{t`The first covers appear here in a moment. You can start reading before the scan ends.`}</EmptyState>
    );
  }
  if (!manages) {
    return (
      <EmptyState
        icon="book"
        title={t`No books yet`}
      >{t`Books appear here once an admin of this server adds them.`}</EmptyState>
    );
  }
  if (libraries.length === 0) return <NoLibrary />;
  return (
    <EmptyState
      icon="book"
      title={t`No books found yet`}
      action={<ScanAll libraries={libraries} />}
    >{t`Your libraries have no readable books, or were not scanned yet.`}</EmptyState>
  );
}

function NoLibrary() {
  return (
    <EmptyState
      icon="library"
      title={t`No libraries yet`}
      action={
        <Link to="/admin/libraries" search={{ add: true }} className={buttonClass('primary', 'large')}>
          <Icon name="plus" size={18} />
          {t`Add library`}
        </Link>
      }
    >{t`A library is a folder on the server with comics, manga or ebooks. Point Lectern at one and your books appear here.`}</EmptyState>
  );
}

function ScanAll({ libraries }: { readonly libraries: readonly Library[] }) {
  const queryClient = useQueryClient();
  const scan = useMutation({
    mutationFn: async () =>
      Promise.all(libraries.map(async ({ id }) => request('startScan', { params: { id }, query: {} }))),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: activeScansQuery().queryKey }),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <Button
      look="primary"
      size="large"
      icon="refresh"
      busy={scan.isPending}
      onClick={() => scan.mutate()}
    >{t`Scan now`}</Button>
  );
}
