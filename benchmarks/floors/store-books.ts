// Stores one row per file and folder in SQLite, with the indexes that any list of books needs, in one transaction: the
// floor of listing a library.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';

const [root = '', file = ''] = process.argv.slice(2);
rmSync(file, { force: true });
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.exec(`
  create table series (id text primary key, name text not null, sortKey text not null, path text not null unique);
  create index seriesBySortKey on series (sortKey, id);
  create table book (
    id text primary key, seriesId text not null references series (id), path text not null unique, name text not null,
    size integer not null, modifiedAt integer not null, title text not null, sortKey text not null, number real,
    createdAt integer not null
  );
  create index bookBySeries on book (seriesId, number, id);
  create index bookBySortKey on book (sortKey, id);
  create index bookByCreatedAt on book (createdAt, id);
`);
const addSeries = db.prepare('insert into series values (?, ?, ?, ?)');
const addBook = db.prepare('insert into book values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');

db.transaction(() => {
  const now = Date.now();
  const folders = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.cbz')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    const folder = relative(root, entry.parentPath);
    let seriesId = folders.get(folder);
    if (seriesId === undefined) {
      seriesId = crypto.randomUUID();
      folders.set(folder, seriesId);
      addSeries.run(seriesId, folder, folder.toLowerCase(), folder);
    }
    const title = entry.name.slice(0, -4);
    const number = Number(/\d+$/.exec(title)?.[0] ?? 0);
    addBook.run(
      crypto.randomUUID(),
      ...[seriesId, relative(root, path), entry.name, size, mtimeMs, title, title.toLowerCase(), number, now],
    );
  }
})();
db.close();
