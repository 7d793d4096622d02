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
        title={t`No such releases`}
        action={<Button onClick={() => onChoice({})}>{t`Show all that is new`}</Button>}
      >{t`Nothing matches what you chose above.`}</EmptyState>
    );
  }
  if (applies) {
    return (
      <EmptyState
        icon="check"
        title={t`Nothing new`}
      >{t`When something comes out of a series that is tracked, it shows here. On the page of a series you can say that it is tracked.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      icon="bell"
      title={t`Nothing tells of releases yet`}
      action={
        isAdmin && (
          <Link to="/admin/releases" search={{ add: true }} className={buttonClass('primary')}>{t`Add a source`}</Link>
        )
      }
    >
      {t`Lectern can look at feeds for what comes out of your series. It downloads nothing.`}
      {!isAdmin && t` An administrator of this server can add one.`}
    </EmptyState>
  );
}
