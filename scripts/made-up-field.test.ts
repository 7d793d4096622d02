import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TABLE = 'packages/contract/src/metadata-field-table.ts';
const LAST_FIELD = "  customMetadata: { ...OWN, lock: 'customMetadataLock' },\n";
const MADE_UP =
  "  foreword: { ...inPublication, ...LINE, label: 'Foreword', lock: 'forewordLock', fromFile: 'same', filter: ['foreword', 'text'] },\n";

/** What has to know of a new field besides the table: its column, the reader of files, and how it is found. */
const PLACES = {
  column: 'apps/server/src/db/repos/metadata/metadata-states.repo.ts',
  file: 'apps/server/src/core/catalog/metadata/merge-metadata.ts',
  filter: 'apps/server/src/db/filters/book-condition.ts',
} as const;

/** The same additions as a maintainer makes, by file: what is found, and what comes before it. */
const ADDITIONS: Readonly<Record<keyof typeof PLACES, readonly [file: string, found: string, added: string]>> = {
  column: ['apps/server/src/db/schema/book.ts', '  formatDetail: string | null;\n', '  foreword: string | null;\n'],
  file: ['packages/formats/src/reading.ts', '  readonly formatDetail?: string;\n', '  readonly foreword?: string;\n'],
  filter: [PLACES.filter, '  imprint: metadataText(', "  foreword: metadataText('foreword'),\n"],
};

/** Parsed files by path and text: the five programs of a test share all but the changed files. */
const parsed = new Map<string, { readonly text: string; readonly file: ts.SourceFile | undefined }>();

/** Relative paths of the files that do not compile, of those given, with other texts in place of some files. */
function failing(files: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, 'apps/server'));
  const { tsBuildInfoFile: _cache, ...rest } = options;
  const host = ts.createCompilerHost(rest);
  const read = host.readFile.bind(host);
  host.readFile = (path) => texts.get(path) ?? read(path);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path) ?? '';
    const known = parsed.get(path);
    if (known?.text === text) return known.file;
    const file = parse(path, version);
    parsed.set(path, { text, file });
    return file;
  };
  const program = ts.createProgram({
    rootNames: files.map((file) => join(ROOT, file)),
    options: { ...rest, incremental: false, types: ['node'] },
    host,
  });
  return files.filter((file) => {
    const source = program.getSourceFile(join(ROOT, file));
    return program.getSemanticDiagnostics(source).length > 0;
  });
}

function insert(texts: Map<string, string>, [file, found, added]: readonly [string, string, string]): void {
  const path = join(ROOT, file);
  const text = texts.get(path) ?? ts.sys.readFile(path) ?? '';
  if (!text.includes(found)) throw new Error(`${file} has no ${found}`);
  texts.set(path, text.replace(found, added + found));
}

function withField(...places: readonly (keyof typeof PLACES)[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  insert(texts, [TABLE, LAST_FIELD, MADE_UP]);
  for (const place of places) insert(texts, ADDITIONS[place]);
  return texts;
}

describe('a field that is added to the table of metadata', () => {
  const files = [TABLE, ...Object.values(PLACES)];

  it('does not compile while any place is left out, and compiles with all of them', () => {
    expect(failing(files, new Map())).toEqual([]);
    expect(failing(files, withField())).toEqual(Object.values(PLACES));
    expect(failing(files, withField('file', 'filter'))).toEqual([PLACES.column]);
    expect(failing(files, withField('column', 'filter'))).toEqual([PLACES.file]);
    expect(failing(files, withField('column', 'file'))).toEqual([PLACES.filter]);
    expect(failing(files, withField('column', 'file', 'filter'))).toEqual([]);
  });

  it('does not compile in the table without its lock, or without a place where it is shown', () => {
    for (const part of ["lock: 'forewordLock', ", "label: 'Foreword', ", "fromFile: 'same', "]) {
      const texts = new Map<string, string>();
      insert(texts, [TABLE, LAST_FIELD, MADE_UP.replace(part, '')]);
      expect(failing([TABLE], texts), part).toEqual([TABLE]);
    }
  });
});
