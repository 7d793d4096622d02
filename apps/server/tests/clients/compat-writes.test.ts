import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { newPicture } from '../_harness/pictures.ts';
import { readStoredZip } from '../_harness/read-stored-zip.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, READER, type TwoLibraries } from '../_harness/two-libraries.ts';

const Thumbnail = z.strictObject({
  id: z.string(),
  bookId: z.string().optional(),
  seriesId: z.string().optional(),
  type: z.enum(['GENERATED', 'SIDECAR', 'USER_UPLOADED']),
  selected: z.boolean(),
  mediaType: z.string(),
  fileSize: z.int(),
  width: z.int(),
  height: z.int(),
});

const Metadata = z.record(z.string(), z.unknown());

/** What is said, without when it was changed and whether it is locked. */
function withoutLocks(metadata: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !/Lock$|^lastModified$/.test(name)));
}

/** A form with a picture, as apps send it. */
async function makeForm(color: string): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await newPicture('png', color))], { type: 'image/png' }), 'cover.png');
  return form;
}

describe.each(databases)('what apps change on %s', (kind) => {
  let server: TestServer;
  let scene: TwoLibraries;
  let app: ReaderApp;

  beforeAll(async () => {
    server = await startServer(kind);
    scene = await makeTwoLibraries(server);
    await switchCompatOn(scene.admin);
    app = new ReaderApp(server, ADMIN);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    scene[Symbol.dispose]();
  });

  it('is who sees a series, by sharing labels, for those who administer the server', async () => {
    const { admin, shown } = scene;
    const series = `/api/v1/series/${shown.seriesId}`;
    const Labelled = z.looseObject({ metadata: z.looseObject({ sharingLabels: z.array(z.string()) }) });
    const labels = async () => (await app.get(series, Labelled)).metadata.sharingLabels;
    expect(await app.send('PATCH', `${series}/metadata`, { sharingLabels: ['Kids', 'all ages', 'kids'] })).toBe(204);
    expect(await labels()).toEqual(['all ages', 'Kids']);
    expect(await app.get('/api/v1/sharing-labels', z.array(z.string()))).toEqual(['all ages', 'Kids']);
    const found = async (query: string) =>
      (await app.get(`/api/v1/series?${query}`, z.looseObject({ totalElements: z.number() }))).totalElements;
    expect([await found('sharing_label=KIDS'), await found('sharing_label=none')]).toEqual([1, 0]);
    const { data } = await admin.call('listMetadataActions', { query: { seriesId: shown.seriesId } });
    expect(data[0]?.changes).toMatchObject([{ field: 'sharingTags', before: [], after: ['all ages', 'Kids'] }]);

    const account = { username: 'keeper', password: 'the same for all' };
    await admin.call('createUser', { body: { ...account, role: 'maintainer' } });
    const keeper = new ReaderApp(server, basic(account.username, account.password));
    // What stays as it is may be sent along.
    expect(await keeper.send('PATCH', `${series}/metadata`, { sharingLabels: ['Kids', 'All Ages'] })).toBe(204);
    expect(await keeper.send('PATCH', `${series}/metadata`, { sharingLabels: [] })).toBe(403);
    expect(await app.send('PATCH', `${series}/metadata`, { sharingLabels: null })).toBe(204);
    expect(await labels()).toEqual([]);
  });

  it('is metadata of series and books, locked against files, noted and undone in the main API', async () => {
    const { admin, shown } = scene;
    const series = `/api/v1/series/${shown.seriesId}/metadata`;
    const params = { id: shown.seriesId };
    expect(
      await app.send('PATCH', series, {
        ...{ title: 'Neu', titleSort: 'neu', status: 'ENDED', summary: 'Ü', publisher: 'Verlag', language: 'de' },
        ...{ readingDirection: 'RIGHT_TO_LEFT', ageRating: 12, genres: ['Krimi'], tags: ['eins', 'zwei'] },
        ...{ totalBookCount: 7, totalBookCountLock: true, sharingLabels: [] },
        links: [{ label: 'Site', url: 'https://example.org/a' }],
        alternateTitles: [{ label: 'Japanese', title: '新しい' }],
      }),
    ).toBe(204);
    const said = await admin.call('getSeriesMetadata', { params });
    expect(said).toMatchObject({
      ...{ title: 'Neu', titleSort: 'neu', status: 'ended', summary: 'Ü', publisher: 'Verlag', language: 'de' },
      ...{ readingDirection: 'rtl', ageRating: 12, totalVolumeCount: 7 },
      locks: { title: true, genres: true, tags: true, externalLinks: true, alternateTitles: true, year: false },
    });
    expect(said.genres.map(({ name }) => name)).toEqual(['Krimi']);
    // Empty and null clear, what is absent stays, and a lock is set and cleared by itself.
    expect(await app.send('PATCH', series, { publisher: '', ageRating: null, title: null, statusLock: false })).toBe(
      204,
    );
    expect(await admin.call('getSeriesMetadata', { params })).toMatchObject({
      ...{ publisher: null, ageRating: null, status: 'ended', summary: 'Ü' },
      locks: { publisher: true, ageRating: true, status: false, title: true },
    });
    const [action] = (await admin.call('listMetadataActions', { query: { seriesId: shown.seriesId } })).data;
    await admin.call('undoMetadataAction', { params: { id: action?.id ?? '' } });
    expect(await admin.call('getSeriesMetadata', { params })).toMatchObject({
      ...{ publisher: 'Verlag', ageRating: 12, locks: { status: true } },
    });
    // The file says nothing of this any more.
    expect(await app.send('POST', `/api/v1/series/${shown.seriesId}/metadata/refresh`)).toBe(202);
    expect(await app.send('POST', `/api/v1/books/${shown.id}/analyze`)).toBe(202);
    await waitForTasks(admin);
    expect(await admin.call('getSeriesMetadata', { params })).toMatchObject({ title: 'Neu', summary: 'Ü' });
  });

  it('is metadata of many books at once, as one action', async () => {
    const { admin, shown, hidden } = scene;
    const body = {
      [shown.id]: {
        ...{ title: 'Erstes', number: '1.5', releaseDate: '2026-01-31', isbn: '9783551551672', tags: ['eins'] },
        authors: [
          { name: 'Ada', role: 'writer' },
          { name: 'Bob', role: 'cover' },
          { name: 'Cyd', role: 'letterer of titles' },
        ],
        releaseDateLock: false,
        links: [{ label: 'Site', url: 'https://example.org/book' }],
      },
      [hidden.id]: { numberSort: 12, summaryLock: true },
    };
    const actions = async () => (await admin.call('listMetadataActions', {})).data;
    const before = await actions();
    expect(await app.send('PATCH', '/api/v1/books/metadata', body)).toBe(204);
    const first = await admin.call('getBookMetadata', { params: { id: shown.id } });
    expect(first).toMatchObject({
      ...{ title: 'Erstes', number: '1.5', year: 2026, month: 1, day: 31, tags: ['eins'] },
      ...{ writer: 'Ada', coverArtist: 'Bob', locks: { titleLock: true, authorsJsonLock: true, summaryLock: false } },
    });
    const linked = z.looseObject({ metadata: z.looseObject({ links: z.unknown(), linksLock: z.boolean() }) });
    expect((await app.get(`/api/v1/books/${shown.id}`, linked)).metadata).toMatchObject({
      ...{ links: [{ url: 'https://example.org/book' }], linksLock: true },
    });
    expect(first.authors?.map(({ role }) => role)).toEqual(['writer', 'cover_artist', 'contributor']);
    const second = await admin.call('getBookMetadata', { params: { id: hidden.id } });
    expect(second).toMatchObject({ number: '12', locks: { numberLock: true, summaryLock: true, titleLock: false } });
    const [action, ...others] = await actions();
    expect(others).toEqual(before);
    await admin.call('undoMetadataAction', { params: { id: action?.id ?? '' } });
    expect(await admin.call('getBookMetadata', { params: { id: shown.id } })).toMatchObject({ year: null, tags: [] });
    // What apps read they may send back as it is.
    for (const path of [`/api/v1/books/${shown.id}`, `/api/v1/series/${shown.seriesId}`]) {
      const read = async () => (await app.get(path, z.looseObject({ metadata: Metadata }))).metadata;
      const before = await read();
      expect([path, await app.send('PATCH', `${path}/metadata`, before)]).toEqual([path, 204]);
      expect(withoutLocks(await read())).toEqual(withoutLocks(before));
    }
    // One book, cleared.
    expect(await app.send('PATCH', `/api/v1/books/${shown.id}/metadata`, { releaseDate: null, authors: [] })).toBe(204);
    expect((await admin.call('getBookMetadata', { params: { id: shown.id } })).locks.yearLock).toBe(true);
  });

  it('is refused where it makes no sense, or is not theirs to change', async () => {
    const { admin, shown, hidden } = scene;
    const refused = async (path: string, body: unknown): Promise<unknown> => {
      const init = { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const answer = await app.fetch(path, init);
      expect(answer.status).toBe(400);
      return answer.json();
    };
    const series = `/api/v1/series/${shown.seriesId}/metadata`;
    expect(await refused(series, { status: 'SOON' })).toEqual({
      violations: [{ fieldName: 'status', message: 'must be one of ENDED, ONGOING, ABANDONED, HIATUS' }],
    });
    for (const body of [{ title: ' ' }, { ageRating: 200 }, { links: [{ label: 'a', url: 'nowhere' }] }]) {
      await refused(series, body);
    }
    await refused(`/api/v1/books/${shown.id}/metadata`, { releaseDate: '2026-02-31' });
    const reader = new ReaderApp(server, basic(READER.username, READER.password));
    const nobody = '/api/v1/series/0192f0c1-0000-7000-8000-000000000000/metadata';
    expect(await app.send('PATCH', nobody, { summary: 'a' })).toBe(404);
    expect(await reader.send('PATCH', series, { summary: 'a' })).toBe(403);
    expect(await reader.send('POST', `/api/v1/books/${shown.id}/analyze`)).toBe(403);
    for (const path of [`/api/v1/books/${shown.id}/file`, `/api/v1/series/${shown.seriesId}/file`]) {
      expect([await app.send('DELETE', path), await reader.send('DELETE', path)]).toEqual([403, 403]);
    }
    // A page of another site has the cookies too.
    await app.fetch('/api/v2/users/me');
    const page = app.withCookies({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    expect(await page.send('PATCH', series, { summary: 'a' })).toBe(401);
    expect(await app.withCookies().send('PATCH', series, { summary: 'a' })).toBe(204);
    // Files of a series, of what may be seen.
    const zip = await reader.fetch(`/api/v1/series/${shown.seriesId}/file`);
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    await zip.body?.cancel();
    expect((await reader.fetch(`/api/v1/series/${hidden.seriesId}/file`)).status).toBe(404);
    // The same of a list: what of it may be seen, in its order.
    const { id } = await admin.call('createReadList', { body: { name: 'Both', bookIds: [hidden.id, shown.id] } });
    const [all, part] = await Promise.all(
      [app, reader].map(async (who) => {
        const answer = await who.fetch(`/api/v1/readlists/${id}/file`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
        return readStoredZip(Buffer.from(await answer.arrayBuffer())).map(({ name }) => name);
      }),
    );
    expect([all?.length, part?.length]).toEqual([2, 1]);
    expect(all?.at(1)).toBe(part?.[0]);
    const { id: dark } = await admin.call('createReadList', { body: { name: 'Dark', bookIds: [hidden.id] } });
    expect((await reader.fetch(`/api/v1/readlists/${dark}/file`)).status).toBe(404);
    await Promise.all([id, dark].map(async (list) => admin.call('deleteReadList', { params: { id: list } })));
  });

  it('is what an app keeps for its user', async () => {
    const reader = new ReaderApp(server, basic(READER.username, READER.password));
    const Kept = z.record(z.string(), z.strictObject({ value: z.string() }));
    const at = '/api/v1/client-settings/user';
    expect(await app.send('PATCH', at, { 'reader.fit': { value: 'width' }, theme: { value: 'dark' } })).toBe(204);
    expect(await app.get(`${at}/list`, Kept)).toEqual({ 'reader.fit': { value: 'width' }, theme: { value: 'dark' } });
    expect(await reader.get(`${at}/list`, Kept)).toEqual({});
    expect(await app.send('DELETE', at, ['theme', 'never.set'])).toBe(204);
    expect(await app.get(`${at}/list`, Kept)).toEqual({ 'reader.fit': { value: 'width' } });
    expect(await app.send('PATCH', at, { 'a b': { value: 'c' } })).toBe(400);
    expect(await app.send('PATCH', at, { theme: { value: 3 } })).toBe(400);
    expect(await app.send('DELETE', at, { theme: 1 })).toBe(400);
  });

  it('is which cover is shown', async () => {
    const { admin, reader, shown, hidden } = scene;
    for (const [of, id] of Object.entries({ books: shown.id, series: shown.seriesId })) {
      const at = `/api/v1/${of}/${id}/thumbnails`;
      const all = async () => app.get(at, z.array(Thumbnail));
      expect(await all()).toMatchObject([{ id, type: 'GENERATED', selected: true }]);
      const send = async (color: string, query = '', selected?: string) => {
        const body = await makeForm(color);
        if (selected !== undefined) body.set('selected', selected);
        const answer = await app.fetch(`${at}${query}`, { method: 'POST', body });
        expect(answer.status).toBe(200);
        return Thumbnail.parse(await answer.json());
      };
      const red = await send('red');
      expect(red).toMatchObject({ type: 'USER_UPLOADED', selected: true, mediaType: 'image/png' });
      const blue = await send('blue', '?selected=false');
      expect(blue.selected).toBe(false);
      const green = await send('green', '', 'false');
      expect(green.selected).toBe(false);
      expect(await app.send('DELETE', `${at}/${green.id}`)).toBe(202);
      const selected = async () => (await all()).filter((cover) => cover.selected).map((cover) => cover.id);
      expect(await selected()).toEqual([red.id]);
      expect(await app.send('PUT', `${at}/${blue.id}/selected`)).toBe(202);
      expect(await selected()).toEqual([blue.id]);
      const picture = await app.fetch(`${at}/${red.id}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await picture.body?.cancel();
      expect(await app.send('DELETE', `${at}/${red.id}`)).toBe(202);
      expect(await app.send('PUT', `${at}/${id}/selected`)).toBe(202);
      expect(await selected()).toEqual([id]);
      expect(await app.send('DELETE', `${at}/${id}`)).toBe(400);
      expect((await app.fetch(`${at}/${id}`)).status).toBe(200);
      expect((await app.fetch(at, { method: 'POST', body: new FormData() })).status).toBe(400);
    }
    expect((await admin.call('listBookCovers', { params: { id: shown.id } })).covers).toHaveLength(1);
    expect((await reader.call('listBookCovers', { params: { id: shown.id } })).coverLock).toBe(false);
    const other = new ReaderApp(server, basic(READER.username, READER.password));
    expect((await other.fetch(`/api/v1/books/${hidden.id}/thumbnails`)).status).toBe(404);
    expect((await other.fetch(`/api/v1/books/${hidden.id}/thumbnails/${hidden.id}`)).status).toBe(404);
    expect(await other.send('PUT', `/api/v1/books/${shown.id}/thumbnails/${shown.id}/selected`)).toBe(403);
  });
});
