import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptStore, ownerStore } from '#entities/offline/kept-store.ts';
import { forgetUser } from '#entities/offline/offline-db.ts';
import { putInOutbox } from '#entities/offline/outbox.ts';
import { stopSending } from '#entities/offline/send-outbox.ts';
import { markReachable, markUnreachable } from '#lib/connection.ts';
import { storeChange } from './store-change.ts';

const USER = 'u1';
const fit = (value: string) => ({ kind: 'profile', id: 'comic', settings: { 'reader.page_fit': value } }) as const;
const brightness = { kind: 'profile', id: 'comic', settings: { 'reader.brightness': 60 } } as const;
const ask = vi.fn(async () => Promise.resolve(Response.json({})));
const listKept = () => keptStore.get()?.outbox.map(({ change }) => change.kind === 'profile' && change.change);

beforeEach(async () => {
  ask.mockClear();
  vi.stubGlobal('fetch', ask);
  ownerStore.set(USER);
  await forgetUser(USER);
});

afterEach(() => {
  stopSending();
  markReachable();
  ownerStore.set(undefined);
  keptStore.set(undefined);
  vi.unstubAllGlobals();
});

it('sends a change', async () => {
  await storeChange(fit('width'));
  expect(ask).toHaveBeenCalledOnce();
});

it('does not overtake an unsent one that the page has not read yet', async () => {
  await putInOutbox({ title: '', change: { kind: 'profile', change: fit('width') } });
  keptStore.set(undefined);
  await storeChange(brightness);
  expect(ask).not.toHaveBeenCalled();
  expect(listKept()).toEqual([fit('width'), brightness]);
});

it('keeps a change at once while the server is known to be away', async () => {
  markUnreachable();
  await storeChange(fit('width'));
  expect(ask).not.toHaveBeenCalled();
  expect(listKept()).toEqual([fit('width')]);
});
