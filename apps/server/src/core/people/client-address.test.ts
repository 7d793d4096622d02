import { describe, expect, it } from 'vitest';
import { clientAddress, clientSite, shownAddress } from './client-address.ts';

describe('clientAddress()', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['not an address', 'not an address'],
  ])('takes %s for %s', (ip, client) => {
    expect(clientAddress(ip)).toBe(client);
  });
});

describe('clientSite()', () => {
  it.each([
    ['203.0.113.9', undefined],
    ['::ffff:203.0.113.9', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('takes %s for %s', (ip, site) => {
    expect(clientSite(ip)).toBe(site);
  });
});

describe('shownAddress()', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::1', '2001:db8::1'],
    ['fe80::1%eth0"', undefined],
    ['fe80::1%eth0', 'fe80::1'],
    ['x", "ip": "203.0.113.9', undefined],
  ])('writes %s as %s', (ip, shown) => {
    expect(shownAddress(ip)).toBe(shown);
  });
});
