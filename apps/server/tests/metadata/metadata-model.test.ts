import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

/** Fields of the model, with what a file says of them and how ComicInfo spells it. */
const FIELDS = ['summary', 'publisher', 'genre', 'writer', 'year'] as const;
type Field = (typeof FIELDS)[number];
type Value = string | number | null;
type Values = Record<Field, Value>;

const ELEMENTS = {
  summary: 'Summary',
  publisher: 'Publisher',
  genre: 'Genre',
  writer: 'Writer',
  year: 'Year',
} as const;

const makeValue = (field: Field, of: number): Value => (field === 'year' ? 1990 + of : `${field} ${String(of)}`);

type Step =
  | { readonly do: 'file'; readonly says: Readonly<Record<Field, number | null>> }
  | { readonly do: 'edit' | 'clear'; readonly field: Field; readonly of: number }
  | { readonly do: 'unlock' | 'lock'; readonly field: Field }
  | { readonly do: 'reset' }
  | { readonly do: 'undo' };

const field = fc.constantFrom(...FIELDS);
const says = fc.record({
  ...Object.fromEntries(FIELDS.map((name) => [name, fc.option(fc.nat(3))])),
}) as fc.Arbitrary<Record<Field, number | null>>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('file' as const), says }),
  fc.record({ do: fc.constantFrom('edit' as const, 'edit' as const, 'clear' as const), field, of: fc.nat(3) }),
  fc.record({ do: fc.constantFrom('unlock' as const, 'lock' as const), field }),
  fc.record({ do: fc.constantFrom('reset' as const, 'undo' as const) }),
);

interface State {
  readonly values: Values;
  readonly locks: ReadonlySet<Field>;
}

/** A book as it should be: no more than a few lines. */
class Model {
  file: Values = { summary: null, publisher: null, genre: null, writer: null, year: null };
  now: State = { values: this.file, locks: new Set() };
  /** What each edit since the last analysis left, for its undo. */
  #last: { readonly before: State; readonly after: State } | undefined;

  #change(values: Values, locks: ReadonlySet<Field>): void {
    const before = this.now;
    this.now = { values, locks };
    const isOther =
      JSON.stringify([before.values, [...before.locks].toSorted()]) !== JSON.stringify([values, [...locks].toSorted()]);
    if (isOther) this.#last = { before, after: this.now };
  }

  write(name: Field, value: Value): void {
    this.#change({ ...this.now.values, [name]: value }, new Set([...this.now.locks, name]));
  }

  lock(name: Field, isLocked: boolean): void {
    const others = [...this.now.locks].filter((lock) => lock !== name);
    this.#change(this.now.values, new Set(isLocked ? [...others, name] : others));
  }

  reset(): void {
    this.#change(this.file, new Set());
  }

  undo(): void {
    if (this.#last === undefined) return;
    const { before, after } = this.#last;
    const back = FIELDS.filter((name) => this.now.values[name] === after.values[name]);
    const values = { ...this.now.values, ...Object.fromEntries(back.map((name) => [name, before.values[name]])) };
    this.#change(values, before.locks);
  }

  analyze(file: Values): void {
    this.file = file;
    const free = FIELDS.filter((name) => !this.now.locks.has(name));
    const values = { ...this.now.values, ...Object.fromEntries(free.map((name) => [name, file[name]])) };
    this.now = { values, locks: this.now.locks };
  }
}

describe.each(databases)('fields of a book on %s', (kind) => {
  it('say what a plain model says after any edits, locks, resets, undos and analyses', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    let index = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        index += 1;
        const name = `Case ${String(index)}`;
        const model = new Model();
        let tint = 0;
        await folder.addComic(`${name}/Book.cbz`, { tint });
        const { id: libraryId } = await addLibrary(client, folder.at(name), { name });
        const analyze = async (): Promise<void> => {
          await scan(client, libraryId, 'deep');
          await waitForTasks(client);
        };
        await analyze();
        const { data } = await client.call('listBooks', { query: { libraryId } });
        const params = { id: data[0]?.id ?? '' };
        for (const one of steps) {
          if (one.do === 'file') {
            const file = Object.fromEntries(
              FIELDS.map((of) => [of, one.says[of] === null ? null : makeValue(of, one.says[of])]),
            ) as Values;
            const info = FIELDS.flatMap((of) =>
              file[of] === null ? [] : [`<${ELEMENTS[of]}>${String(file[of])}</${ELEMENTS[of]}>`],
            );
            tint += 1;
            await folder.addComic(`${name}/Book.cbz`, { tint, info: info.join('') });
            await analyze();
            model.analyze(file);
          } else if (one.do === 'edit' || one.do === 'clear') {
            const value = one.do === 'edit' ? makeValue(one.field, one.of) : null;
            await client.call('updateBookMetadata', { params, body: { [one.field]: value } });
            model.write(one.field, value);
          } else if (one.do === 'reset') {
            await client.call('resetBookMetadata', { params });
            model.reset();
          } else if (one.do === 'undo') {
            const { data: actions } = await client.call('listMetadataActions', { query: { bookId: params.id } });
            if (actions[0] !== undefined) await client.call('undoMetadataAction', { params: { id: actions[0].id } });
            model.undo();
          } else {
            await client.call('updateBookLocks', { params, body: { [`${one.field}Lock`]: one.do === 'lock' } });
            model.lock(one.field, one.do === 'lock');
          }
          const said = await client.call('getBookMetadata', { params });
          const values = Object.fromEntries(FIELDS.map((of) => [of, said[of]]));
          const locks = FIELDS.filter((of) => said.locks[`${of}Lock`]);
          expect({ values, locks }).toEqual({
            values: model.now.values,
            locks: FIELDS.filter((of) => model.now.locks.has(of)),
          });
        }
      }),
      casesToTry(4),
    );
  });
});
