import type { api } from '@lectern/contract';
import { forgetAllSources } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleResetAllReleaseSources: Handler<typeof api.resetAllReleaseSources> = async (ctx) =>
  forgetAllSources(ctx);
