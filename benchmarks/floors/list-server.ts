// A bare HTTP server with one raw prepared statement and JSON.stringify: the floor of a list of 50 books.
import SqliteDatabase from 'better-sqlite3';
import { createServer } from 'node:http';

const [file = '', port = '0'] = process.argv.slice(2);
const db = new SqliteDatabase(file, { readonly: true });
db.pragma('cache_size = -65536');
// The plus keeps SQLite from planning the statement again for every value of the parameter.
const list = db.prepare(`
  select b.*, l.name as "libraryName", l.path as "root", l."defaultReadingDirection", s.title as "seriesName",
         s."readingDirection" as "direction", m.summary, p."currentPage", p.percentage, p.completed
  from (select id from book where "deletedAt" is null order by "sortKey", id limit 50 offset +?) page
  join book b on b.id = page.id
  join library l on l.id = b."libraryId"
  join series s on s.id = b."seriesId"
  left join "bookMetadata" m on m."bookId" = b.id
  left join "readProgress" p on p."bookId" = b.id
  order by b."sortKey", b.id
`);

createServer((request, response) => {
  const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? '1');
  const body = JSON.stringify({ data: list.all((page - 1) * 50) });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
