import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useMay } from '#entities/user/use-may.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { type ChoiceProps, isNarrowed } from './choice.ts';

interface NoReleasesProps extends ChoiceProps {
  /** Whether any source is enabled. */
  readonly applies: boolean;
}

/** Explains an empty list and offers the next step. */
export function NoReleases({ choice, onChoice, applies }: NoReleasesProps) {
  const isAdmin = useMay('SystemAdmin');
  if (isNarrowed(choice) || choice.show !== undefined) {
    return (
      <EmptyState
        icon="search"
        title={t`No matching releases`}
        action={<Button onClick={() => onChoice({})}>{t`Show all new releases`}</Button>}
      >{t`No release matches these filters.`}</EmptyState>
    );
  }
  if (applies) {
    return (
      <EmptyState
        icon="check"
        title={t`No new releases`}
      >{t`New releases of tracked series appear here. Turn on tracking on the page of a series.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      icon="bell"
      title={t`No release sources yet`}
      action={
        isAdmin && (
          <Link to="/admin/releases" search={{ add: true }} className={buttonClass('primary')}>{t`Add source`}</Link>
        )
      }
    >
      {isAdmin
        ? t`Lectern can check feeds for new releases of your series. It downloads nothing.`
        : t`Lectern can check feeds for new releases of your series. It downloads nothing. An admin can add a feed.`}
    </EmptyState>
  );
}
