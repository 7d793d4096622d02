import { describe, expect, it } from 'vitest';
import { createSharedAddresses } from './shared-addresses.ts';

describe('addresses that many share', () => {
  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['10.1.2.3', true],
    ['192.168.4.5', true],
    ['fd00::1', true],
    ['fe80::1%eth0', true],
    ['203.0.113.9', true],
    ['203.0.113.10', false],
    ['2001:db8::1', false],
    ['no address', false],
  ])('are those of this machine and of proxies: %s', (ip, isShared) => {
    const proxies = ['uniquelocal', 'linklocal', '203.0.113.9'];
    expect(createSharedAddresses(proxies)(ip)).toBe(isShared);
  });

  it('are only those of this machine where no proxy is trusted', () => {
    expect(['127.0.0.1', '::1', '10.1.2.3'].map(createSharedAddresses([]))).toEqual([true, true, false]);
  });
});
