import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkTicket, deriveChallenge, makeTicket, readTicketUser } from './tickets.ts';

const SIGNER = {
  digestOf: (purpose: string, text: string) =>
    createHmac('sha256', 'x').update(`${purpose} ${text}`).digest('base64url'),
};
const OTHER_SIGNER = {
  digestOf: (purpose: string, text: string) =>
    createHmac('sha256', 'y').update(`${purpose} ${text}`).digest('base64url'),
};
const ANN = { id: '0192f0c1-0000-7000-8000-000000000001', bound: 'hash of the password' };
const BOB = { ...ANN, id: '0192f0c1-0000-7000-8000-000000000002' };

describe('a ticket', () => {
  it('names its user, and is good for its use', () => {
    const { text, expiresAt } = makeTicket(SIGNER, 'second factor', ANN);
    expect(readTicketUser(text)).toBe(ANN.id);
    expect(checkTicket(SIGNER, 'second factor', text, ANN)).toEqual({ text, expiresAt, carried: '' });
  });

  it('is refused for another use, user or password, by another secret, changed, and late', () => {
    const { text } = makeTicket(SIGNER, 'second factor', ANN);
    const late = makeTicket(SIGNER, 'second factor', ANN, Date.now() - 300_001).text;
    const refused = [
      checkTicket(SIGNER, 'first factor', text, ANN),
      checkTicket(SIGNER, 'second factor', text, BOB),
      checkTicket(SIGNER, 'second factor', text.replace(ANN.id, BOB.id), BOB),
      checkTicket(SIGNER, 'second factor', text, { ...ANN, bound: 'another hash' }),
      checkTicket(OTHER_SIGNER, 'second factor', text, ANN),
      checkTicket(SIGNER, 'second factor', late, ANN),
      checkTicket(SIGNER, 'second factor', text.replace(/\.\d{13}\./, '.9999999999999.'), ANN),
      checkTicket(SIGNER, 'second factor', '', ANN),
    ];
    expect(refused).toEqual(refused.map(() => undefined));
  });

  it('carries a text that its holder cannot change or take away', () => {
    const { text } = makeTicket(SIGNER, 'second factor', { ...ANN, carried: 'eyJ4IjoxfQ' });
    expect(readTicketUser(text)).toBe(ANN.id);
    expect(checkTicket(SIGNER, 'second factor', text, ANN)?.carried).toBe('eyJ4IjoxfQ');
    const changed = [text.replace('eyJ4', 'eyJ5'), text.replace('.eyJ4IjoxfQ', ''), `${text}Q`];
    expect(changed.map((one) => checkTicket(SIGNER, 'second factor', one, ANN))).toEqual(changed.map(() => undefined));
  });

  it('for anybody names no user', () => {
    const { text } = makeTicket(SIGNER, 'passkey alone', { id: 'anybody', bound: '' });
    expect(readTicketUser(text)).toBeUndefined();
    expect(readTicketUser('nonsense')).toBeUndefined();
  });

  it('has a challenge of its own, 32 bytes', () => {
    const [one, other] = [makeTicket(SIGNER, 'confirm', ANN), makeTicket(SIGNER, 'confirm', ANN)];
    expect(Buffer.from(deriveChallenge(SIGNER, one), 'base64url')).toHaveLength(32);
    expect(deriveChallenge(SIGNER, one)).not.toBe(deriveChallenge(SIGNER, other));
  });
});
