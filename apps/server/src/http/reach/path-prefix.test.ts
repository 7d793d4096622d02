import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createPrefixReader, getPathPrefix } from './path-prefix.ts';

const make = (url: string, prefix?: string, remoteAddress = '127.0.0.1') => {
  const headers = prefix === undefined ? {} : { 'x-forwarded-prefix': prefix };
  return { url, headers, socket: { remoteAddress } } as unknown as IncomingMessage;
};

describe('createPrefixReader()', () => {
  it.each([
    { basePath: '', url: '/lectern/health', header: undefined, below: '/lectern/health', prefix: '' },
    { basePath: '/lectern', url: '/lectern/health?a=1', header: undefined, below: '/health?a=1', prefix: '/lectern' },
    { basePath: '/lectern', url: '/health', header: undefined, below: '/health', prefix: '/lectern' },
    { basePath: '/lectern', url: '/lectern', header: undefined, below: '/', prefix: '/lectern' },
    { basePath: '/lectern', url: '/lectern?a=1', header: undefined, below: '/?a=1', prefix: '/lectern' },
    { basePath: '/lectern', url: '/lecterns', header: undefined, below: '/lecterns', prefix: '/lectern' },
    { basePath: '/lectern', url: '/lectern//evil', header: undefined, below: '//evil', prefix: '/lectern' },
    { basePath: '', url: '/health', header: '/a/b/', below: '/health', prefix: '/a/b' },
    { basePath: '', url: '/a/b/health', header: '/a/b', below: '/health', prefix: '/a/b' },
    { basePath: '/lectern', url: '/lectern/health', header: '/outer', below: '/health', prefix: '/outer' },
    { basePath: '/lectern', url: '/health', header: '//evil', below: '/health', prefix: '/lectern' },
  ])(
    'at "$basePath" reads $url with the header $header as $below below "$prefix"',
    ({ basePath, url, header, below, prefix }) => {
      const request = make(url, header);
      expect(createPrefixReader({ basePath, trustedProxies: ['loopback'] })(request)).toBe(below);
      expect(getPathPrefix({ raw: request })).toBe(prefix);
    },
  );

  it('reads the header of trusted proxies only', () => {
    const request = make('/a/health', '/a', '192.0.2.1');
    expect(createPrefixReader({ basePath: '', trustedProxies: ['loopback'] })(request)).toBe('/a/health');
    expect(getPathPrefix({ raw: request })).toBe('');
  });
});
