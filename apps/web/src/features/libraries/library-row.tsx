import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library, ScanStatus } from '@lectern/contract';
import { activeScansQuery, useCancelScan, useStartScan } from '#entities/scan/queries.ts';
import { scanSentence, scanShare } from '#entities/scan/scan-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatAgo, formatCount } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './admin-libraries-page.module.css';
import { CoverWork } from './cover-work.tsx';
import { useMakeCovers } from './make-covers.ts';
import { RemovalGuard } from '#entities/scan/removal-guard.tsx';

interface LibraryRowProps {
  readonly library: Library;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function LibraryRow({ library, onEdit, onDelete }: LibraryRowProps) {
  const { data: scans = [] } = useQuery(activeScansQuery());
  const scan = scans.find(({ libraryId }) => libraryId === library.id);
  const start = useStartScan(library);
  const covers = useMakeCovers(library);
  const deletes = useMay('LibrariesDelete');
  const startsTasks = useMay('TasksWrite');
  const coverItems: readonly MenuItem[] = [
    { label: 'Make missing covers', icon: 'image', run: () => covers.mutate('missing') },
    { label: 'Make all covers again', icon: 'image', run: () => covers.mutate('all') },
  ];
  return (
    <article className={css['row']}>
      <div className={css['head']}>
        <div className={css['names']}>
          <h2 className={css['name']}>
            <Link to="/library/$libraryId" params={{ libraryId: library.id }}>
              {library.name}
            </Link>
          </h2>
          <p className={css['path']}>{library.path}</p>
          <p className={css['state']}>{formatState(library)}</p>
        </div>
        <div className={css['buttons']}>
          {scan === undefined && (
            <Button icon="refresh" busy={start.isPending} onClick={() => start.mutate('normal')}>
              Scan
            </Button>
          )}
          <Menu
            label={`Actions for ${library.name}`}
            items={[
              { label: 'Edit', icon: 'edit', run: onEdit },
              { label: 'Analyse every file again', icon: 'search', run: () => start.mutate('deep') },
              ...(startsTasks ? coverItems : []),
              ...(deletes ? ([{ label: 'Remove', icon: 'trash', tone: 'danger', run: onDelete }] as const) : []),
            ]}
          />
        </div>
      </div>
      {scan === undefined ? <RemovalGuard libraryId={library.id} /> : <RunningScan scan={scan} />}
      <CoverWork library={library} taskIds={covers.data} />
    </article>
  );
}

function formatState(library: Library): string {
  const { seriesCount, bookCount, lastScannedAt, isActive } = library;
  const counts = `${formatCount(seriesCount ?? 0, 'series', 'series')}, ${formatCount(bookCount ?? 0, 'book')}`;
  const scanned = lastScannedAt === null ? 'never scanned' : `scanned ${formatAgo(lastScannedAt, Date.now())}`;
  return `${counts} · ${scanned}${isActive ? '' : ' · switched off'}`;
}

function RunningScan({ scan }: { readonly scan: ScanStatus }) {
  const cancel = useCancelScan(scan.libraryId);
  return (
    <div className={css['scan']}>
      <p>
        {scanSentence(scan)}
        {scan.booksFound > 0 && ` · ${formatCount(scan.booksFound, 'book')} found`}
      </p>
      <Button look="quiet" icon="close" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Stop
      </Button>
      <div className={css['bar']}>
        <ProgressBar share={scanShare(scan)} label={`Scan of ${scan.libraryName}`} />
      </div>
    </div>
  );
}
