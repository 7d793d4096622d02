import { t } from '@lingui/core/macro';
import type { RouteMetrics } from '@lectern/contract';
import { useState } from 'react';
import { formatBytes, formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { FigureTable } from './figure-table.tsx';
import { formatMs } from './metric-words.ts';
import css from './metrics-page.module.css';

type Order = 'time' | 'count' | 'slow';

const ORDERS: readonly (readonly [Order, string])[] = [
  ['time', t`Most time in all`],
  ['count', t`Most asked for`],
  ['slow', t`Slowest`],
];

const RANK: Readonly<Record<Order, (route: RouteMetrics) => number>> = {
  time: ({ durations }) => durations.sumMs,
  count: (route) => countRequests(route),
  slow: ({ durations }) => durations.p95Ms,
};

const AT_FIRST = 10;

function countRequests({ byStatus }: RouteMetrics): number {
  return Object.values(byStatus).reduce((sum, count) => sum + count, 0);
}

/** Requests and response times by route, since the start. */
export function RouteTable({ routes }: { readonly routes: readonly RouteMetrics[] }) {
  const [order, setOrder] = useState<Order>('time');
  const [all, setAll] = useState(false);
  const ranked = routes.toSorted((one, other) => RANK[order](other) - RANK[order](one));
  const shown = all ? ranked : ranked.slice(0, AT_FIRST);
  return (
    <FigureTable
      title={t`Requests by route`}
      columns={[t`Route`, t`Requests`, t`Refused`, t`Failed`, t`Half within`, '95% within', '99% within', t`Sent`]}
      empty={t`No requests yet.`}
      rows={shown.map((route) => [
        `${route.method} ${route.route}`,
        <code key="route" className={css['route']}>
          <b>{route.method}</b> {route.route.replace('/api/v1', '')}
        </code>,
        formatNumber(countRequests(route)),
        formatNumber(route.byStatus['4xx']),
        formatNumber(route.byStatus['5xx']),
        formatMs(route.durations.p50Ms),
        formatMs(route.durations.p95Ms),
        formatMs(route.durations.p99Ms),
        formatBytes(route.sentBytes),
      ])}
    >
      <div className={css['under']}>
        <label>
          {t`First`}{' '}
          <select
            value={order}
            onChange={(event) => setOrder(ORDERS.find(([id]) => id === event.target.value)?.[0] ?? 'time')}
          >
            {ORDERS.map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {routes.length > AT_FIRST && (
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? t`Only the first ${AT_FIRST}` : t`All ${routes.length} routes`}
          </Button>
        )}
      </div>
    </FigureTable>
  );
}
