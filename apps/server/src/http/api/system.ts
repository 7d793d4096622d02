import { checkConnection } from '#core/system/check-connection.ts';
import { connectionSample } from '#core/system/connection-sample.ts';
import { getServerInfo } from '#core/system/get-server-info.ts';
import { getSystemInfo } from '#core/system/get-system-info.ts';
import { writeExposition } from '#core/system/metrics/exposition.ts';
import { getMetrics } from '#core/system/metrics/get-metrics.ts';
import { toFamilies } from '#core/system/metrics/metric-families.ts';
import { chooseType } from '../answers/choose-type.ts';
import { TextAnswer } from '../answers/text-answer.ts';
import type { Handlers } from '../handler.ts';

const FORMS = {
  'application/openmetrics-text': ['openmetrics', 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
  'text/plain': ['prometheus', 'text/plain; version=0.0.4; charset=utf-8'],
} as const;

export const systemHandlers = {
  checkConnection: async (ctx, { viewer, query, client }) => checkConnection(ctx, viewer, query, client.arrival),
  getConnectionSample: async () => connectionSample(),
  getMetrics: async (ctx, { viewer, client }) => {
    const metrics = await getMetrics(ctx, viewer);
    const type = chooseType(client.accept, ['application/json', 'application/openmetrics-text', 'text/plain']);
    if (type === 'application/json') return metrics;
    const [format, contentType] = FORMS[type];
    const families = toFamilies(metrics, ctx.counters, ctx.db.queries.durations);
    return new TextAnswer(contentType, writeExposition(families, format));
  },
  getMetricsHistory: async (ctx, { query }) => ctx.history.show(query.range),
  getServerInfo: async (ctx) => getServerInfo(ctx),
  getSystemInfo: async (ctx, { viewer }) => getSystemInfo(ctx, viewer),
} satisfies Partial<Handlers>;
