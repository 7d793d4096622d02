import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import type { Client } from './client.ts';
import { type BookFolder, newBookFolder } from './make-books.ts';
import type { Subject } from './probe.ts';
import { newPicture, sendPicture } from './pictures.ts';
import { addLibrary, scan, waitForTasks } from './scans.ts';

/** Ids of which there is nothing. */
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';
export const NOT_THERE: Subject = {
  libraryId: NOTHING,
  seriesId: NOTHING,
  bookId: NOTHING,
  textId: NOTHING,
  brokenId: NOTHING,
  bookCoverId: NOTHING,
  seriesCoverId: NOTHING,
  taskId: NOTHING,
  duplicateId: NOTHING,
  duplicateSeriesId: NOTHING,
  releaseId: NOTHING,
  aliasId: NOTHING,
  actionId: NOTHING,
  collectionId: NOTHING,
  readListId: NOTHING,
  collectionCoverId: NOTHING,
  readListCoverId: NOTHING,
  credited: 'Nowhere at all',
  folder: '/nowhere at all',
};

async function fill(folder: BookFolder, mark: string, tint: number): Promise<void> {
  const named = ['Writer', 'Publisher', 'Characters', 'Teams'].map((field) => `<${field}>${mark}</${field}>`).join('');
  const info = `${named}<Genre>${mark} Genre</Genre><Tags>${mark} Tag</Tags>`;
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    await folder.addComic(`${mark} Saga/${mark} ${title}.cbz`, { tint: tint + index, info });
  }
  // The same file twice, and two series of one title.
  await folder.addComic(`${mark} Twins/${mark} Copy.cbz`, { tint: tint + 2, info });
  await folder.addComic(`${mark} twins!/${mark} Other.cbz`, { tint: tint + 9 });
  // The same in every scene, and once more in the same scene.
  await folder.addComic(`${mark} Common/${mark} Common.cbz`, { pages: 5 });
  await folder.addComic(`${mark} Common/${mark} Common again.cbz`, { pages: 5 });
  await folder.addFile(`${mark} Broken/${mark} Broken.cbz`, `${mark} is no archive`);
  const text = writeEpub({
    metadata: `<dc:title>${mark} Text</dc:title><dc:language>en</dc:language>`,
    manifest: '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>',
    spine: '<itemref idref="c1"/>',
    files: { 'OPS/c1.xhtml': chapter(`<p>${`${mark} words `.repeat(400)}</p>`) },
  });
  await folder.addFile(`${mark} Texts/${mark} Text.epub`, text);
}

function present<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`Expected ${what}, found none`);
  return value;
}

async function fetchCover(client: Client, path: string): Promise<string> {
  const response = await sendPicture(client, path, await newPicture('png', 'red'));
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

/** A collection and a read list by hand that hold nothing else, each with a picture. */
async function createLists(admin: Client, mark: string, book: { readonly id: string; readonly seriesId: string }) {
  const collection = await admin.call('createCollection', {
    body: { name: `${mark} Collection`, seriesIds: [book.seriesId] },
  });
  const readList = await admin.call('createReadList', { body: { name: `${mark} List`, bookIds: [book.id] } });
  return {
    collectionId: collection.id,
    readListId: readList.id,
    collectionCoverId: await fetchCover(admin, `/api/v1/collections/${collection.id}/cover`),
    readListCoverId: await fetchCover(admin, `/api/v1/readlists/${readList.id}/cover`),
  };
}

/** A release of a series, and a name that it goes by. */
async function createRelease(admin: Client, seriesId: string, mark: string) {
  const { id } = await admin.call('createReleaseSource', { body: { displayName: mark, kind: 'api-feed' } });
  const payloadUrl = `https://feeds.example/${mark}`;
  const release = { seriesId, externalReleaseId: mark, payloadUrl, language: mark.slice(0, 3).toLowerCase() };
  const { results } = await admin.call('pushReleases', { params: { id }, body: { releases: [release] } });
  const alias = await admin.call('addSeriesAlias', { params: { id: seriesId }, body: { alias: `${mark} alias` } });
  return { releaseId: present(results[0]?.releaseId ?? undefined, 'a release'), aliasId: alias.id };
}

/** How a scene begins. */
interface Beginning {
  /** The name of the library, where it does not bear the mark. */
  readonly name?: string;
  /** Called when the library is there, and empty. */
  readonly whenEmpty?: () => Promise<void>;
}

/** Makes a library with one of everything in it, all named with `mark`, and waits until all work is done. */
export async function openScene(
  admin: Client,
  mark: string,
  tint: number,
  { name = `${mark} Library`, whenEmpty }: Beginning = {},
): Promise<Subject & Disposable> {
  const folder = newBookFolder();
  const { id: libraryId } = await addLibrary(admin, folder.path, { name });
  await whenEmpty?.();
  await fill(folder, mark, tint);
  await scan(admin, libraryId);
  await waitForTasks(admin);
  await admin.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
  await waitForTasks(admin);
  await admin.call('scanDuplicates', {});
  await waitForTasks(admin);
  const { data: books } = await admin.call('listBooks', { query: { libraryId, pageSize: 500 } });
  const book = (title: string) =>
    present(
      books.find(({ path }) => path.includes(`${mark} ${title}`)),
      `book ${title}`,
    );
  const one = book('One');
  await admin.call('updateBookMetadata', { params: { id: one.id }, body: { edition: `${mark} edition` } });
  const { data: actions } = await admin.call('listMetadataActions', { query: { bookId: one.id } });
  const { data: tasks } = await admin.call('listTasks', { query: { libraryId } });
  const { data: duplicates } = await admin.call('listDuplicates', {});
  const { data: twins } = await admin.call('listDuplicateSeries', {});
  const duplicate = duplicates.find((group) => group.books.every((copy) => copy.libraryId === libraryId));
  const twin = twins.find((group) => group.members.some((copy) => copy.libraryId === libraryId));
  return {
    libraryId,
    seriesId: one.seriesId,
    bookId: one.id,
    textId: book('Text').id,
    brokenId: book('Broken').id,
    bookCoverId: await fetchCover(admin, `/api/v1/books/${one.id}/cover`),
    seriesCoverId: await fetchCover(admin, `/api/v1/series/${one.seriesId}/cover`),
    taskId: present(tasks[0], 'a task').id,
    duplicateId: present(duplicate, 'a group of equal files').id,
    duplicateSeriesId: present(twin, 'a group of equal titles').id,
    actionId: present(actions[0], 'a deed in the journal').id,
    ...(await createLists(admin, mark, one)),
    ...(await createRelease(admin, one.seriesId, mark)),
    credited: mark,
    folder: folder.path,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
