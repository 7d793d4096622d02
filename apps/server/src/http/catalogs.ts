import type { FastifyInstance } from 'fastify';
import type { Context } from '#context/context.ts';
import { sendCatalogError } from './feeds/authentication.ts';
import { openKoreader } from './koreader/index.ts';
import { openOpds1 } from './opds1/index.ts';
import { openOpds2 } from './opds2/index.ts';
import { markForApps } from './requests/route-facts.ts';

/** Prefixes of the catalogs. */
const MOUNTS = ['', '/api/v1'];

/** Opens the OPDS catalogs and the sync of KOReader at each of their addresses. */
export async function openCatalogs(app: FastifyInstance, ctx: Context): Promise<void> {
  for (const prefix of MOUNTS) {
    await app.register(
      async (door) => {
        door.setErrorHandler((error, request, reply) => sendCatalogError(ctx, error, request, reply));
        markForApps(door);
        openOpds1(door, ctx);
        openOpds2(door, ctx);
      },
      { prefix },
    );
  }
  await openKoreader(app, ctx);
}
