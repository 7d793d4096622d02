import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#core/viewer.ts';
import type { EventFrame } from '#events/frames.ts';
import { EventClient } from './event-client.ts';

function makeViewer(libraryIds?: readonly string[]): Viewer {
  return { userId: 'u', username: 'u', role: 'reader', permissions: new Set(), sessionId: null, libraryIds };
}

function makeFrame(id: string, libraryIds: readonly string[] | null, seriesId?: string): EventFrame {
  const frame = { id, stream: 'entity', name: 'book_updated', json: '{}' } as const;
  return libraryIds === null ? { ...frame, kind: 'everyone' } : { ...frame, kind: 'libraries', libraryIds, seriesId };
}

/** Series `secret` bears the tag of that name, no other bears any. */
const findMarks = ({ seriesId }: { readonly seriesId?: string | undefined }) => ({
  tagIds: seriesId === 'secret' ? ['secret'] : [],
  age: null,
});

/** What a client receives from `work`, in ids. */
async function readIds(viewer: Viewer, work: (client: EventClient, out: ServerResponse) => Promise<void>) {
  const server = createServer((_request, out) => {
    out.writeHead(200, { 'content-type': 'text/event-stream' });
    work(new EventClient(out, viewer, { lookUp: async () => findMarks }), out).then(
      () => out.end(),
      () => out.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    return [...(await response.text()).matchAll(/^id: (.+)$/gm)].map(([, id]) => id);
  } finally {
    server.close();
  }
}

/** Frames of one moment go out at its end. */
const moment = async (): Promise<void> => Promise.resolve().then(() => undefined);

describe('a client of an event stream', () => {
  it('hears of what it may see, and of what is about nothing in particular', async () => {
    const ids = await readIds(makeViewer(['a']), async (client) => {
      client.send(makeFrame('1', ['a']));
      client.send(makeFrame('2', ['b']));
      client.send(makeFrame('3', null));
      client.send(makeFrame('4', ['b', 'a']));
      client.send(makeFrame('5', []));
      await moment();
    });
    expect(ids).toEqual(['1', '3', '4']);
  });

  it('hears nothing of what sharing tags hide from it, in the order of what it hears', async () => {
    const limited = { ...makeViewer(), sharing: { denied: ['secret'], allowed: [] } };
    const ids = await readIds(limited, async (client) => {
      client.send(makeFrame('1', ['a'], 'open'));
      client.send(makeFrame('2', ['a'], 'secret'));
      await moment();
      // While it is looked up what the first ones are about.
      client.send(makeFrame('3', null));
      expect(client.isWaiting).toBe(true);
      await moment();
      client.send(makeFrame('4', ['a'], 'open'));
      await vi.waitUntil(() => !client.isWaiting);
    });
    expect(ids).toEqual(['1', '3', '4']);
  });

  it('hears by what it may see when its frames go out, also when that changes while they are looked up', async () => {
    const ids = await readIds({ ...makeViewer(), sharing: { denied: ['other'], allowed: [] } }, async (client) => {
      client.send(makeFrame('1', ['a'], 'open'));
      client.send(makeFrame('2', ['a'], 'secret'));
      await Promise.resolve();
      client.hold();
      await moment();
      client.resume({ ...makeViewer(), sharing: { denied: ['secret'], allowed: [] } });
      await vi.waitUntil(() => !client.isWaiting);
    });
    expect(ids).toEqual(['1']);
  });

  it('hears of everything when it may see everything', async () => {
    const ids = await readIds(makeViewer(), async (client) => {
      client.send(makeFrame('1', ['a']));
      client.send(makeFrame('2', []));
      await moment();
    });
    expect(ids).toEqual(['1', '2']);
  });

  it('is judged by what it may see when a frame is sent, not when it came', async () => {
    const ids = await readIds(makeViewer(['a', 'b']), async (client) => {
      client.send(makeFrame('1', ['a']));
      await moment();
      client.send(makeFrame('2', ['a']));
      client.hold();
      client.send(makeFrame('3', ['a']));
      client.send(makeFrame('4', ['b']));
      await moment();
      client.resume(makeViewer(['b', 'c']));
      client.send(makeFrame('5', ['c']));
      client.send(makeFrame('6', ['a']));
      await moment();
    });
    expect(ids).toEqual(['1', '4', '5']);
  });

  it('is let go when too much waits for it', async () => {
    const destroyed = readIds(makeViewer(), async (client, out) => {
      client.hold();
      for (let count = 0; count < 6_000; count += 1) client.send(makeFrame(String(count), null));
      expect(out.destroyed).toBe(true);
      await moment();
    });
    await expect(destroyed).rejects.toThrow();
  });
});
