import { api } from '@lectern/contract';
import type { DoorRoute } from '../../door.ts';
import { later } from '../../later.ts';
import { json } from '../answer.ts';
import { Paging } from '../page.ts';
import { MetricQuery, ofMetric, SettingsPatch } from './server-shapes.ts';

/** What runs here, how it is set, what waits and what went, as apps show it to administrators. */
export const serverRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/actuator/info',
    endpoint: { permission: api.getSystemInfo.permission },
    answer: async ({ version }) =>
      json({
        build: { artifact: 'lectern', group: 'lectern', name: 'Lectern', version },
        git: { branch: '', commit: { id: '', time: '' } },
      }),
  },
  {
    method: 'GET',
    path: '/actuator/metrics/{name}',
    endpoint: { permission: ['SystemAdmin'], params: ofMetric, query: MetricQuery },
    answer: later(async () => (await import('./metrics.ts')).sendMetric),
  },
  {
    method: 'GET',
    path: '/api/v1/settings',
    endpoint: { permission: api.listSettings.permission },
    answer: later(async () => (await import('./settings.ts')).sendSettings),
  },
  {
    method: 'PATCH',
    path: '/api/v1/settings',
    endpoint: { permission: api.updateSettings.permission, body: SettingsPatch },
    answer: later(async () => (await import('./settings.ts')).changeSettings),
  },
  {
    method: 'GET',
    path: '/api/v1/history',
    endpoint: { permission: ['SystemAdmin'], query: Paging },
    answer: later(async () => (await import('./upkeep.ts')).sendHistory),
  },
  {
    method: 'DELETE',
    path: '/api/v1/tasks',
    endpoint: { permission: ['SystemAdmin'] },
    answer: later(async () => (await import('./upkeep.ts')).emptyTasks),
  },
];
