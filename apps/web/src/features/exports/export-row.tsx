import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CatalogExport } from '@lectern/contract';
import list from '#entities/user/account-list.module.css';
import { buildAddress, request } from '#lib/api.ts';
import { formatAgo, formatBytes, formatCount, formatDay } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './exports-page.module.css';
import { exportsQuery, isOpen } from './queries.ts';

const WHAT = { series: 'Series', books: 'Books', both: 'Series and books' } as const;
const FORMATS = { csv: 'a spreadsheet', md: 'text', json: 'JSON' } as const;

export function ExportRow({ made }: { readonly made: CatalogExport }) {
  const queryClient = useQueryClient();
  const name = `${WHAT[made.exportType]} as ${FORMATS[made.format]}`;
  const end = useMutation({
    mutationFn: async () => {
      const at = { params: { id: made.id } };
      if (isOpen(made)) await request('cancelExport', at);
      else await request('deleteExport', at);
    },
    onSuccess: () => showToast(isOpen(made) ? `${name}: stopped` : `${name}: deleted`),
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
            <Icon name="download" size={18} /> Download<span className="visually-hidden"> {name}</span>
          </a>
        )}
        <Button
          look="quiet"
          busy={end.isPending}
          aria-label={isOpen(made) ? `Stop: ${name}` : `Delete: ${name}`}
          onClick={() => end.mutate()}
        >
          {isOpen(made) ? 'Stop' : 'Delete'}
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
      return 'Waits for its turn';
    case 'running':
      return 'Is being made';
    case 'cancelled':
      return 'Stopped before it was complete';
    case 'failed':
      return error ?? 'Could not be made';
    case 'completed': {
      const parts = [formatCount(rowCount ?? 0, 'entry', 'entries'), formatBytes(fileSizeBytes ?? 0)];
      if (completedAt !== null) parts.push(`made ${formatAgo(completedAt, Date.now())}`);
      return [...parts, `kept until ${formatDay(expiresAt)}`].join(' · ');
    }
  }
}
