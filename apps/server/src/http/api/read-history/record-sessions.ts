import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { recordSessions } from '#core/reading/record-sessions.ts';
import type { Handler } from '../../handler.ts';

export const handleRecordSessions: Handler<typeof api.recordSessions> = async (ctx, { viewer, body, client }) =>
  recordSessions(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.sessions);
