import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailer } from '#mail/mailer.ts';
import { readConfig } from '#index.ts';
import { newSelfSigned } from '../_harness/self-signed.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';

const MAIL = { to: 'bob@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const CERTIFICATE = newSelfSigned();

describe('the connection to the mail server', () => {
  let folder: string;
  let trusted: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
    trusted = join(folder, 'trusted.pem');
    await writeFile(trusted, CERTIFICATE.cert);
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const openMailer = (box: MailBox, more: Readonly<Record<string, string>> = {}) =>
    createMailer(readConfig({ flags: { ...box.config, ...more } }));

  it.each(['tls', 'starttls'] as const)(
    'is refused with %s when no authority signed the certificate',
    async (security) => {
      await using box = await startMailBox({ security, certificate: CERTIFICATE });
      await expect(openMailer(box).send(MAIL)).rejects.toThrow(/self-signed certificate/);
      const other = join(folder, 'other.pem');
      await writeFile(other, newSelfSigned().cert);
      await expect(openMailer(box, { 'mail.ca_file': other }).send(MAIL)).rejects.toThrow(/certificate/);
      // Neither the mail nor the password was told to it.
      expect([box.mails, box.signIns()]).toEqual([[], 0]);
    },
  );

  it.each(['tls', 'starttls'] as const)(
    'is made with %s to a server that the configuration trusts',
    async (security) => {
      await using box = await startMailBox({ security, certificate: CERTIFICATE });
      await openMailer(box, { 'mail.ca_file': trusted }).send(MAIL);
      expect(box.mails.map(({ to }) => to)).toEqual([MAIL.to]);
    },
  );

  it('is given up when a man in the middle removes STARTTLS', async () => {
    await using box = await startMailBox({ security: 'none' });
    await expect(openMailer(box, { 'mail.security': 'starttls' }).send(MAIL)).rejects.toThrow(/STARTTLS/);
    expect([box.mails, box.signIns()]).toEqual([[], 0]);
  });

  it('is not made to a server of another name', async () => {
    await using box = await startMailBox({ security: 'tls', certificate: CERTIFICATE });
    const config = { 'mail.ca_file': trusted, 'mail.host': 'localhost' };
    await expect(openMailer(box, config).send(MAIL)).rejects.toThrow(/altnames|Hostname/);
    expect(box.signIns()).toBe(0);
  });

  it('says which file is missing or no certificate', async () => {
    await using box = await startMailBox({ security: 'tls', certificate: CERTIFICATE });
    const missing = openMailer(box, { 'mail.ca_file': join(folder, 'none.pem') });
    await expect(missing.send(MAIL)).rejects.toThrow('which mail.ca_file names: ENOENT');
    const wrong = join(folder, 'wrong.pem');
    await writeFile(wrong, CERTIFICATE.key);
    await expect(openMailer(box, { 'mail.ca_file': wrong }).send(MAIL)).rejects.toThrow('found none');
    // It is looked at again with the next mail.
    await writeFile(join(folder, 'none.pem'), CERTIFICATE.cert);
    await missing.send(MAIL);
    expect(box.mails).toHaveLength(1);
  });
});

describe('the lines of a mail', () => {
  it('are its own, whatever the texts in it hold', async () => {
    await using box = await startMailBox();
    const mailer = createMailer(readConfig({ flags: box.config }));
    await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nInjected' });
    for (const to of [
      'bob@example.org\r\nBcc: eve@example.org',
      'bob@example.org, eve@example.org',
      'x:eve@example.org;',
    ]) {
      await mailer.send({ ...MAIL, to }).catch(() => undefined);
    }
    const heads = box.mails.map(({ text }) => text.split('\r\n\r\n')[0] ?? '');
    expect(heads.length).toBeGreaterThan(0);
    for (const head of heads) expect(head).not.toMatch(/^(bcc|injected)/im);
    expect(box.mails.filter(({ to }) => /^(x:)?eve@/.test(to) || to.includes(','))).toEqual([]);
  });
});
