import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkFiles, checkKey, checkStream, type Finding, summarise } from './self-test.ts';

const SIGNAL = new AbortController().signal;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answerWith(answer: (address: string, init: RequestInit) => Response | Promise<Response>): void {
  vi.stubGlobal('location', { origin: 'https://books.example.org' });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => answer(address, init));
}

function asked(init: RequestInit, name: string): string | null {
  return new Headers(init.headers).get(name);
}

/** A server answer without a proxy in between. */
function answerSample(init: RequestInit, tag = '"connection-sample"'): Response {
  if (asked(init, 'range') !== null) return new Response(new Uint8Array(100), { status: 206 });
  if (asked(init, 'if-none-match') === tag) return new Response(null, { status: 304 });
  return new Response(new Uint8Array(500), { headers: { etag: tag } });
}

describe('checkFiles', () => {
  it('passes when ranges and ETags arrive unchanged', async () => {
    answerWith((_address, init) => answerSample(init));
    expect(await checkFiles(SIGNAL)).toMatchObject({ level: 'good' });
  });

  it('detects a proxy that removes ranges or changes ETags', async () => {
    answerWith((_address, init) =>
      asked(init, 'range') === null ? answerSample(init) : new Response(new Uint8Array(500)),
    );
    expect((await checkFiles(SIGNAL)).advice).toMatch(/206/);
    answerWith((_address, init) => answerSample(init, 'W/"connection-sample-gzip"'));
    expect((await checkFiles(SIGNAL)).advice).toMatch(/ETag/);
  });
});

describe('checkStream', () => {
  it('passes when the first bytes arrive', async () => {
    answerWith(() => new Response('retry: 3000\n\n'));
    expect(await checkStream(SIGNAL)).toMatchObject({ level: 'good' });
  });

  it('detects a buffering proxy, with or without response headers', async () => {
    vi.useFakeTimers();
    answerWith(() => new Response(new ReadableStream()));
    const held = checkStream(SIGNAL);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await held).toMatchObject({ level: 'problem', advice: expect.stringContaining('buffering') as string });
    answerWith(
      async (_address, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const silent = checkStream(SIGNAL);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await silent).toMatchObject({ level: 'problem' });
  });
});

const KEY = `svc_abcd1234_${'x'.repeat(40)}`;

describe('checkKey', () => {
  const permissions: Finding & { readonly topic: string } = {
    ...{ topic: 'permissions', level: 'notice', message: 'Too little', advice: 'Change it' },
  };

  it('signs in like an app, with the API key alone', async () => {
    let sent: RequestInit = {};
    answerWith((_address, init) => {
      sent = init;
      return Response.json({ findings: [permissions] });
    });
    expect(await checkKey('änne', ` ${KEY} `, SIGNAL)).toEqual(permissions);
    const expected = `Basic ${Buffer.from(`änne:${KEY}`).toString('base64')}`;
    expect([asked(sent, 'authorization'), sent.credentials]).toEqual([expected, 'omit']);
  });

  it('does not send a text that is no API key, which would count as a failed login', async () => {
    answerWith(() => {
      throw new Error('asked');
    });
    for (const text of ['svc_x', 'a password', `${KEY} ${KEY}`]) {
      expect(await checkKey('ann', text, SIGNAL)).toMatchObject({
        ...{ level: 'problem', message: expect.stringContaining('not complete') as string },
      });
    }
  });

  it("reports the server's reason for a refused key", async () => {
    answerWith(() => Response.json({ message: 'This API key has expired' }, { status: 401 }));
    expect((await checkKey('ann', KEY, SIGNAL)).message).toBe('The key is refused: This API key has expired');
    answerWith(() => new Response('<html>', { status: 502 }));
    expect((await checkKey('ann', KEY, SIGNAL)).message).toMatch(/502/);
  });
});

describe('the summary of the self-test', () => {
  const of = (...levels: Finding['level'][]) => summarise(levels.map((level) => ({ level, message: '', advice: '' })));

  it('counts the problems', () => {
    expect(of('good', 'good')).toBe('No problems found. Apps should be able to connect.');
    expect(of('problem', 'notice', 'notice', 'good')).toBe('1 problem keeps apps from working · 2 notes');
    expect(of('notice')).toBe('1 note');
  });
});
