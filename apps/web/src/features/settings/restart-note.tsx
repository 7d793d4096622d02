import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Setting } from '@lectern/contract';
import { systemInfoQuery } from '#entities/server/queries.ts';
import { LANGUAGE } from '#lib/locale.ts';
import { Note } from '#ui/feedback/notice.tsx';
import css from './settings-page.module.css';

export function RestartNote({ settings }: { readonly settings: readonly Setting[] }) {
  const { data } = useQuery(systemInfoQuery());
  if (data === undefined) return null;
  const startedAt = Date.parse(data.startedAt);
  const waiting = settings.filter(
    ({ requiresRestart, updatedAt }) => requiresRestart && updatedAt !== null && Date.parse(updatedAt) > startedAt,
  );
  if (waiting.length === 0) return null;
  const names = new Intl.ListFormat(LANGUAGE).format(waiting.map(({ label }) => t`“${label}”`));
  return (
    <div className={css['restart']}>
      <Note tone="warning">
        <Trans>
          <strong>Restart the server</strong> to apply {names}.
        </Trans>
      </Note>
    </div>
  );
}
