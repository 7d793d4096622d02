import { z } from 'zod';

/**
 * Where a stream goes on: `lastEventId` as `GET /auth/me` gives it, or the `id` of a frame. For clients that cannot send
 * `Last-Event-ID`, which counts for more: a browser sends it when it comes back by itself. An id that the server cannot go on from
 * brings `stream_reset`.
 */
export const EventStreamQuery = z.object({ lastEventId: z.string().max(100).optional() });
