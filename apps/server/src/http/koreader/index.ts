import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { saveKoreaderPlace } from '#core/catalog/reading/koreader-progress.ts';
import { getKoreaderPlace } from '#core/catalog/reading/get-koreader-place.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { authenticateKoreader } from '../people/authenticate.ts';
import { type DialectRoute, json, openDialectRoute, route } from '../requests/dialect-route.ts';
import { markForApps } from '../requests/route-facts.ts';
import { toReader } from '../requests/to-reader.ts';
import { CODES, sendKoreaderError } from './send-koreader-error.ts';

/** The documented address first; many devices try the other by themselves. */
const MOUNTS = ['/koreader', '/kosync'];

/** Authors that one document may name. */
const MAX_AUTHORS = 50;

/** A digest of the book. */
const Document = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, 'must not contain control characters')
  .transform((text) => (/^[0-9A-F]{32}$/i.test(text) ? text.toLowerCase() : text));

const Words = z.string().max(1_000);
/** Invalid members count as missing. */
const Metadata = z.object({
  filename: Words.nullish().catch(null),
  title: Words.nullish().catch(null),
  authors: z
    .union([Words, z.array(Words).max(100)])
    .nullish()
    .catch(null),
});

/** Title and authors of a document. The app writes one author on each line. */
function readAbout(metadata: z.output<typeof Metadata> | null | undefined) {
  const { title, authors } = metadata ?? {};
  if (typeof title !== 'string' || authors === null || authors === undefined) return undefined;
  const names = typeof authors === 'string' ? authors.split(/[\n;&]/u) : authors;
  return { title, authors: names.slice(0, MAX_AUTHORS) };
}

const Place = z.object({
  document: Document,
  // Some devices send a page as a number.
  progress: z.union([z.string(), z.number().transform(String)]).pipe(z.string().max(4_096)),
  percentage: z.coerce.number().transform((share) => Math.max(0, Math.min(1, share))),
  device: z.string().max(200),
  device_id: z.string().max(200).nullish(),
  metadata: Metadata.nullish().catch(null),
});

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/**
 * Checks both permissions at sign-in, where the app still shows the message.
 * @throws {AppError} `Forbidden`
 */
function requireSync({ permissions }: Viewer): void {
  const missing = (['ProgressRead', 'ProgressWrite'] as const).filter((permission) => !permissions.has(permission));
  if (missing.length > 0)
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: missing.join(', ') }));
}

const routes: readonly DialectRoute[] = [
  route.get('/healthcheck', { permission: 'public' }, async () => json({ state: 'OK' })),
  route.post('/users/create', { permission: 'public' }, async () => {
    const message = say(
      'Apps cannot register accounts. Sign in with your user name of this server and an API key as the password',
    );
    return json({ code: CODES.closed, message }, { status: 402 });
  }),
  route.get('/users/auth', { permission: 'user' }, async (_ctx, { viewer }) => {
    requireSync(viewer);
    return json({ authorized: 'OK' });
  }),
  route.put('/syncs/progress', { permission: ['ProgressWrite'], body: Place }, async (ctx, request) => {
    const { device_id: deviceId = null, metadata, ...place } = request.body;
    const fileName = metadata?.filename ?? null;
    const told = { ...place, deviceId, fileName: fileName === '' ? null : fileName, about: readAbout(metadata) };
    const savedAt = await saveKoreaderPlace(ctx, toReader(request), told);
    return json({ document: place.document, timestamp: seconds(savedAt) });
  }),
  route.get(
    '/syncs/progress/{document}',
    { permission: ['ProgressRead'], params: z.object({ document: Document }) },
    async (ctx, { viewer, params: { document } }) => {
      const known = await getKoreaderPlace(ctx, viewer, document);
      if (known === undefined) return json({});
      const { progress, percentage, device, deviceId, savedAt } = known;
      return json({ document, progress, percentage, device, device_id: deviceId, timestamp: seconds(savedAt) });
    },
  ),
];

/** Opens the progress sync of KOReader, unless the settings switch it off. */
export async function openKoreader(app: FastifyInstance, ctx: Context): Promise<void> {
  for (const prefix of MOUNTS) {
    await app.register(
      async (door) => {
        door.setErrorHandler((error, request, reply) => sendKoreaderError(ctx, error, request, reply));
        door.addHook('onRequest', async (_request, reply) => {
          if (!ctx.settings.get('koreader_sync.enabled')) reply.callNotFound();
        });
        markForApps(door);
        for (const one of routes) openDialectRoute(door, ctx, one, { authenticate: authenticateKoreader });
      },
      { prefix },
    );
  }
}
