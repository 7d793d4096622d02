import { describe, expect, it } from 'vitest';
import { readConfig } from '#index.ts';
import { sendTo } from '../_harness/send-to.ts';
import { startServer } from '../_harness/start-server.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

/** Fields of RFC 9116 in order. */
function readFields(text: string): readonly (readonly [string, string])[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
}

describe('security.txt', () => {
  it('says where to report a problem of this server, to everyone, and nothing else of it', async () => {
    await using server = await startServer('sqlite', {
      config: {
        'server.security_contact': 'security@example.org',
        'server.security_policy': 'https://example.org/security',
        'server.public_url': 'https://books.example.org/',
      },
    });
    // No account exists yet.
    const answer = await fetch(`${server.url}${PATH}`, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      ...[200, 'text/plain; charset=utf-8', 'nosniff'],
    ]);
    const fields = readFields(await answer.text());
    expect(fields).toEqual([
      ['Contact', 'mailto:security@example.org'],
      ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/)],
      ['Canonical', `https://books.example.org${PATH}`],
      ['Policy', 'https://example.org/security'],
    ]);
    const left = Date.parse(fields[1]?.[1] ?? '') - Date.now();
    expect([left > 170 * DAY_MS, left < 365 * DAY_MS]).toEqual([true, true]);
    const head = await fetch(`${server.url}${PATH}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const change = await fetch(`${server.url}${PATH}`, { method: 'POST' });
    expect(change.status).toBe(404);
  });

  it('names no host that a request claims, and no address that is not https', async () => {
    await using server = await startServer('sqlite', {
      config: { 'server.security_contact': 'https://example.org/report', 'server.public_url': 'http://nas:8080' },
    });
    const { text } = await sendTo(server.url, PATH, { headers: { host: 'evil.example' } });
    expect(readFields(text).map(([name, value]) => (name === 'Expires' ? name : `${name} ${value}`))).toEqual([
      'Contact https://example.org/report',
      'Expires',
    ]);
  });

  it('is absent without a contact, also for browsers, like all else below /.well-known', async () => {
    await using server = await startServer('sqlite');
    for (const path of [PATH, '/.well-known/nothing']) {
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it.each([
    '',
    'nothing',
    'http://example.org',
    'a@b',
    'a b@example.org',
    'a@example.org\nExpires: x',
    'tel:+1',
    'a@b@c.d',
  ])('refuses the contact %j', (contact) => {
    expect(() => readConfig({ flags: { 'server.security_contact': contact } })).toThrow('server.security_contact');
  });

  it('refuses the policy of a page without https', () => {
    expect(() => readConfig({ flags: { 'server.security_policy': 'http://example.org' } })).toThrow(
      'server.security_policy cannot be "http://example.org": must be an address like https://',
    );
  });
});
