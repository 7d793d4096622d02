import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, type LogOptions } from './logger.ts';
import { createRedaction } from './redact.ts';

const KEY = 'svc_abcd1234_Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWo';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-x_y';
const REFRESH = '0192f0c1-0000-7000-8000-000000000000.3.aB3dEfGhIjKlMnOpQrStUvWxYz0123456789_-aBcDe';
const MAIL = 'aB3dEfGhIjKlMnOpQrStUvWxYz0123456789_-aBcDe';
const WORD = 'hunter2 is "mine" \\o/';

function openLog(format: LogOptions['format'], secrets: readonly string[] = []) {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: createLog({ level: 'trace', format }, { destination, secrets }), said: () => lines.join('') };
}

describe.each(['json', 'pretty'] as const)('a log in %s', (format) => {
  it('says no secret, wherever it stands', () => {
    const { log, said } = openLog(format, [WORD]);
    const deep = { a: [{ b: { headers: { Authorization: WORD, 'x-api-key': WORD, 'set-cookie': [WORD] } } }] };
    log.http.info({ ...deep, password: WORD, newPassword: WORD, refresh_token: { inside: WORD } }, 'fields');
    log.http.info({ path: `/api/v1/books?q=${encodeURIComponent(WORD)}&page=2#x` }, 'query');
    const cause = new Error(`refused ${KEY}`, { cause: new Error(`${JWT} and Basic YWRtaW46c2VjcmV0`) });
    log.users.error(
      { err: Object.assign(new Error(`Bearer ${JWT}`, { cause }), { config: deep, token: WORD }) },
      'failed',
    );
    log.users.warn(`lectern_session=${JWT}; lectern_refresh=${REFRESH}`);
    log.server
      .child({ apiKey: KEY, link: `https://a.example/reset-password#${MAIL}` })
      .info(`postgres://me:pw@host/db`);
    log.server.info({ [`a ${KEY}`]: 1 }, `${WORD} ${REFRESH} ${MAIL}`);
    const text = said();
    const secrets = [
      WORD,
      JSON.stringify(WORD).slice(1, -1),
      'hunter2',
      KEY,
      JWT,
      REFRESH,
      MAIL,
      'YWRtaW46',
      'me:pw',
      'page=2',
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    for (const kept of ['fields', 'query', '/api/v1/books?', 'failed', 'host/db', '/reset-password#'])
      expect(text).toContain(kept);
  });

  it('leaves everything else as it is', () => {
    const { log, said } = openLog(format);
    const id = '0192f0c1-0000-7000-8000-000000000000';
    const path = 'What is this? A test=no/One Piece v01 (2003) [Digital].cbz';
    log.tasks.info({ taskId: id, tokenCount: 3, hash: 'a'.repeat(64), path, keyPrefix: 'abcd1234' }, 'book analysed');
    for (const kept of [id, 'a'.repeat(64), path, 'abcd1234', 'book analysed', '3']) expect(said()).toContain(kept);
    expect(said()).not.toContain('redacted');
  });
});

describe('a redaction', () => {
  it('gives back one line of JSON, also for what is none', () => {
    const redact = createRedaction([]);
    for (const line of ['{"password":', '"token":x', `{"token":${'['.repeat(50)}${']'.repeat(50)}}`]) {
      const clean = redact(line);
      expect(() => JSON.parse(clean) as unknown).not.toThrow();
    }
    const deep = `{"a":${'{"a":'.repeat(20)}{"password":"x"}${'}'.repeat(21)}`;
    expect(redact(deep)).not.toContain('"x"');
  });

  it('finds what looks like a key wherever it begins', () => {
    const redact = createRedaction([]);
    for (let before = 0; before < 100; before += 1) {
      expect(redact(`{"msg":"${' '.repeat(before)}${MAIL}"}`)).not.toContain(MAIL);
      expect(redact(`{"msg":"${'.'.repeat(before)}(${MAIL.slice(0, 40)})"}`)).not.toContain(MAIL.slice(0, 40));
      expect(redact(`{"msg":"${'-'.repeat(before)}${JWT}"}`)).not.toContain(JWT);
    }
  });

  it('knows a telling name after any number of others, and in any spelling', () => {
    const redact = createRedaction([]);
    const others = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${String(index)}`, index]));
    const names = ['password', 'PASSWORD', 'newPassword', 'refresh_token', 'x-api-key', 'Set-Cookie', 'clientSecret'];
    for (const name of [...names, `${'long'.repeat(50)}Token`]) {
      const line = JSON.stringify({ ...others, deep: [{ [name]: 'hunter2' }], after: 1 });
      expect(redact(line)).not.toContain('hunter2');
      expect(redact(line)).toContain('"after":1');
    }
    expect(redact('":"":{"a"token":"hunter2')).not.toContain('hunter2');
  });

  it('comes to an end with hostile lines', () => {
    const redact = createRedaction([]);
    const hostile = [
      '?a=',
      '://',
      'aA1',
      'svc_a_',
      'eyJa.a',
      '0192f0c1-',
      'pass',
      'Basic ',
      '#aaaaaaaaaaaaaaaaaaaaa-',
      '\\',
      '":',
      'a'.repeat(39).concat(' '),
    ];
    // A pattern that looks back at every step would take minutes for a line as long as this.
    for (const text of hostile) {
      expect(redact(`{"msg":${JSON.stringify(text.repeat(20_000))}}`)).toMatch(/^[{]"msg":".*"[}]/s);
    }
  });
});
