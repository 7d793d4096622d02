import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createPrefixReader, getPathPrefix } from './path-prefix.ts';

const make = (url: string, prefix?: string, remoteAddress = '127.0.0.1') => {
  const headers = prefix === undefined ? {} : { 'x-forwarded-prefix': prefix };
  return { url, headers, socket: { remoteAddress } } as unknown as IncomingMessage;
};

describe('createPrefixReader()', () => {
  it.each([
    ['', '/lectern/health', undefined, '/lectern/health', ''],
    ['/lectern', '/lectern/health?a=1', undefined, '/health?a=1', '/lectern'],
    ['/lectern', '/health', undefined, '/health', '/lectern'],
    ['/lectern', '/lectern', undefined, '/', '/lectern'],
    ['/lectern', '/lectern?a=1', undefined, '/?a=1', '/lectern'],
    ['/lectern', '/lecterns', undefined, '/lecterns', '/lectern'],
    ['/lectern', '/lectern//evil', undefined, '//evil', '/lectern'],
    ['', '/health', '/a/b/', '/health', '/a/b'],
    ['', '/a/b/health', '/a/b', '/health', '/a/b'],
    ['/lectern', '/lectern/health', '/outer', '/health', '/outer'],
    ['/lectern', '/health', '//evil', '/health', '/lectern'],
  ])('at "%s" reads %s with the header %s as %s below "%s"', (basePath, url, header, below, prefix) => {
    const request = make(url, header);
    expect(createPrefixReader({ basePath, trustedProxies: ['loopback'] })(request)).toBe(below);
    expect(getPathPrefix({ raw: request })).toBe(prefix);
  });

  it('reads the header of trusted proxies only', () => {
    const request = make('/a/health', '/a', '192.0.2.1');
    expect(createPrefixReader({ basePath: '', trustedProxies: ['loopback'] })(request)).toBe('/a/health');
    expect(getPathPrefix({ raw: request })).toBe('');
  });
});
