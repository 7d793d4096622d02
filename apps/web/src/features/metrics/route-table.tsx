import { plural, t } from '@lingui/core/macro';
import type { RouteMetrics } from '@lectern/contract';
import { useState } from 'react';
import { formatBytes, formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { FigureTable } from './figure-table.tsx';
import { formatMs } from './metric-words.ts';
import css from './metrics-page.module.css';

type Order = 'time' | 'count' | 'slow';

const ORDERS: readonly (readonly [Order, string])[] = [
  ['time', t`Total time`],
  ['count', t`Requests`],
  ['slow', t`Response time`],
];

const RANK: Readonly<Record<Order, (route: RouteMetrics) => number>> = {
  time: ({ durations }) => durations.sumMs,
  count: (route) => countRequests(route),
  slow: ({ durations }) => durations.p95Ms,
};

/** Routes that are no pattern of the API. */
const OTHER_ROUTES: Readonly<Record<string, string>> = {
  web: t`Web app`,
  docs: t`API documentation`,
  unknown: t`Unknown address`,
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
  const count = ranked.length;
  const shown = all ? ranked : ranked.slice(0, AT_FIRST);
  return (
    <FigureTable
      title={t`Requests by route`}
      columns={[t`Route`, t`Requests`, t`Refused`, t`Failed`, t`Median`, t`95% within`, t`99% within`, t`Sent`]}
      empty={t`No requests yet.`}
      rows={shown.map((route) => [
        `${route.method} ${route.route}`,
        <code key="route" className={css['route']}>
          <b>{route.method}</b> {OTHER_ROUTES[route.route] ?? route.route.replace('/api/v1', '')}
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
          {t`Sort by`}{' '}
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
        {count > AT_FIRST && (
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? t`Show fewer routes` : plural(count, { one: 'Show # route', other: 'Show all # routes' })}
          </Button>
        )}
      </div>
    </FigureTable>
  );
}
