import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Library, ScanStatus } from '@lectern/contract';
import { activeScansQuery, useCancelScan, useStartScan } from '#entities/scan/queries.ts';
import { scanSentence, scanShare } from '#entities/scan/scan-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatAgo } from '#lib/format.ts';
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
  const { name } = library;
  const scan = scans.find(({ libraryId }) => libraryId === library.id);
  const start = useStartScan(library);
  const covers = useMakeCovers(library);
  const deletes = useMay('LibrariesDelete');
  const startsTasks = useMay('TasksWrite');
  const coverItems: readonly MenuItem[] = [
    { label: t`Make missing covers`, icon: 'image', run: () => covers.mutate('missing') },
    { label: t`Make all covers again`, icon: 'image', run: () => covers.mutate('all') },
  ];
  return (
    <article className={css['row']}>
      <div className={css['head']}>
        <div className={css['names']}>
          <h2 className={css['name']}>
            <Link to="/library/$libraryId" params={{ libraryId: library.id }}>
              {name}
            </Link>
          </h2>
          <p className={css['path']}>{library.path}</p>
          <p className={css['state']}>{formatState(library)}</p>
        </div>
        <div className={css['buttons']}>
          {scan === undefined && (
            <Button icon="refresh" busy={start.isPending} onClick={() => start.mutate('normal')}>{t`Scan`}</Button>
          )}
          <Menu
            label={t`Actions for ${name}`}
            items={[
              { label: t`Edit`, icon: 'edit', run: onEdit },
              { label: t`Scan all files again`, icon: 'search', run: () => start.mutate('deep') },
              ...(startsTasks ? coverItems : []),
              ...(deletes ? ([{ label: t`Remove`, icon: 'trash', tone: 'danger', run: onDelete }] as const) : []),
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
  const seriesCount = library.seriesCount ?? 0;
  const bookCount = library.bookCount ?? 0;
  const counts = t`${plural(seriesCount, { one: '# series', other: '# series' })}, ${plural(bookCount, { one: '# book', other: '# books' })}`;
  const facts = [counts, formatLastScan(library.lastScannedAt), ...(library.isActive ? [] : [t`Disabled`])];
  return facts.join(' · ');
}

function formatLastScan(lastScannedAt: string | null): string {
  if (lastScannedAt === null) return t`Never scanned`;
  const ago = formatAgo(lastScannedAt, Date.now());
  return t`Scanned ${ago}`;
}

function RunningScan({ scan }: { readonly scan: ScanStatus }) {
  const cancel = useCancelScan(scan.libraryId);
  const { booksFound, libraryName } = scan;
  const found = plural(booksFound, { one: '# book found', other: '# books found' });
  return (
    <div className={css['scan']}>
      <p>
        {scanSentence(scan)}
        {booksFound > 0 && ` · ${found}`}
      </p>
      <Button look="quiet" icon="close" busy={cancel.isPending} onClick={() => cancel.mutate()}>{t`Stop`}</Button>
      <div className={css['bar']}>
        <ProgressBar share={scanShare(scan)} label={t`Scan of ${libraryName}`} />
      </div>
    </div>
  );
}
