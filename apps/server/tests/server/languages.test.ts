import { LANGUAGE_TAGS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('the messages of the server on %s', (kind) => {
  it('are in the language of each request, whatever others ask for meanwhile', async () => {
    await using server = await startServer(kind);
    using folder = newBookFolder();
    const admin = await setupAdmin(server);
    await addLibrary(admin, folder.path);
    const refuse = async (language: string) => {
      const body = { name: 'Again', path: folder.path };
      const headers = { 'accept-language': language };
      return (await expectRefusal(admin.call('createLibrary', { body, headers }))).message;
    };
    const labels = async (language: string) => {
      const settings = await admin.call('listSettings', { headers: { 'accept-language': language } });
      return settings.map(({ label }) => label).join(' ');
    };
    const said = await Promise.all(
      LANGUAGE_TAGS.map(async (language) => [await refuse(language), await labels(language)]),
    );
    expect(new Set(said.map(([message]) => message)).size).toBe(LANGUAGE_TAGS.length);
    expect(new Set(said.map(([, text]) => text)).size).toBe(LANGUAGE_TAGS.length);
    for (const [message] of said) expect(message).toContain(folder.path);
  });

  it('are English for a program that asks for no language, and for one that is not known', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const body = { name: '', path: '' };
    const plain = await expectRefusal(admin.call('createLibrary', { body }));
    expect(plain.details).toContainEqual({ path: 'name', message: 'must not be empty' });
    const headers = { 'accept-language': 'tlh, *;q=0.5' };
    expect((await expectRefusal(admin.call('createLibrary', { body, headers }))).message).toBe(plain.message);
    const german = await expectRefusal(
      admin.call('createLibrary', { body, headers: { 'accept-language': 'de-AT, en;q=0.8' } }),
    );
    expect(german.message).not.toBe(plain.message);
  });
});
