// Runs the named benchmarks, or all, and prints one table. `npm run bench -- list-50`
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './harness/measure.ts';
import { apiDuringScan } from './rows/api-during-scan.ts';
import { events } from './rows/events.ts';
import { exports } from './rows/exports.ts';
import { feeds } from './rows/feeds.ts';
import { filter } from './rows/filter.ts';
import { home } from './rows/home.ts';
import { limits } from './rows/limits.ts';
import { list50 } from './rows/list-50.ts';
import { memory } from './rows/memory.ts';
import { names } from './rows/names.ts';
import { pageDeflated } from './rows/page-deflated.ts';
import { pagePdf } from './rows/page-pdf.ts';
import { pageRar, pageRarSolid } from './rows/page-rar.ts';
import { pageResized } from './rows/page-resized.ts';
import { pageStored } from './rows/page-stored.ts';
import { postgres } from './rows/postgres.ts';
import { rescan } from './rows/rescan.ts';
import { scanFirst } from './rows/scan-first.ts';
import { scanPostgres } from './rows/scan-postgres.ts';
import { search } from './rows/search.ts';
import { start } from './rows/start.ts';
import { thumbs } from './rows/thumbs.ts';
import { web } from './rows/web.ts';

const ROWS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  'page-stored': pageStored,
  'page-deflated': pageDeflated,
  'page-rar': pageRar,
  'page-rar-solid': pageRarSolid,
  'page-pdf': pagePdf,
  'page-resized': pageResized,
  thumbs,
  'list-50': list50,
  feeds,
  filter,
  search,
  names,
  home,
  'scan-first': scanFirst,
  rescan,
  'api-during-scan': apiDuringScan,
  postgres,
  'scan-postgres': scanPostgres,
  events,
  exports,
  limits,
  memory,
  start,
  web,
};

function line(figure: Figure): string {
  const ratio = figure.floor === undefined ? undefined : figure.ours / figure.floor;
  const met = (ratio ?? figure.ours) <= figure.goal;
  return [
    figure.row,
    `${figure.ours.toFixed(2)} ${figure.unit}`,
    figure.floor === undefined ? '–' : `${figure.floor.toFixed(2)} ${figure.unit}`,
    ratio === undefined ? '–' : `${ratio.toFixed(2)}x`,
    figure.floor === undefined ? `${String(figure.goal)} ${figure.unit}` : `${String(figure.goal)}x`,
    met ? 'met' : 'not met',
    `${figure.what}${figure.note === undefined ? '' : `; ${figure.note}`}`,
  ].join(' | ');
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in ROWS));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(ROWS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const figures: Figure[] = [];
  process.stdout.write('| row | Lectern | floor | ratio | goal | | what |\n|---|---|---|---|---|---|---|\n');
  for (const [name, run] of Object.entries(ROWS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const figure of await run()) {
      figures.push(figure);
      process.stdout.write(`| ${line(figure)} |\n`);
    }
  }
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  writeFileSync(
    join(folder, `${at.replaceAll(':', '-')}.json`),
    `${JSON.stringify({ at, machine, figures }, null, 2)}\n`,
  );
}
