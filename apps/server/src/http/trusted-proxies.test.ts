import { describe, expect, it } from 'vitest';
import { trustOf } from './trusted-proxies.ts';

describe('trustOf()', () => {
  it.each([
    [['loopback'], ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '128.0.0.1', '::2', '']],
    [
      ['10.0.0.0/8', '192.0.2.7'],
      ['10.1.2.3', '192.0.2.7', '::ffff:10.0.0.1'],
      ['11.0.0.1', '192.0.2.8', 'nas'],
    ],
    [
      ['uniquelocal', '2001:db8::/32'],
      ['172.20.0.1', 'fd00::1', '2001:db8:1::1'],
      ['172.32.0.1', '2001:db9::1'],
    ],
    [[], [], ['127.0.0.1', '::1']],
  ])('trusts as %j says', (proxies, trusted, others) => {
    const isTrusted = trustOf(proxies);
    expect(trusted.filter((address) => !isTrusted(address))).toEqual([]);
    expect(others.filter(isTrusted)).toEqual([]);
  });
});
