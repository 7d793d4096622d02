import type { Client } from './client.ts';
import { newBookFolder } from './make-books.ts';
import { addLibrary, scan, waitForTasks } from './scans.ts';

/** A library of one series of three comics with metadata that has to be escaped. The caller disposes its folder. */
export async function openSaga(client: Client) {
  const folder = newBookFolder();
  const info = (number: number) =>
    `<Series>Saga &amp; Co</Series><Number>${number}</Number><Writer>Ann &lt;Writer&gt;</Writer><Penciller>Bob</Penciller>
    <Publisher>House "One"</Publisher><Genre>Drama</Genre><Year>2020</Year><Month>3</Month><LanguageISO>en_US</LanguageISO>
    <Summary>What happens &amp; why</Summary>`;
  for (const number of [1, 2, 3]) {
    await folder.addComic(`Saga & Co/Saga ${number}.cbz`, { pages: 4, tint: 10 * number, info: info(number) });
  }
  const { id } = await addLibrary(client, folder.path, { name: 'Comics' });
  await scan(client, id);
  await waitForTasks(client);
  return folder;
}
