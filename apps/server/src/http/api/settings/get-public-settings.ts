import type { api } from '@lectern/contract';
import { getPublicSettings } from '#core/settings/public-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleGetPublicSettings: Handler<typeof api.getPublicSettings> = async (ctx) => getPublicSettings(ctx);
