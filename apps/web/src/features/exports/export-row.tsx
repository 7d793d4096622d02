import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
const FORMATS = { csv: t`a spreadsheet`, md: 'text', json: 'JSON' } as const;

export function ExportRow({ made }: { readonly made: CatalogExport }) {
  const queryClient = useQueryClient();
  const name = t`${WHAT[made.exportType]} as ${FORMATS[made.format]}`;
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
          <a className={buttonClass()} href={buildAddress('downloadExport', { id: made.id })} download>
            <Icon name="download" size={18} />
            <Trans>
              {' '}
              Download<span className="visually-hidden"> {name}</span>
            </Trans>
          </a>
        )}
        <Button
          look="quiet"
          busy={end.isPending}
          aria-label={isOpen(made) ? t`Stop: ${name}` : t`Delete: ${name}`}
          onClick={() => end.mutate()}
        >
          {isOpen(made) ? t`Stop` : 'Delete'}
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
      return t`Waits for its turn`;
    case 'running':
      return t`Is being made`;
    case 'cancelled':
      return t`Stopped before it was complete`;
    case 'failed':
      return error ?? t`Could not be made`;
    case 'completed': {
      const parts = [plural(rowCount ?? 0, { one: '# entry', other: '# entries' }), formatBytes(fileSizeBytes ?? 0)];
      if (completedAt !== null) parts.push(t`made ${formatAgo(completedAt, Date.now())}`);
      return [...parts, t`kept until ${formatDay(expiresAt)}`].join(' · ');
    }
  }
}
