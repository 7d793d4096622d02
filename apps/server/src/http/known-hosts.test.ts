import { describe, expect, it } from 'vitest';
import { isKnownHost } from './known-hosts.ts';

describe('isKnownHost()', () => {
  const config = { publicUrl: 'https://Books.example.org:8443/', allowedHosts: ['comics.example.com', '*.ts.net'] };

  it.each([
    ...['127.0.0.1', '192.168.1.10', '203.0.113.9', '[::1]', '[2001:db8::1]'],
    ...['localhost', 'nas', 'NAS', 'nas.lan', 'nas.local.', 'books.home.arpa', 'x.localhost'],
    ...['books.example.org', 'BOOKS.example.org', 'comics.example.com', 'nas.tail1234.ts.net'],
  ])('knows %s', (host) => {
    expect(isKnownHost(config, host)).toBe(true);
  });

  it.each([
    ...['evil.example', 'localhost.evil.example', 'nas.lan.evil.example', 'example.org', 'x.books.example.org'],
    ...['ts.net', 'evilts.net', '127.0.0.1.evil.example', '', 'x.comics.example.com'],
  ])('does not know "%s"', (host) => {
    expect(isKnownHost(config, host)).toBe(false);
  });

  it('knows every name where the configuration says so', () => {
    expect(isKnownHost({ publicUrl: undefined, allowedHosts: ['*'] }, 'evil.example')).toBe(true);
  });
});
