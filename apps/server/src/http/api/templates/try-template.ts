import type { api } from '@lectern/contract';
import { tryTemplate } from '#core/template-context/try-template.ts';
import type { Handler } from '../../handler.ts';

export const handleTryTemplate: Handler<typeof api.tryTemplate> = async (ctx, { viewer, body }) =>
  tryTemplate(ctx, viewer, body);
