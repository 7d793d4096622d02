import { describe, expect, it } from 'vitest';
import { choosePasskeyPlace } from './passkey-place.ts';

const PUBLIC = 'https://books.example.org/lectern';

function arrive(scheme: string, host: string, isKnownHost = true) {
  return { scheme, host, isKnownHost };
}

describe('the place of passkeys', () => {
  it('is the public address, without its path', () => {
    const place = { origin: 'https://books.example.org', host: 'books.example.org' };
    expect(choosePasskeyPlace(PUBLIC, arrive('http', '127.0.0.1:8080'), undefined)).toEqual(place);
    expect(choosePasskeyPlace(PUBLIC, arrive('http', 'evil.example', false), 'http://evil.example')).toEqual(place);
  });

  it('is another known address where the browser says so', () => {
    const nas = { origin: 'https://nas.local:8443', host: 'nas.local' };
    expect(choosePasskeyPlace(PUBLIC, arrive('https', 'nas.local:8443'), 'https://nas.local:8443')).toEqual(nas);
    expect(choosePasskeyPlace(undefined, arrive('https', 'nas.local:8443'), undefined)).toEqual(nas);
    const local = { origin: 'http://localhost:8080', host: 'localhost' };
    expect(choosePasskeyPlace(undefined, arrive('http', 'localhost:8080'), undefined)).toEqual(local);
  });

  it('is missing for unknown hosts, numeric addresses, plain http and nonsense', () => {
    for (const arrival of [
      arrive('https', 'evil.example', false),
      arrive('https', '192.168.1.2'),
      arrive('https', '[::1]:8080'),
      arrive('http', 'nas.local'),
      arrive('https', 'a b'),
      arrive('https', ''),
    ]) {
      expect(choosePasskeyPlace(undefined, arrival, undefined)).toBeUndefined();
    }
  });
});
