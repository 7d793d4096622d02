import { handleCreateApiKey } from './create-api-key.ts';
import { handleDeleteApiKey } from './delete-api-key.ts';
import { handleDeleteDevice } from './delete-device.ts';
import { handleGetApiKey } from './get-api-key.ts';
import { handleListApiKeys } from './list-api-keys.ts';
import { handleListDevices } from './list-devices.ts';
import { handleUpdateApiKey } from './update-api-key.ts';

export const apiKeyHandlers = {
  listApiKeys: handleListApiKeys,
  createApiKey: handleCreateApiKey,
  getApiKey: handleGetApiKey,
  updateApiKey: handleUpdateApiKey,
  patchApiKey: handleUpdateApiKey,
  deleteApiKey: handleDeleteApiKey,
  listDevices: handleListDevices,
  deleteDevice: handleDeleteDevice,
};
