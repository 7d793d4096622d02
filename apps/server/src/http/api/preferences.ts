import {
  deletePreference,
  getPreference,
  listPreferences,
  updatePreference,
  updatePreferences,
} from '#core/people/preferences.ts';
import type { Handlers } from '../requests/handler.ts';

export const preferenceHandlers = {
  listPreferences: async (ctx, { viewer }) => listPreferences(ctx, viewer),
  getPreference: async (ctx, { viewer, params }) => getPreference(ctx, viewer, params.key),
  updatePreference: async (ctx, { viewer, params, body }) => updatePreference(ctx, viewer, params.key, body.value),
  updatePreferences: async (ctx, { viewer, body }) => updatePreferences(ctx, viewer, body.preferences),
  deletePreference: async (ctx, { viewer, params }) => deletePreference(ctx, viewer, params.key),
} satisfies Partial<Handlers>;
