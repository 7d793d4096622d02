import type { api } from '@lectern/contract';
import { writeExposition } from '#core/system/metrics/exposition.ts';
import { getMetrics } from '#core/system/metrics/get-metrics.ts';
import { toFamilies } from '#core/system/metrics/metric-families.ts';
import { chooseType } from '../../answers/choose-type.ts';
import type { Handler } from '../../handler.ts';
import { TextAnswer } from '../../answers/text-answer.ts';

const FORMS = {
  'application/openmetrics-text': ['openmetrics', 'application/openmetrics-text; version=1.0.0; charset=utf-8'],
  'text/plain': ['prometheus', 'text/plain; version=0.0.4; charset=utf-8'],
} as const;

export const handleGetMetrics: Handler<typeof api.getMetrics> = async (ctx, { viewer, client }) => {
  const metrics = await getMetrics(ctx, viewer);
  const type = chooseType(client.accept, ['application/json', 'application/openmetrics-text', 'text/plain']);
  if (type === 'application/json') return metrics;
  const [format, contentType] = FORMS[type];
  const families = toFamilies(metrics, ctx.counters, ctx.db.queries.durations);
  return new TextAnswer(contentType, writeExposition(families, format));
};
