import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateFactors } from '#core/people/remove-factors.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { createFactorUsers, type FactorUser, WITH_PASSKEYS } from '../_harness/second-factor.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

describe.each(databases)('mails about second factors, on %s', (kind) => {
  let server: TestServer;
  let box: MailBox;
  let admin: Client;
  let newUser: () => Promise<FactorUser>;

  beforeAll(async () => {
    box = await startMailBox();
    server = await startServer(kind, { config: box.config });
    admin = await setupAdmin(server);
    newUser = createFactorUsers(server, admin);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
  });

  /** An account with an address. @returns it, and the mails that came to it since the last time */
  async function newReceiver(email: string) {
    const user = await newUser();
    await admin.call('updateUser', { params: { id: user.id }, body: { email } });
    let seen = 0;
    const mails = async (): Promise<string[]> => {
      await server.idle();
      const all = box.mails.filter(({ to }) => to === email);
      const fresh = all.slice(seen).map(({ text }) => text);
      seen = all.length;
      return fresh;
    };
    return { user, mails };
  }

  it('tell the owner of new and removed factors, new codes and used ones', async () => {
    const { user, mails } = await newReceiver('ann@example.org');
    const { recoveryCodes } = await user.addApp();
    const [added, ...none] = await mails();
    expect(none).toEqual([]);
    expect(added).toContain(`Hello ${user.username},`);
    expect(added).toContain('a second factor was added to your account.');
    expect(added).toContain('If this was not you, change your password at once');
    expect(added).not.toContain('you can ignore this mail');
    await user.client.call('makeRecoveryCodes', {});
    const [made] = await mails();
    expect(made).toContain('The earlier ones no longer work.');
    expect(recoveryCodes.some((code) => `${added}${made}`.includes(code))).toBe(false);
    const { recoveryCodes: fresh } = await user.client.call('makeRecoveryCodes', {});
    await mails();
    const client = await user.signIn(fresh[0] ?? '');
    expect((await mails()).map((text) => text.includes('a recovery code of your account was used'))).toEqual([true]);
    await client.call('confirmFactor', { body: { code: fresh[1] ?? '' } });
    expect((await mails()).map((text) => text.includes('a recovery code of your account was used'))).toEqual([true]);
    await client.call('deleteApp', {});
    expect((await mails()).map((text) => text.includes('a second factor was removed'))).toEqual([true]);
  });

  it('are in the language of the account, also when an admin or the operator removes its factors', async () => {
    const { user, mails } = await newReceiver('bert@example.org');
    await user.client.call('updatePreference', { params: { key: 'ui.language' }, body: { value: 'de' } });
    await user.addPasskey();
    expect((await mails())[0]).toContain('Ihrem Konto wurde ein zweiter Faktor hinzugefügt.');
    await admin.call('deleteUserFactors', { params: { id: user.id }, headers: { 'accept-language': 'fr' } });
    expect((await mails())[0]).toContain('ein zweiter Faktor Ihres Kontos wurde entfernt.');
    // Nothing is left to remove.
    await operateFactors(server.context, user.username);
    expect(await mails()).toEqual([]);
  });

  it('tell the address of before, when a thief changes it next', async () => {
    const { user, mails } = await newReceiver('carl@example.org');
    await user.addApp();
    await admin.call('updateUser', { params: { id: user.id }, body: { email: 'thief@example.org' } });
    expect(await mails()).toHaveLength(1);
    expect(box.mails.some(({ to }) => to === 'thief@example.org')).toBe(false);
  });

  it('do not go to an address that is not confirmed, which may be that of a stranger', async () => {
    const { user, mails } = await newReceiver('dora@example.org');
    const confirm = async (emailVerified: boolean) =>
      admin.call('updateUser', { params: { id: user.id }, body: { emailVerified } });
    await confirm(false);
    await user.addApp();
    await user.client.call('makeRecoveryCodes', {});
    expect(await mails()).toEqual([]);
    await confirm(true);
    await user.client.call('makeRecoveryCodes', {});
    expect((await mails()).map((text) => text.includes('The earlier ones no longer work.'))).toEqual([true]);
  });

  it('are not needed: accounts without an address, and servers without mail, have factors too', async () => {
    const user = await newUser();
    const before = box.mails.length;
    expect((await user.addApp()).recoveryCodes).toHaveLength(10);
    await server.idle();
    expect(box.mails).toHaveLength(before);
    await using plain = await startServer(kind, { config: WITH_PASSKEYS });
    const other = await createFactorUsers(plain, await setupAdmin(plain))();
    expect((await other.addPasskey()).recoveryCodes).toHaveLength(10);
    await plain.idle();
    const tasks = await plain.context.db.read
      .selectFrom('task')
      .select('type')
      .where('type', '=', 'send_mail')
      .execute();
    expect(tasks).toEqual([]);
  });
});
