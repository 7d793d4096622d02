import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountView } from '@lectern/contract';
import { accountViewsQuery } from '#entities/user/account-view.ts';
import { formatMoment } from '#lib/format.ts';
import { Panel } from '#ui/layout/page.tsx';

function sayView({ adminName, startedAt, endsAt, endedAt }: AccountView): string {
  const from = formatMoment(startedAt);
  const until = formatMoment(endedAt ?? endsAt);
  return t`${adminName}: ${from} – ${until}`;
}

/** Tells when admins saw the app as this account does; nothing without such a time. */
export function ViewsPanel() {
  const { data: views = [] } = useQuery(accountViewsQuery());
  if (views.length === 0) return null;
  return (
    <Panel title={t`Seen by admins`}>
      <p>{t`These admins saw the app as your account does. They could not change anything.`}</p>
      <ul>
        {views.map((view) => (
          <li key={view.id}>{sayView(view)}</li>
        ))}
      </ul>
    </Panel>
  );
}
