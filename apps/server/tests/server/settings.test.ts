import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { startServer } from '../_harness/start-server.ts';
import { createUser } from '#core/people/operate-user.ts';

const NAME = 'application.name';
const DAYS = 'tasks.retention_days';

describe.each(databases)('settings on %s', (kind) => {
  it('say what they are, what they may be, and who changed them from what to what, and why', async () => {
    await using server = await startServer(kind, { config: { 'tasks.retention_days': '7' } });
    const admin = await setupAdmin(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const all = await admin.call('listSettings', {});
    const groups = all.map(({ category }) => category).filter((name, index, names) => name !== names[index - 1]);
    expect(groups).toEqual([
      ...['Name and time zone', 'Who may sign in', 'New and deleted books', 'Duplicates', 'Reader apps'],
      ...['Releases and notifications', 'Backups', 'Exports', 'Tasks and log', 'Request limits'],
    ]);
    for (const { key, label, description, categoryDescription, defaultValue, value } of all) {
      const helps = [description, categoryDescription].every((text) => text.length > 20);
      expect([key, label.length > 5, helps, value]).toEqual([key, true, true, defaultValue]);
    }
    expect(new Set(all.map(({ category, label }) => `${category} ${label}`)).size).toBe(all.length);
    const days = {
      key: DAYS,
      value: '7',
      valueType: 'Integer',
      category: 'Tasks and log',
      categoryDescription: 'How much the server does at once, and what it records.',
      label: 'Task history',
      unit: 'days',
      format: null,
      isSensitive: false,
      defaultValue: '7',
      minValue: 1,
      maxValue: 3650,
      options: null,
      requiresRestart: false,
      isSet: false,
      updatedAt: null,
      updatedBy: null,
      version: 1,
    };
    expect(await admin.call('getSetting', { params: { key: DAYS } })).toMatchObject(days);
    expect((await admin.call('getSetting', { params: { key: 'log.level' } })).options).toContain('debug');
    expect((await admin.call('getSetting', { params: { key: 'tasks.workers' } })).requiresRestart).toBe(true);
    expect((await admin.call('listSettings', { query: { category: 'Tasks and log' } })).map(({ key }) => key)).toEqual([
      'log.level',
      'tasks.reserve_megabytes',
      DAYS,
      'tasks.workers',
    ]);
    expect(await admin.call('listSettings', { query: { category: 'None' } })).toEqual([]);

    const params = { key: DAYS };
    const changed = await admin.call('updateSetting', { params, body: { value: 14, changeReason: ' to look back ' } });
    expect(changed).toMatchObject({
      ...days,
      value: '14',
      isSet: true,
      version: 2,
      updatedBy: userId,
      updatedByName: 'admin',
      updatedAt: changed.updatedAt,
    });
    expect(server.context.settings.get(DAYS)).toBe(14);
    await admin.call('updateSetting', { params: { key: 'log.level' }, body: { value: 'fatal' } });
    expect(server.context.log.http.level).toBe('fatal');
    const asText = await admin.fetch(`/api/v1/admin/settings/${DAYS}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: '14', change_reason: 'nothing new' }),
    });
    expect(await asText.json()).toEqual(changed);
    const reset = await admin.call('resetSetting', { params });
    expect(reset).toMatchObject({ value: '7', isSet: false, version: 3 });
    expect((await admin.call('resetSetting', { params, body: { changeReason: 'again' } })).version).toBe(3);
    const history = await admin.call('listSettingHistory', { params });
    const who = { key: DAYS, settingId: reset.id, changedBy: userId, changedByName: 'admin', ipAddress: '127.0.0.1' };
    expect(history).toMatchObject([
      { ...who, oldValue: '14', newValue: '7', changeReason: null },
      { ...who, oldValue: '7', newValue: '14', changeReason: 'to look back' },
    ]);
    expect(await admin.call('listSettingHistory', { params, query: { limit: 1 } })).toEqual(history.slice(0, 1));
  });

  it('are changed together or not at all, and only to what they may be', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const set = async (key: string, value: string | number | boolean) =>
      expectRefusal(admin.call('updateSetting', { params: { key }, body: { value } }));
    expect(await set(DAYS, 0)).toMatchObject({
      status: 400,
      message: `"${DAYS}" is not valid: must be a whole number from 1 to 3650`,
    });
    for (const value of ['1.5', 1.5, '', ' ', '1e3', 'x', true])
      expect((await set(DAYS, value)).message).toContain('whole number');
    expect((await set('auth.registration_enabled', 'yes')).message).toContain('must be true or false');
    expect((await set(NAME, ' ')).message).toContain('must not be empty');
    expect((await set('scheduler.timezone', 'Mars/Base')).message).toContain('IANA');
    expect(await set('no.such', 1)).toMatchObject({ status: 404, message: 'Setting "no.such" not found' });
    expect(await set('__proto__', 1)).toMatchObject({ status: 404 });
    const missing = { params: { key: 'no.such' } };
    for (const work of [
      admin.call('getSetting', missing),
      admin.call('resetSetting', missing),
      admin.call('listSettingHistory', missing),
    ])
      expect((await expectRefusal(work)).status).toBe(404);

    const bulk = async (updates: { key: string; value: string | number }[]) =>
      admin.call('updateSettings', { body: { updates } });
    const good = { key: NAME, value: 'Attic' };
    const refused = await expectRefusal(
      bulk([good, { key: DAYS, value: 0 }, { key: 'log.level', value: 'loud' }, good]),
    );
    expect(refused.details).toEqual([
      { path: DAYS, message: 'must be a whole number from 1 to 3650' },
      { path: 'log.level', message: expect.stringContaining('must be one of fatal,') as string },
      { path: 'updates.3.key', message: 'must not name a setting twice' },
    ]);
    expect((await expectRefusal(bulk([good, { key: 'no.such', value: 1 }]))).status).toBe(404);
    expect((await admin.call('getSetting', { params: { key: NAME } })).isSet).toBe(false);
    const done = await bulk([{ key: DAYS, value: '9' }, good]);
    expect(done.map(({ key, value }) => [key, value])).toEqual([
      [DAYS, '9'],
      [NAME, 'Attic'],
    ]);
    expect(await bulk([])).toEqual([]);
    const back = await admin.call('updateSettings', {
      body: { updates: [{ key: DAYS, value: null }, good], changeReason: 'as before' },
    });
    expect(back.map(({ key, value, isSet }) => [key, value, isSet])).toEqual([
      [DAYS, '30', false],
      [NAME, 'Attic', true],
    ]);
    const [latest] = await admin.call('listSettingHistory', { params: { key: DAYS } });
    expect(latest).toMatchObject({ oldValue: '9', newValue: '30', changeReason: 'as before' });
  });

  it('show some to signed-in users, the name to all clients, and the rest to administrators', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await createUser(server.context, { username: 'bob', password: 'bobs password', email: null, role: 'maintainer' });
    const bob = await signIn(server, { username: 'bob', password: 'bobs password' });
    await admin.call('updateSetting', { params: { key: NAME }, body: { value: 'Attic' } });
    expect(await createClient(server).call('getBranding', {})).toEqual({ applicationName: 'Attic' });
    expect(await bob.call('getPublicSettings', {})).toEqual({
      [NAME]: { key: NAME, value: 'Attic' },
      'release_tracking.notify_languages': { key: 'release_tracking.notify_languages', value: '[]' },
      'release_tracking.notify_plugins': { key: 'release_tracking.notify_plugins', value: '[]' },
      'scheduler.timezone': { key: 'scheduler.timezone', value: 'UTC' },
      'sharing.links': { key: 'sharing.links', value: 'off' },
    });
    expect((await expectRefusal(bob.call('listSettings', {}))).message).toBe('This needs the permission SystemAdmin');
    expect((await expectRefusal(createClient(server).call('getPublicSettings', {}))).status).toBe(401);
  });

  it('stay over a restart; what another release stored is passed over', async () => {
    await using home = await openHome(kind);
    await using first = await startServer(kind, { home });
    const admin = await setupAdmin(first);
    await admin.call('updateSetting', { params: { key: NAME }, body: { value: 'Attic' } });
    await first.context.db.transaction(async (tx) => {
      const row = { version: 2, updatedAt: 1, updatedBy: randomUUID(), updatedByName: 'x' };
      await tx.write
        .insertInto('setting')
        .values([
          { ...row, key: 'of.tomorrow', value: '1' },
          { ...row, key: DAYS, value: '-1' },
        ])
        .execute();
    });
    await first[Symbol.asyncDispose]();
    await using second = await startServer(kind, { home, config: { 'tasks.retention_days': '8' } });
    expect([second.context.settings.get(NAME), second.context.settings.get(DAYS)]).toEqual(['Attic', 8]);
    const shown = await createClient(second, admin.token).call('listSettings', {
      query: { category: 'Tasks and log' },
    });
    expect(shown.find(({ key }) => key === DAYS)).toMatchObject({ value: '8', isSet: false });
  });
});

describe('settings of two processes on one PostgreSQL', () => {
  it('change in both', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    const admin = await setupAdmin(one);
    const heard = new Promise<string>((resolve) => {
      other.context.settings.watch(NAME, (name) => {
        if (name !== 'Lectern') resolve(name);
      });
    });
    await admin.call('updateSetting', { params: { key: NAME }, body: { value: 'Attic' } });
    expect(await heard).toBe('Attic');
    expect(await createClient(other).call('getBranding', {})).toEqual({ applicationName: 'Attic' });
  });
});

describe.each(databases)('preferences on %s', (kind) => {
  it('have types and defaults, keys of their own, and are set, read and reset one by one or together', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const theme = { params: { key: 'ui.theme' } };
    const known = await admin.call('listPreferences', {});
    expect(known.every(({ isSet, updatedAt }) => !isSet && updatedAt === null)).toBe(true);
    expect(known.find(({ key }) => key === 'ui.theme')).toEqual({
      key: 'ui.theme',
      value: 'system',
      valueType: 'string',
      isSet: false,
      updatedAt: null,
    });
    expect(await admin.call('updatePreference', { ...theme, body: { value: 'dark' } })).toMatchObject({
      value: 'dark',
      isSet: true,
    });
    const own = { deep: [1, { snake_case: null }] };
    const many = await admin.call('updatePreferences', {
      body: {
        preferences: { 'custom.my_app.state': own, 'reader.text_size': 120, 'custom.half': 0.5, 'custom.none': null },
      },
    });
    expect(many.map(({ key, value, valueType }) => [key, value, valueType])).toEqual([
      ['custom.my_app.state', own, 'json'],
      ['reader.text_size', 120, 'integer'],
      ['custom.half', 0.5, 'float'],
      ['custom.none', null, 'json'],
    ]);
    const listed = await admin.call('listPreferences', {});
    expect(listed.filter(({ isSet }) => isSet).map(({ key }) => key)).toEqual([
      'custom.half',
      'custom.my_app.state',
      'custom.none',
      'reader.text_size',
      'ui.theme',
    ]);
    expect(listed).toHaveLength(known.length + 3);
    for (const key of ['ui.theme', 'ui.theme', 'custom.half'])
      await admin.call('deletePreference', { params: { key } });
    expect(await admin.call('getPreference', theme)).toMatchObject({ value: 'system', isSet: false });
    for (const name of ['getPreference', 'deletePreference'] as const) {
      for (const key of ['custom.half', 'nothing.such'])
        expect(await expectRefusal(admin.call(name, { params: { key } }))).toMatchObject({
          status: 404,
          message: `Preference "${key}" not found`,
        });
    }
  });

  it('are refused when they are none, all or none of them, and are each user’s own', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const bad = await expectRefusal(
      admin.call('updatePreferences', {
        body: {
          preferences: { 'ui.theme': 'dark', 'ui.language': 'not a language', 'reader.text_size': '120', 'no.such': 1 },
        },
      }),
    );
    expect([bad.status, bad.details]).toEqual([
      400,
      [
        { path: 'ui.language', message: 'must be a language such as en or pt-BR' },
        { path: 'reader.text_size', message: 'must be a whole number from 60 to 300' },
        { path: 'no.such', message: 'must be a known preference, or begin with "custom."' },
      ],
    ]);
    expect((await admin.call('getPreference', { params: { key: 'ui.theme' } })).isSet).toBe(false);
    const set = async (key: string, value: string | null) =>
      expectRefusal(admin.call('updatePreference', { params: { key }, body: { value } }));
    for (const key of ['a-b', '.a', 'a..b', 'a.', 'x'.repeat(256), 'custom.a/b'])
      expect((await set(key, '')).status).toBe(400);
    expect((await set('ui.theme', null)).message).toContain(
      'must be one of light, dark, black, contrast, e-ink, system',
    );
    expect((await set('custom.long', 'x'.repeat(65_536))).message).toContain('at most 65,536 characters');
    const full = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`custom.k${index}`, index]));
    expect((await expectRefusal(admin.call('updatePreferences', { body: { preferences: full } }))).kind).toBe(
      'Conflict',
    );
    await createUser(server.context, { username: 'bob', password: 'bobs password', email: null, role: 'reader' });
    const bob = await signIn(server, { username: 'bob', password: 'bobs password' });
    await admin.call('updatePreference', { params: { key: 'custom.mine' }, body: { value: 1 } });
    expect((await expectRefusal(bob.call('getPreference', { params: { key: 'custom.mine' } }))).status).toBe(404);
  });
});
