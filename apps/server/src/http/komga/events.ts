import { api } from '@lectern/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { getTaskStats } from '#core/activities/tasks/task-stats.ts';
import type { Viewer } from '#core/viewer.ts';
import { type OpenStreams, sendEvents, type StreamClient } from '../answers/send-events.ts';
import { admit } from '../people/admit.ts';
import { authenticateApp, identifyAppAgain } from './authenticate.ts';
import { DialectClient } from './dialect-client.ts';
import { formatEvent } from './translate-events.ts';

/** How often admins get the length of the task queue. */
const TASKS_MS = 10_000;

/** The length of the task queue, as an event for admins. */
async function queueText(ctx: Context, viewer: Viewer): Promise<string> {
  const { byType } = await getTaskStats(ctx, viewer);
  const left = Object.entries(byType).map(([type, { pending, running }]) => [type, pending + running] as const);
  const countByType = Object.fromEntries(left.filter(([, count]) => count > 0));
  const count = left.reduce((sum, [, ofType]) => sum + ofType, 0);
  return formatEvent({ name: 'TaskQueueStatus', fields: { count, countByType } });
}

/** Sends the length of the task queue to admins, until the stream ends. */
function tellOfTasks(ctx: Context, { raw }: FastifyReply, client: StreamClient, viewer: () => Viewer): void {
  let isAsking = false;
  const tell = async (): Promise<void> => {
    if (isAsking || !viewer().permissions.has('SystemAdmin')) return;
    isAsking = true;
    try {
      client.write(await queueText(ctx, viewer()));
    } catch (error) {
      ctx.log.http.error({ err: error }, 'event stream failed');
      raw.destroy();
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void tell(), TASKS_MS);
  raw.once('close', () => clearInterval(timer));
  void tell();
}

function stream(ctx: Context, streams: OpenStreams, request: FastifyRequest, reply: FastifyReply): void {
  const { viewer } = request;
  if (viewer === null) throw new Error('Events need a signed-in user');
  let current = viewer;
  let opened: StreamClient | undefined;
  sendEvents(
    request,
    reply,
    { kind: 'events', stream: 'entity' },
    {
      ctx,
      streams,
      viewer,
      identify: async () => {
        const now = await identifyAppAgain(ctx, request, ['LibrariesRead']);
        current = now ?? current;
        return now;
      },
      form: {
        client: (out, first) => {
          opened = new DialectClient(ctx, out, first);
          return opened;
        },
        greeting: ': welcome\n\n',
        keepAlive: ': keep-alive\n\n',
        farewell: formatEvent({ name: 'SessionExpired', fields: { userId: viewer.userId } }),
      },
    },
  );
  if (opened !== undefined) tellOfTasks(ctx, reply, opened, () => current);
}

/** Opens the event stream, with which apps keep their views up to date. */
export function openEvents(door: FastifyInstance, ctx: Context, streams: OpenStreams): void {
  door.route({
    method: ['GET', 'HEAD'],
    url: '/sse/v1/events',
    onRequest: async (request, reply) =>
      admit(ctx, request, reply, { ...api.streamEvents, authenticate: authenticateApp }),
    handler: (request, reply) => {
      stream(ctx, streams, request, reply);
      return reply;
    },
  });
}
