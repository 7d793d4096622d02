import { describe, expect, it } from 'vitest';
import { type Answer, openNoticeReceiver } from '../../tests/_harness/notice-receiver.ts';
import { createMessageSender } from './message-sender.ts';

const USER_AGENT = 'Lectern/test';
/** What must not end early has a minute. */
const createSender = (timeoutMs = 60_000) =>
  createMessageSender({ networks: ['loopback'], userAgent: USER_AGENT, timeoutMs });
const sender = createSender();
const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{"title":"Ünï"}' };

describe('a message to another server', () => {
  it('arrives with its headers and its length in bytes', async () => {
    await using receiver = await openNoticeReceiver();
    await sender.post({ ...MESSAGE, url: `${receiver.url}/hook?x=1` });
    expect(receiver.messages).toMatchObject([
      {
        path: '/hook?x=1',
        body: MESSAGE.body,
        headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json', 'content-length': '17' },
      },
    ]);
  });

  it.each<[Answer, string]>([
    ['silent', 'The server took longer than 0.3 seconds'],
    ['broken', 'The server answered with status 500'],
    ['cut', 'The server cannot be reached: the connection ended early'],
    ['redirect', 'The server redirects to 169.254.169.254, and messages follow no redirect. Enter the final address'],
  ])('says what went wrong with an answer that is %s', async (answer, message) => {
    await using receiver = await openNoticeReceiver();
    receiver.answerNext(answer);
    const isSilent = answer === 'silent';
    const asked = isSilent ? createSender(300) : sender;
    await expect(asked.post({ ...MESSAGE, url: receiver.url })).rejects.toMatchObject({
      name: 'FetchFailure',
      message,
    });
    // On a busy machine the time may be over before the message arrived.
    if (isSilent) expect(receiver.messages.length).toBeLessThanOrEqual(1);
    else expect(receiver.messages).toHaveLength(1);
  });

  it('is taken by a server whose answer never ends', async () => {
    await using receiver = await openNoticeReceiver();
    receiver.answerNext('huge');
    await sender.post({ ...MESSAGE, url: receiver.url });
    expect(receiver.messages).toHaveLength(1);
  });

  it('goes to no private address that the operator does not allow', async () => {
    await using receiver = await openNoticeReceiver();
    const open = createMessageSender({ networks: [], userAgent: USER_AGENT });
    const byName = createMessageSender({
      networks: [],
      userAgent: USER_AGENT,
      resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const port = new URL(receiver.url).port;
    await expect(open.post({ ...MESSAGE, url: receiver.url })).rejects.toMatchObject({ kind: 'private' });
    await expect(byName.post({ ...MESSAGE, url: `http://example.com:${port}/` })).rejects.toMatchObject({
      kind: 'private',
    });
    await expect(open.post({ ...MESSAGE, url: 'file:///etc/passwd' })).rejects.toMatchObject({ kind: 'refused' });
    expect(receiver.messages).toEqual([]);
  });

  it('ends with its signal', async () => {
    await using receiver = await openNoticeReceiver();
    receiver.answerNext('silent');
    const stop = new AbortController();
    const posting = sender.post({ ...MESSAGE, url: receiver.url, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(posting).rejects.toThrow('stopped');
  });
});
