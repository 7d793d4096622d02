import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReleaseSource } from '@lectern/contract';
import { releaseSourcesQuery } from '#entities/release/queries.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { usePollAll } from './change-sources.ts';
import { SourceRow } from './source-row.tsx';
import css from './sources-page.module.css';

const SourceDialog = lazyComponent(async () => (await import('./source-dialog.tsx')).SourceDialog);

/** Open dialog, kept in the address so that other pages can link to it. */
export interface SourceDialogs {
  readonly add?: true;
  /** Id of the source to edit. */
  readonly edit?: string;
}

interface SourcesPageProps {
  readonly dialogs: SourceDialogs;
  readonly onDialogs: (dialogs: SourceDialogs) => void;
}

export function SourcesPage({ dialogs, onDialogs }: SourcesPageProps) {
  useDocumentTitle(t`Release sources`);
  const query = useQuery(releaseSourcesQuery());
  const edited = query.data?.find(({ id }) => id === dialogs.edit);
  return (
    <>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading sources`} />}>
        {(sources) => <SourceList sources={sources} onDialogs={onDialogs} />}
      </QueryBoundary>
      {(dialogs.add === true || edited !== undefined) && (
        <SourceDialog key={edited?.id ?? 'new'} source={edited} onClose={() => onDialogs({})} />
      )}
    </>
  );
}

interface SourceListProps extends Pick<SourcesPageProps, 'onDialogs'> {
  readonly sources: readonly ReleaseSource[];
}

function SourceList({ sources, onDialogs }: SourceListProps) {
  const pollAll = usePollAll();
  const add = <Button look="primary" icon="plus" onClick={() => onDialogs({ add: true })}>{t`Add source`}</Button>;
  if (sources.length === 0) {
    return (
      <EmptyState
        icon="bell"
        title={t`No release sources yet`}
        action={add}
      >{t`A source announces releases: the feed of a shop, publisher or group, or a program of yours. Lectern downloads nothing.`}</EmptyState>
    );
  }
  const feeds = sources.filter(({ kind, enabled }) => enabled && kind !== 'api-feed');
  return (
    <>
      <div className={css['head']}>
        <p>{t`All users see the releases of tracked series from these sources.`}</p>
        {feeds.length > 1 && (
          <Button
            icon="refresh"
            busy={pollAll.isPending}
            onClick={() => pollAll.mutate(undefined)}
          >{t`Check all now`}</Button>
        )}
        {add}
      </div>
      <ul className={css['list']}>
        {sources.map((source) => (
          <li key={source.id}>
            <SourceRow source={source} onEdit={() => onDialogs({ edit: source.id })} />
          </li>
        ))}
      </ul>
    </>
  );
}
