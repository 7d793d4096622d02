import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const said = <Shape extends z.ZodType>(value: Shape) =>
  z.strictObject({
    configurationSource: value.nullable(),
    databaseSource: value.nullable(),
    effectiveValue: value.nullable(),
  });
const Settings = z.strictObject({
  ...{ deleteEmptyCollections: z.boolean(), deleteEmptyReadLists: z.boolean(), rememberMeDurationDays: z.int() },
  ...{ thumbnailSize: z.enum(['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE']), taskPoolSize: z.int() },
  ...{ serverPort: said(z.int()), serverContextPath: said(z.string()), kepubifyPath: said(z.string()) },
  ...{ koboProxy: z.boolean(), koboPort: z.int().nullable() },
});
const Happened = z.strictObject({
  ...{ type: z.string(), bookId: z.string().nullable(), seriesId: z.string().nullable() },
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  properties: z.record(z.string(), z.string()),
});
const History = z.looseObject({ content: z.array(Happened), totalElements: z.int() });

const Metric = z.strictObject({
  ...{ name: z.string(), description: z.string(), baseUnit: z.string().nullable() },
  measurements: z.array(z.strictObject({ statistic: z.string(), value: z.number() })),
  availableTags: z.array(z.strictObject({ tag: z.string(), values: z.array(z.string()) })),
});

const SETTINGS = '/api/v1/settings';
const HISTORY = '/api/v1/history';
const TASKS = '/api/v1/tasks';

describe.each(databases)('upkeep through the compatible API on %s', (kind) => {
  it('is of settings, what waits and what is gone, for administrators alone', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const app = new ReaderApp(server, ADMIN);

    const before = await app.get(SETTINGS, Settings);
    expect(before).toMatchObject({ rememberMeDurationDays: 365, serverContextPath: { effectiveValue: '/komga' } });
    // Apps send what they were given along with what is to be another.
    const unchanged = { deleteEmptyCollections: false, thumbnailSize: 'DEFAULT', koboProxy: false, koboPort: null };
    const wanted = { ...unchanged, rememberMeDurationDays: 30, taskPoolSize: 3, renewRememberMeKey: false };
    expect(await app.send('PATCH', SETTINGS, wanted)).toBe(204);
    expect(await app.get(SETTINGS, Settings)).toEqual({ ...before, rememberMeDurationDays: 30, taskPoolSize: 3 });
    const kept = await admin.call('getSetting', { params: { key: 'compat_api.remember_days' } });
    expect(kept).toMatchObject({ value: '30', version: 2 });
    for (const [name, value] of [
      ['rememberMeDurationDays', 0],
      ['taskPoolSize', 1_000],
      ['deleteEmptyReadLists', true],
      ['thumbnailSize', 'LARGE'],
      ['koboProxy', true],
      ['serverPort', 8_080],
    ] as const) {
      const body = JSON.stringify({ taskPoolSize: 2, [name]: value });
      const headers = { 'content-type': 'application/json' };
      const refused = await app.fetch(SETTINGS, { method: 'PATCH', body, headers });
      const violations = [expect.objectContaining({ fieldName: name })];
      expect([refused.status, await refused.json()]).toEqual([400, { violations }]);
    }
    expect(await app.send('PATCH', SETTINGS, {})).toBe(204);
    expect((await app.get(SETTINGS, Settings)).taskPoolSize).toBe(3);

    using folder = newBookFolder();
    for (const name of ['One', 'Two', 'Three']) await folder.addComic(`Saga/${name}.cbz`);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    expect((await app.get(HISTORY, History)).totalElements).toBe(0);
    const one = (await listAllBooks(admin)).find(({ path }) => path.endsWith('One.cbz'));
    await rm(folder.at('Saga/One.cbz'));
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const { content } = await app.get(`${HISTORY}?page=0&size=20`, History);
    expect(content).toMatchObject([
      { type: 'BookFileDeleted', bookId: one?.id, seriesId: one?.seriesId, properties: { name: 'Saga/One.cbz' } },
    ]);

    await admin.call('pauseTasks', {});
    await admin.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    await admin.call('createTask', { body: { taskType: { type: 'scan_library', libraryId, mode: 'deep' } } });
    const emptied = await app.fetch(TASKS, { method: 'DELETE' });
    expect([emptied.status, await emptied.json()]).toEqual([200, 2]);
    expect((await admin.call('getTaskStats', {})).pending).toBe(0);
    expect(await (await app.fetch(TASKS, { method: 'DELETE' })).json()).toBe(0);
    await admin.call('resumeTasks', {});

    const measured = async (name: string) => {
      const metric = await app.get(`/actuator/metrics/${name}`, Metric);
      return Object.fromEntries(metric.measurements.map(({ statistic, value }) => [statistic, value]));
    };
    expect(await measured('komga.series')).toEqual({ VALUE: 1 });
    expect(await measured(`komga.books?tag=library:${libraryId}`)).toEqual({ VALUE: 2 });
    expect(await measured('komga.books?tag=library:none')).toEqual({ VALUE: 0 });
    expect((await measured('komga.books.filesize'))['VALUE']).toBeGreaterThan(100);
    expect([await measured('komga.collections'), await measured('komga.readlists')]).toEqual([
      { VALUE: 0 },
      { VALUE: 0 },
    ]);
    const runs = await measured('komga.tasks.execution?tag=type:scan_library');
    expect([(runs['COUNT'] ?? 0) > 1, (runs['TOTAL_TIME'] ?? 0) > 0]).toEqual([true, true]);
    expect(await measured('komga.tasks.failure')).toEqual({ COUNT: 0 });
    expect((await app.fetch('/actuator/metrics/jvm.memory.used')).status).toBe(404);

    const password = 'the same for all';
    await admin.call('createUser', { body: { username: 'reader', password, role: 'reader' } });
    const reader = new ReaderApp(server, basic('reader', password));
    for (const path of [SETTINGS, HISTORY, '/actuator/metrics/komga.books'])
      expect((await reader.fetch(path)).status).toBe(403);
    expect([await reader.send('PATCH', SETTINGS, {}), await reader.send('DELETE', TASKS)]).toEqual([403, 403]);
  });
});
