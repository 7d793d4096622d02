import type { api } from '@lectern/contract';
import { createResetLink } from '#core/account/reset-password.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateResetLink: Handler<typeof api.createResetLink> = async (ctx, { viewer, params }) =>
  createResetLink(ctx, viewer, params.id);
