import { later } from '../../later.ts';

export const apiKeyHandlers = {
  listApiKeys: later(async () => (await import('./list-api-keys.ts')).handleListApiKeys),
  createApiKey: later(async () => (await import('./create-api-key.ts')).handleCreateApiKey),
  getApiKey: later(async () => (await import('./get-api-key.ts')).handleGetApiKey),
  updateApiKey: later(async () => (await import('./update-api-key.ts')).handleUpdateApiKey),
  patchApiKey: later(async () => (await import('./update-api-key.ts')).handleUpdateApiKey),
  deleteApiKey: later(async () => (await import('./delete-api-key.ts')).handleDeleteApiKey),
  listDevices: later(async () => (await import('./list-devices.ts')).handleListDevices),
  deleteDevice: later(async () => (await import('./delete-device.ts')).handleDeleteDevice),
};
