import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sortKey } from '../text/sort-key.ts';
import { toFileName, placeInSeries, stripExtension } from './place-in-series.ts';
import { parseNumberText, readNumber, readVolumeAndChapter } from './numbers.ts';
import { compileSeriesRules } from './series-rules.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
/** Names from test suites of several programs, beside the project; a clone may be without them. */
const FOLDER = join(ROOT, '../shared/corpus/names');
const DOC = join(ROOT, 'docs/naming.md');

const Case = z.object({
  input: z.union([z.string(), z.array(z.string())]),
  expect: z.record(z.string(), z.unknown()),
  rule: z.string(),
  note: z.string().optional(),
});
type Case = z.infer<typeof Case>;

function listCases(name: string): Case[] {
  const lines = readFileSync(join(FOLDER, `${name}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => Case.parse(JSON.parse(line)));
}

const EXTENSION = /\.(?:cb[zr7t]|zip|rar|7z|epub|pdf|png|jpe?g|gif)$/i;

function readName({ input }: Case): string {
  const fileName = toFileName(String(input));
  return EXTENSION.test(fileName) ? stripExtension(fileName) : fileName;
}

/** A value as a number: of a span the first, of anything else itself; undefined where the suite says nothing of it. */
function wanted(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value)) return wanted(value.flat()[0]);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const first = /^(-?\d*\.?\d*[½¼¾]?)(?:-\d+(?:\.\d+)?)?$/.exec(text)?.[1] ?? '';
  return parseNumberText(first) ?? value;
}

interface Comparison {
  readonly list: string;
  readonly what: string;
  readonly expected: (one: Case) => unknown;
  readonly found: (one: Case) => unknown;
}

const field =
  (name: string) =>
  ({ expect: said }: Case): unknown =>
    wanted(said[name]);
const volume = (one: Case): unknown => readVolumeAndChapter(readName(one)).volume;
const chapter = (one: Case): unknown => readVolumeAndChapter(readName(one)).chapter;
const number = (one: Case): unknown => readNumber(readName(one)) ?? null;

const chapterElseNumber = (one: Case): unknown => chapter(one) ?? number(one);

function placed({ input, rule }: Case) {
  const seriesStrategy = /strategy «(\w+)»/.exec(rule)?.[1] ?? '';
  const path = String(input).replace(/^\/library\//, '');
  return placeInSeries(compileSeriesRules({ seriesStrategy, seriesConfig: null }), { path });
}

const LABEL = /^Vol\. (\d+)$/;
/** Series of a path, the label of a volume folder, or the chapter in a name: whichever the case is about. */
const seriesCase: Pick<Comparison, 'expected' | 'found'> = {
  expected: ({ expect: said }) => said['series'] ?? said['chapter_number'] ?? said['volume'],
  found: (one) => {
    if ('series' in one.expect) return placed(one).name;
    if ('chapter_number' in one.expect)
      return placed({ ...one, input: `/library/Series/${String(one.input)}` }).chapter;
    const label = String(one.expect['volume']);
    const { volume: found } = placed({ ...one, input: `/library/${String(one.input)}/Series/1.cbz` });
    const isLabel = LABEL.test(label);
    return found === Number(LABEL.exec(label)?.[1]) || (!isLabel && found === undefined) ? label : found;
  },
};

function compareKeys(one: string, other: string): number {
  const [first, second] = [sortKey(one), sortKey(other)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Names of files sort by their stems. */
const sortCase: Pick<Comparison, 'expected' | 'found'> = {
  expected: ({ expect: said }) => said['sorted'] ?? said['compare'],
  found: ({ input, expect: said, note }) => {
    const names = Array.isArray(input) ? input : [input];
    const isFile = note?.startsWith('filename_') ?? false;
    const key = (name: string): string => (isFile ? stripExtension(name) : name);
    // Equal stems go by the whole name, as in a series.
    const compare = (one: string, other: string): number => {
      const byKey = compareKeys(key(one), key(other));
      return byKey === 0 ? compareKeys(one, other) : byKey;
    };
    if ('sorted' in said) return names.toSorted(compare);
    const order = compareKeys(key(names[0] ?? ''), key(names[1] ?? ''));
    return { '-1': 'less', '0': 'equal', '1': 'greater' }[String(order)];
  },
};

const titleOrNumbers: Pick<Comparison, 'expected' | 'found'> = {
  expected: ({ expect: said }) => ('title' in said ? said['title'] : [wanted(said['volume']), wanted(said['chapter'])]),
  found: (one) => ('title' in one.expect ? readName(one) : [volume(one), chapter(one)]),
};

const COMPARISONS: readonly Comparison[] = [
  { list: 'codex-number', what: 'number', expected: field('number'), found: number },
  { list: 'codex-volume-chapter', what: 'volume, chapter, title', ...titleOrNumbers },
  { list: 'codex-series', what: 'series, volume, chapter', ...seriesCase },
  { list: 'codex-release-titles', what: 'first volume', expected: field('volumes'), found: volume },
  { list: 'sort', what: 'order', ...sortCase },
  { list: 'comictagger', what: 'number', expected: field('issue'), found: number },
  { list: 'comicfn2dict', what: 'number', expected: field('issue'), found: number },
  { list: 'kavita-manga', what: 'volume', expected: field('volume'), found: volume },
  { list: 'kavita-manga', what: 'chapter', expected: field('chapter'), found: chapter },
  { list: 'kavita-comic', what: 'volume', expected: field('volume'), found: volume },
  { list: 'kavita-comic', what: 'chapter', expected: field('chapter'), found: chapter },
  { list: 'kavita-paths', what: 'volume', expected: field('volume'), found: volume },
  { list: 'kavita-paths', what: 'chapter', expected: field('chapter'), found: chapter },
  { list: 'kavita-comic', what: 'chapter, else number', expected: field('chapter'), found: chapterElseNumber },
  { list: 'kavita-paths', what: 'chapter, else number', expected: field('chapter'), found: chapterElseNumber },
  { list: 'mihon-chapters', what: 'chapter, else number', expected: field('chapter'), found: chapterElseNumber },
];

/** Lists of rules that are ours too. */
const SHARED = new Set(['codex-number', 'codex-volume-chapter', 'codex-series', 'sort']);

function deriveRate({ list, expected, found }: Comparison): { readonly cases: number; readonly agreeing: number } {
  const said = listCases(list).filter((one) => expected(one) !== undefined);
  const agreeing = said.filter((one) => JSON.stringify(found(one)) === JSON.stringify(expected(one)));
  return { cases: said.length, agreeing: agreeing.length };
}

describe.skipIf(!existsSync(FOLDER))('names that several programs read', () => {
  it.each(COMPARISONS)('$list: $what agrees as docs/naming.md says', (comparison) => {
    const { cases, agreeing } = deriveRate(comparison);
    const percent = Math.round((agreeing * 100) / cases);
    const row = `| ${comparison.list} | ${comparison.what} | ${String(agreeing)} of ${String(cases)} | ${String(percent)} % |`;
    expect(readFileSync(DOC, 'utf8')).toContain(row);
    expect(percent).toBeGreaterThanOrEqual(SHARED.has(comparison.list) ? 90 : 0);
  });
});
