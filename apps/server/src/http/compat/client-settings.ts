import { OWN_WRITE } from '@lectern/contract';
import type { DoorRoute } from '../door.ts';
import { later } from '../later.ts';
import { json } from './answer.ts';
import { ClientSettings, SharedClientSettings } from './client-setting-shapes.ts';

function emptyList(path: string, permission: 'public' | 'user'): DoorRoute {
  return { method: 'GET', path, endpoint: { permission }, answer: async () => json([]) };
}

/** What apps ask to find out whether this is a server of the dialect, and what they keep for their user and for all. */
export const clientSettingRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/client-settings/global/list',
    endpoint: { permission: 'public' },
    answer: later(async () => (await import('./share-client-settings.ts')).sendSharedSettings),
  },
  {
    method: 'PATCH',
    path: '/api/v1/client-settings/global',
    endpoint: { permission: ['SystemAdmin'], body: SharedClientSettings },
    answer: later(async () => (await import('./share-client-settings.ts')).shareClientSettings),
  },
  {
    method: 'DELETE',
    path: '/api/v1/client-settings/global',
    endpoint: { permission: ['SystemAdmin'] },
    answer: later(async () => (await import('./share-client-settings.ts')).forgetSharedClientSettings),
  },
  {
    method: 'GET',
    path: '/api/v1/client-settings/user/list',
    endpoint: { permission: 'user' },
    answer: later(async () => (await import('./keep-client-settings.ts')).sendClientSettings),
  },
  {
    method: 'PATCH',
    path: '/api/v1/client-settings/user',
    endpoint: { permission: OWN_WRITE, body: ClientSettings },
    answer: later(async () => (await import('./keep-client-settings.ts')).keepClientSettings),
  },
  {
    method: 'DELETE',
    path: '/api/v1/client-settings/user',
    endpoint: { permission: OWN_WRITE },
    answer: later(async () => (await import('./keep-client-settings.ts')).forgetClientSettings),
  },
  emptyList('/api/v1/oauth2/providers', 'public'),
  emptyList('/api/v1/fonts/families', 'user'),
  {
    method: 'GET',
    path: '/actuator/health',
    endpoint: { permission: 'public' },
    answer: async () => json({ status: 'UP' }),
  },
];
