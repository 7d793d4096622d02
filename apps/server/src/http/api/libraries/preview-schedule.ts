import type { api } from '@lectern/contract';
import { previewSchedule } from '#core/catalog/preview-schedule.ts';
import type { Handler } from '../../handler.ts';

export const handlePreviewSchedule: Handler<typeof api.previewSchedule> = async (ctx, { body }) =>
  previewSchedule(ctx, body);
