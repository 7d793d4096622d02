import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { NoticeTarget } from '@lectern/contract';
import { useState } from 'react';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './notifications-page.module.css';
import { TargetCard } from './target-card.tsx';
import { targetsQuery } from './target-requests.ts';
import type { TargetScope } from './target-words.ts';

const TargetDialog = lazyComponent(async () => (await import('./target-dialog.tsx')).TargetDialog);

const WORDS: Readonly<Record<TargetScope, { readonly about: string; readonly empty: string }>> = {
  user: {
    about: t`Lectern notifies you of new books of series that you follow. Follow a series on its page.`,
    empty: t`Add a channel, such as an app on your phone, and follow series on their pages. Lectern then notifies you of their new books.`,
  },
  server: {
    about: t`Lectern sends news of the server to these channels. Users add their own channels for new books.`,
    empty: t`Add a channel to be notified when a scan or task fails, or when the disk is nearly full.`,
  },
};

/** Where notifications go, for the user or for the server. */
export function NotificationsPage({ scope }: { readonly scope: TargetScope }) {
  useDocumentTitle(t`Notifications`);
  const query = useQuery(targetsQuery(scope));
  const [edited, setEdited] = useState<string>();
  return (
    <>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading channels`} />}>
        {(targets) => <TargetList scope={scope} targets={targets} onEdit={setEdited} />}
      </QueryBoundary>
      {edited !== undefined && (
        <TargetDialog
          scope={scope}
          target={query.data?.find(({ id }) => id === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

const NEW = 'new';

interface TargetListProps {
  readonly scope: TargetScope;
  readonly targets: readonly NoticeTarget[];
  /** With the id of a target, or `new`. */
  readonly onEdit: (id: string) => void;
}

function TargetList({ scope, targets, onEdit }: TargetListProps) {
  const { about, empty } = WORDS[scope];
  const add = <Button look="primary" icon="plus" onClick={() => onEdit(NEW)}>{t`Add channel`}</Button>;
  if (targets.length === 0) {
    return (
      <EmptyState icon="bell" title={t`No channels yet`} action={add}>
        {empty}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={css['head']}>
        <p className={css['words']}>{about}</p>
        {add}
      </div>
      {targets.map((target) => (
        <TargetCard key={target.id} scope={scope} target={target} onEdit={() => onEdit(target.id)} />
      ))}
    </>
  );
}
