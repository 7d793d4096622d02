import { z } from 'zod';

/**
 * Resumes a stream after `lastEventId`, from `GET /auth/me` or the `id` of a frame, for clients that cannot send
 * `Last-Event-ID`. That header wins: browsers send it when they reconnect. An id the server cannot resume from yields
 * `stream_reset`.
 */
export const EventStreamQuery = z.object({ lastEventId: z.string().max(100).optional() });
