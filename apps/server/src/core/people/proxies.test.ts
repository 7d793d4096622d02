import { describe, expect, it } from 'vitest';
import { createSharedAddresses, createProxyCheck } from './client-address.ts';

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
    const isTrusted = createProxyCheck(proxies);
    expect(trusted.filter((address) => !isTrusted(address))).toEqual([]);
    expect(others.filter(isTrusted)).toEqual([]);
  });
});
