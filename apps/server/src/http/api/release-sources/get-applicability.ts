import type { api } from '@lectern/contract';
import { findApplicability } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleGetApplicability: Handler<typeof api.getApplicability> = async (ctx, { viewer, query }) =>
  findApplicability(ctx, viewer, query.libraryId);
