import { coverPass, type CoverSubject, needsCoverPasses } from '#core/covers/cover-pass.ts';
import type { Context } from '../../context.ts';
import { type DoorRequest, viewerOf } from '../door.ts';

/** Makes the passes that the app that asks needs to fetch covers; undefined for one that signs in there too. */
export async function passesFor(
  ctx: Context,
  request: DoorRequest,
): Promise<((subject: CoverSubject) => string) | undefined> {
  const viewer = viewerOf(request);
  if (!(await needsCoverPasses(ctx, viewer, request.client.userAgent))) return undefined;
  return (subject) => coverPass(ctx, viewer, subject);
}
