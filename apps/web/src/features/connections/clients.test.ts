import { describe, expect, it } from 'vitest';
import { listAddresses, clientsFor, isOnlyHere } from './clients.ts';

const NO_DOORS = { opds: null, opds2: null, koreader: null, compatApi: null };

describe('clientsFor', () => {
  it('lists the clients whose dialect the server enables, with its path', () => {
    expect(clientsFor(NO_DOORS).map(({ id }) => id)).toEqual(['web', 'scripts']);
    const all = clientsFor({
      opds: '/opds/v1.2/catalog',
      opds2: '/opds/v2',
      koreader: '/koreader',
      compatApi: '/komga',
    });
    expect(all.map(({ id, path }) => [id, path])).toEqual([
      ['web', ''],
      ['opds', '/opds/v1.2/catalog'],
      ['opds2', '/opds/v2'],
      ['koreader', '/koreader'],
      ['compat', '/komga'],
      ['scripts', '/api/v1'],
    ]);
  });

  it('offers an API key to every client that signs in with one', () => {
    for (const { signIn, key } of clientsFor({ ...NO_DOORS, koreader: '/koreader' })) {
      expect(key === undefined).toBe(signIn === 'password');
    }
  });
});

describe('the server addresses', () => {
  it('start with the configured one, without duplicates', () => {
    expect(listAddresses(null, 'http://nas:8080')).toEqual(['http://nas:8080']);
    expect(listAddresses('https://books.example.org', 'http://nas:8080')).toHaveLength(2);
    expect(listAddresses('http://nas:8080', 'http://nas:8080')).toHaveLength(1);
  });

  it.each([
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://nas.local', false],
    ['http://192.168.1.4:8080', false],
  ])('%s works on this machine only: %s', (address, isOnly) => expect(isOnlyHere(address)).toBe(isOnly));
});
