import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ApiKey, ApiKeyCreate, ApiKeyUpdate, CreatedApiKey, Device } from '../models/api-key.ts';
import { Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });

const update = {
  tag: 'API keys',
  summary: 'Changes a key: what is absent stays, null clears. Those of others need UsersWrite too',
  permission: ['ApiKeysWrite'],
  params,
  body: ApiKeyUpdate,
  answer: 'json',
  response: ApiKey,
  errors: ['NotFound'],
} as const;

export const apiKeys = {
  listApiKeys: endpoint({
    tag: 'API keys',
    summary: 'Your keys, the newest first; with userId those of someone else, which needs UsersRead too',
    permission: ['ApiKeysRead'],
    query: z.object({ userId: Id.optional() }),
    answer: 'json',
    response: z.array(ApiKey),
    errors: ['NotFound'],
  }),
  createApiKey: endpoint({
    tag: 'API keys',
    summary: 'Makes a key; this answer is the only one that holds it. Without permissions it follows its owner',
    permission: ['ApiKeysWrite'],
    body: ApiKeyCreate,
    answer: 'json',
    response: CreatedApiKey,
    status: 201,
    errors: ['Conflict'],
  }),
  getApiKey: endpoint({
    tag: 'API keys',
    summary: 'One key. Those of others need UsersRead too',
    permission: ['ApiKeysRead'],
    params,
    answer: 'json',
    response: ApiKey,
    errors: ['NotFound'],
  }),
  updateApiKey: endpoint(update),
  patchApiKey: endpoint(update),
  deleteApiKey: endpoint({
    tag: 'API keys',
    summary: 'Revokes a key: it is refused from now on. Those of others need UsersDelete too',
    permission: ['ApiKeysDelete'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  listDevices: endpoint({
    tag: 'API keys',
    summary: 'What you read with, the last used first',
    permission: 'user',
    query: PageQuery,
    answer: 'json',
    response: paginated(Device),
  }),
  deleteDevice: endpoint({
    tag: 'API keys',
    summary: 'Forgets a device until it is seen again',
    permission: OWN_WRITE,
    params: z.object({ deviceId: z.string().min(1).max(100) }),
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;
