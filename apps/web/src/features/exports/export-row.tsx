import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CatalogExport } from '@lectern/contract';
import list from '#entities/user/account-list.module.css';
import { buildAddress, request } from '#lib/api.ts';
import { formatAgo, formatBytes, formatDay } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './exports-page.module.css';
import { exportsQuery, isOpen } from './queries.ts';

const WHAT = { series: t`Series`, books: t`Books`, both: t`Series and books` } as const;
const FORMATS = { csv: 'CSV', md: 'Markdown', json: 'JSON' } as const;

export function ExportRow({ made }: { readonly made: CatalogExport }) {
  const queryClient = useQueryClient();
  const name = `${WHAT[made.exportType]} · ${FORMATS[made.format]}`;
  const end = useMutation({
    mutationFn: async () => {
      const at = { params: { id: made.id } };
      if (isOpen(made)) await request('cancelExport', at);
      else await request('deleteExport', at);
    },
    onSuccess: () => showToast(isOpen(made) ? t`${name}: stopped` : t`${name}: deleted`),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: exportsQuery().queryKey }),
  });
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name={made.status === 'failed' ? 'warning' : 'list'} />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{name}</p>
        <p className={list['detail']}>{formatDetail(made)}</p>
        {isOpen(made) && <ProgressBar label={name} share={getShare(made)} />}
      </div>
      <div className={css['actions']}>
        {made.status === 'completed' && (
          <a
            className={buttonClass()}
            href={buildAddress('downloadExport', { id: made.id })}
            aria-label={t`Download: ${name}`}
            download
          >
            <Icon name="download" size={18} /> {t`Download`}
          </a>
        )}
        <Button
          look="quiet"
          busy={end.isPending}
          aria-label={isOpen(made) ? t`Stop: ${name}` : t`Delete: ${name}`}
          onClick={() => end.mutate()}
        >
          {isOpen(made) ? t`Stop` : t`Delete`}
        </Button>
      </div>
    </li>
  );
}

function getShare({ progress }: CatalogExport): number | undefined {
  return progress === null || progress.total === 0 ? undefined : progress.current / progress.total;
}

function formatDetail({ status, error, rowCount, fileSizeBytes, completedAt, expiresAt }: CatalogExport): string {
  switch (status) {
    case 'pending':
      return t`Waiting`;
    case 'running':
      return t`Being created`;
    case 'cancelled':
      return t({ message: 'Stopped', context: 'export' });
    case 'failed':
      return error ?? t`Failed`;
    case 'completed': {
      const [count, day] = [rowCount ?? 0, formatDay(expiresAt)];
      const parts = [plural(count, { one: '# row', other: '# rows' }), formatBytes(fileSizeBytes ?? 0)];
      if (completedAt !== null) {
        const ago = formatAgo(completedAt, Date.now());
        parts.push(t`Created ${ago}`);
      }
      return [...parts, t`Kept until ${day}`].join(' · ');
    }
  }
}
