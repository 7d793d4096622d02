import { ERROR_STATUS } from '@lectern/contract';
import { exportAudit } from '#core/activities/exports/export-audit.ts';
import { listFindings, refreshFindings, setFindingHidden } from '#core/activities/health/findings.ts';
import { writeExposition } from '#core/activities/metrics/exposition.ts';
import { getMetrics } from '#core/activities/metrics/get-metrics.ts';
import { toFamilies } from '#core/activities/metrics/metric-families.ts';
import { browseFolders, listDrives } from '#core/activities/system/browse-folders.ts';
import { checkConnection, connectionSample } from '#core/activities/system/check-connection.ts';
import { findOutage, getServerInfo } from '#core/activities/system/get-server-info.ts';
import { getSystemInfo } from '#core/activities/system/get-system-info.ts';
import { listAudit } from '#core/audit/list-audit.ts';
import { readLog, writeLogText } from '#core/activities/system/read-log.ts';
import { sweepCovers } from '#core/catalog/covers/sweep-covers.ts';
import { testMail } from '#core/people/send-mail.ts';
import { chooseLanguage } from '#words/choose-language.ts';
import { say } from '#words/say.ts';
import { chooseType, TextAnswer } from '../answers/choose-type.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

/** Text forms of the metrics, by media type. */
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
  getHealth: async (ctx, { reply }) => {
    const message = await findOutage(ctx);
    if (message === undefined) return { status: 'ok' };
    reply.status(ERROR_STATUS.ServiceUnavailable);
    return { status: 'unavailable', message };
  },
  listHealthFindings: async (ctx) => listFindings(ctx),
  checkHealth: async (ctx) => refreshFindings(ctx),
  hideHealthFinding: async (ctx, { viewer, body }) => setFindingHidden(ctx, viewer, body.key, body.hidden),
  listAudit: async (ctx, request) => toPage(request, await listAudit(ctx, request.query)),
  exportAudit: async (ctx, { viewer, body }) => exportAudit(ctx, viewer, body),
  readLogs: async (ctx, { query, client }) => {
    const page = readLog(ctx.logRing, query);
    const type = chooseType(client.accept, ['application/json', 'text/plain']);
    return type === 'application/json' ? page : new TextAnswer('text/plain; charset=utf-8', writeLogText(page));
  },
  testMail: async (ctx, { viewer, body, client }) => {
    await testMail(ctx, viewer, body.to, chooseLanguage(client.languages));
    return { message: say('A mail was sent to {address}', { address: body.to }) };
  },
  cleanupThumbnails: async (ctx) => sweepCovers(ctx),
  browseFolders: async (ctx, { query, signal }) => browseFolders(ctx, query.path, signal),
  listDrives: async (ctx) => listDrives(ctx),
  streamLogs: async (_, { query }) => ({ kind: 'events', stream: 'log', lastEventId: query.lastEventId }),
  streamEvents: async (_, { query }) => ({ kind: 'events', stream: 'entity', lastEventId: query.lastEventId }),
  streamScans: async (_, { query }) => ({ kind: 'events', stream: 'scan', lastEventId: query.lastEventId }),
  streamTasks: async (_, { query }) => ({ kind: 'events', stream: 'task', lastEventId: query.lastEventId }),
} satisfies Partial<Handlers>;
