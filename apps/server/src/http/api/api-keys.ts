import type { api } from '@lectern/contract';
import { createApiKey, deleteApiKey, getApiKey, listApiKeys, updateApiKey } from '#core/people/api-keys.ts';
import { deleteDevice, listDevices } from '#core/people/devices.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** PUT and PATCH. */
const handleUpdateApiKey: Handler<typeof api.updateApiKey> = async (ctx, { viewer, params, body }) =>
  updateApiKey(ctx, viewer, params.id, body);

export const apiKeyHandlers = {
  listApiKeys: async (ctx, { viewer, query }) => listApiKeys(ctx, viewer, query.userId),
  createApiKey: async (ctx, { viewer, body, client }) => createApiKey(ctx, viewer, body, client.ip),
  getApiKey: async (ctx, { viewer, params }) => getApiKey(ctx, viewer, params.id),
  updateApiKey: handleUpdateApiKey,
  patchApiKey: handleUpdateApiKey,
  deleteApiKey: async (ctx, { viewer, params }) => deleteApiKey(ctx, viewer, params.id),
  listDevices: async (ctx, request) => toPage(request, await listDevices(ctx, request.viewer, request.query)),
  deleteDevice: async (ctx, { viewer, params }) => deleteDevice(ctx, viewer, params.deviceId),
} satisfies Partial<Handlers>;
