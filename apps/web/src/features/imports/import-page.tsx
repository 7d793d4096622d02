import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ImportChange, ImportItem, ImportState, ImportStatus } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { SelectField } from '#ui/controls/field.tsx';
import { EmptyState, Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { ImportCard } from './import-card.tsx';
import css from './import-page.module.css';
import { importStatusQuery, type ImportsListProps, importsQuery } from './queries.ts';

const STATES: readonly (readonly [ImportState, string])[] = [
  ['waiting', t`Waiting for a decision`],
  ['failed', t`Could not be moved`],
  ['broken', t`Cannot be read`],
  ['importing', t`Importing`],
  ['imported', t`Imported`],
  ['rejected', t`Rejected`],
];

interface ImportPageProps extends ImportsListProps {
  /** Address of the settings page. */
  readonly settings: string;
}

/** Files of the import folder, with a place for each. */
export function ImportPage({ filter, onFilter, settings }: ImportPageProps) {
  useDocumentTitle(t`Import`);
  const look = useLook();
  const status = useQuery(importStatusQuery(look.isRecent));
  return (
    <QueryBoundary query={status} loading={<BoxSkeletons label={t`Loading the import folder`} />}>
      {(found) =>
        found.folder === null ? (
          <EmptyState
            icon="download"
            title={t`No import folder yet`}
            action={<a className={buttonClass('primary')} href={settings}>{t`Open settings`}</a>}
          >{t`Choose an “Import folder” in the settings. Lectern suggests a place for each new file in it.`}</EmptyState>
        ) : (
          <Folder filter={filter} onFilter={onFilter} status={found} look={look} />
        )
      }
    </QueryBoundary>
  );
}

const RECENT_MS = 15_000;

function useLook() {
  const queryClient = useQueryClient();
  const look = useMutation({
    mutationFn: async () => request('lookForImports', {}),
    onSuccess: async () => {
      showToast(t`Checking the import folder`);
      await queryClient.invalidateQueries({ queryKey: ['listImports'] });
    },
  });
  return { ...look, isRecent: look.isSuccess && Date.now() - look.submittedAt < RECENT_MS };
}

interface FolderProps extends ImportsListProps {
  readonly status: ImportStatus;
  readonly look: ReturnType<typeof useLook>;
}

function Folder({ filter, onFilter, status: { folder, problem, counts }, look }: FolderProps) {
  const isBusy = look.isRecent || counts.importing > 0;
  const query = useQuery(importsQuery(filter, isBusy));
  const options = STATES.map(([state, label]) => {
    const count = formatNumber(counts[state]);
    return [state, t`${label} (${count})`] as const;
  });
  const path = folder ?? '';
  return (
    <>
      <div className={css['head']}>
        <p className={css['lead']}>{t`New files in ${path}. Nothing moves until you accept it.`}</p>
        <Button icon="refresh" busy={look.isPending} onClick={() => look.mutate()}>{t`Check now`}</Button>
      </div>
      {problem !== null && <Note tone="danger">{problem}</Note>}
      {look.isError && <Note tone="danger">{problemSentence(look.error)}</Note>}
      <SelectField
        label={t`Files`}
        value={filter.state ?? 'waiting'}
        options={options}
        onValue={(state) => onFilter(state === 'waiting' ? {} : { state })}
      />
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading files`} />}>
        {({ data, total, totalPages }) => (
          <>
            <p role="status" className={css['detail']}>
              {plural(total, { one: '# file', other: '# files' })}
            </p>
            {total === 0 && (
              <EmptyState
                icon="check"
                title={filter.state === undefined ? t`No files waiting` : t`No files here`}
              >{t`Put books into ${path}. They appear here within a few minutes.`}</EmptyState>
            )}
            {filter.state === undefined && data.length > 1 && <DecideAll items={data} />}
            <ul>
              {data.map((item) => (
                <ImportCard key={item.id} item={item} />
              ))}
            </ul>
            <Pager
              label={t`Pages of files`}
              page={filter.page ?? 1}
              totalPages={totalPages}
              onPage={(page) => onFilter({ ...filter, page })}
            />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** Decides all shown files, with the places as they are stored. */
function DecideAll({ items }: { readonly items: readonly ImportItem[] }) {
  const queryClient = useQueryClient();
  const count = items.length;
  const decide = useMutation({
    mutationFn: async (route: 'acceptImports' | 'rejectImports'): Promise<ImportChange> =>
      request(route, { body: { ids: items.map(({ id }) => id) } }),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: ['listImports'] }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: ['getImportStatus'] }),
  });
  return (
    <div className={css['actions']}>
      <Button icon="check" busy={decide.isPending} onClick={() => decide.mutate('acceptImports')}>
        {plural(count, { one: 'Accept # file as suggested', other: 'Accept all # files as suggested' })}
      </Button>
      <Button look="quiet" busy={decide.isPending} onClick={() => decide.mutate('rejectImports')}>
        {plural(count, { one: 'Reject # file', other: 'Reject all # files' })}
      </Button>
      {decide.isError && <Note tone="danger">{problemSentence(decide.error)}</Note>}
      {decide.data?.refused.map(({ id, message }) => (
        <Note key={id} tone="warning">
          {message}
        </Note>
      ))}
    </div>
  );
}
