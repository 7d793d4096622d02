import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { deviceOf } from '#core/people/devices.ts';
import { saveKoreaderPlace } from '#core/catalog/reading/koreader-progress.ts';
import { getKoreaderPlace } from '#core/catalog/reading/get-koreader-place.ts';
import type { Context } from '#context/context.ts';
import {
  type DocumentAnswer,
  type DialectRequest,
  type DialectRoute,
  openDialectRoute,
  viewerOf,
} from '../requests/dialect-route.ts';
import { markForApps } from '../requests/route-facts.ts';
import { authenticateKoreader } from '../people/authenticate.ts';
import { CODES, sendKoreaderError } from './send-koreader-error.ts';

/** Where the app is told to look, and where many look by themselves. */
const MOUNTS = ['/koreader', '/kosync'];

/** People that one document may name. */
const MAX_AUTHORS = 50;

/** A digest, which tells nothing of its own. */
const Document = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, 'must not contain control characters')
  .transform((text) => (/^[0-9A-F]{32}$/i.test(text) ? text.toLowerCase() : text));

const Said = z.string().max(1_000);
/** What of it is not as expected is as if it were not there. */
const Metadata = z.object({
  filename: Said.nullish().catch(null),
  title: Said.nullish().catch(null),
  authors: z
    .union([Said, z.array(Said).max(100)])
    .nullish()
    .catch(null),
});

/** What a document is called and who wrote it; the app has one author on each line. */
function aboutOf(metadata: z.output<typeof Metadata> | null | undefined) {
  const { title, authors } = metadata ?? {};
  if (typeof title !== 'string' || authors === null || authors === undefined) return undefined;
  const names = typeof authors === 'string' ? authors.split(/[\n;&]/u) : authors;
  return { title, authors: names.slice(0, MAX_AUTHORS) };
}

const Place = z.object({
  document: Document,
  // Some send a page as a number.
  progress: z.union([z.string(), z.number().transform(String)]).pipe(z.string().max(4_096)),
  percentage: z.coerce.number().transform((share) => Math.max(0, Math.min(1, share))),
  device: z.string().max(200),
  device_id: z.string().max(200).nullish(),
  metadata: Metadata.nullish().catch(null),
});

const byDocument = z.object({ document: Document });

function json(value: unknown, status = 200): DocumentAnswer {
  return { kind: 'document', contentType: 'application/json', text: JSON.stringify(value), status };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Says what is missing while a user can still read it: later the app only says that it failed. */
function requireSync(request: DialectRequest): void {
  const { permissions } = viewerOf(request);
  const missing = (['ProgressRead', 'ProgressWrite'] as const).filter((permission) => !permissions.has(permission));
  if (missing.length > 0) throw new AppError('Forbidden', `This needs the permission ${missing.join(' and ')}`);
}

const routes: readonly DialectRoute[] = [
  {
    method: 'GET',
    path: '/healthcheck',
    endpoint: { permission: 'public' },
    answer: async () => json({ state: 'OK' }),
  },
  {
    method: 'POST',
    path: '/users/create',
    endpoint: { permission: 'public' },
    answer: async () =>
      json(
        {
          code: CODES.closed,
          message: 'Nobody registers here: sign in with your user name of this server and an API key as the password',
        },
        402,
      ),
  },
  {
    method: 'GET',
    path: '/users/auth',
    endpoint: { permission: 'user' },
    answer: async (_ctx, request) => {
      requireSync(request);
      return json({ authorized: 'OK' });
    },
  },
  {
    method: 'PUT',
    path: '/syncs/progress',
    endpoint: { permission: ['ProgressWrite'], body: Place },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { device_id: deviceId = null, metadata, ...place } = request.body as z.output<typeof Place>;
      const reader = { viewer, device: deviceOf(viewer, request.client.userAgent) };
      const fileName = metadata?.filename ?? null;
      const told = { ...place, deviceId, fileName: fileName === '' ? null : fileName, about: aboutOf(metadata) };
      const savedAt = await saveKoreaderPlace(ctx, reader, told);
      return json({ document: place.document, timestamp: seconds(savedAt) });
    },
  },
  {
    method: 'GET',
    path: '/syncs/progress/{document}',
    endpoint: { permission: ['ProgressRead'], params: byDocument },
    answer: async (ctx, request) => {
      const { document } = request.params as z.output<typeof byDocument>;
      const known = await getKoreaderPlace(ctx, viewerOf(request), document);
      if (known === undefined) return json({});
      const { progress, percentage, device, deviceId, savedAt } = known;
      return json({ document, progress, percentage, device, device_id: deviceId, timestamp: seconds(savedAt) });
    },
  },
];

/** Progress sync as KOReader speaks it, unless it is switched off. */
export async function openKoreader(app: FastifyInstance, ctx: Context): Promise<void> {
  for (const prefix of MOUNTS) {
    await app.register(
      async (door) => {
        door.setErrorHandler((error, request, reply) => sendKoreaderError(ctx, error, request, reply));
        door.addHook('onRequest', async (_request, reply) => {
          if (!ctx.settings.get('koreader_sync.enabled')) reply.callNotFound();
        });
        markForApps(door);
        for (const route of routes) openDialectRoute(door, ctx, route, authenticateKoreader);
      },
      { prefix },
    );
  }
}
