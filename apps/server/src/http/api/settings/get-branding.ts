import type { api } from '@lectern/contract';
import { getBranding } from '#core/settings/public-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBranding: Handler<typeof api.getBranding> = async (ctx) => getBranding(ctx);
