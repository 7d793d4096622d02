import { describe, expect, it } from 'vitest';
import { createStatementNames } from './statement-names.ts';

const ONE = 'select "id" from "book" where "id" = $1';
const OTHER = 'select "id" from "series" where "id" = $1';

/** The name that a text has in the end, however often it has to come. */
function nameAfterMany({ findName }: ReturnType<typeof createStatementNames>, text: string): string | undefined {
  return [1, 2, 3].map(() => findName(text)).at(-1);
}

describe('names of statements', () => {
  it('are given to those that come for the third time, one each', () => {
    const names = createStatementNames();
    expect([1, 2].flatMap(() => [names.findName(ONE), names.findName(OTHER)])).toEqual(Array(4).fill(undefined));
    const name = names.findName(ONE);
    expect(name).toMatch(/^lectern_[\w-]{1,55}$/);
    expect(names.findName(ONE)).toBe(name);
    expect(names.findName(OTHER)).not.toBe(name);
  });

  it('are the same in every process, whatever else it asks', () => {
    const [first, second] = [createStatementNames(), createStatementNames()];
    nameAfterMany(second, OTHER);
    expect(nameAfterMany(first, ONE)).toBe(nameAfterMany(second, ONE));
  });

  it('come to an end, whatever is asked', () => {
    const names = createStatementNames();
    const given = new Set(Array.from({ length: 500 }, (_, index) => nameAfterMany(names, `select ${String(index)}`)));
    expect(given.size).toBe(101);
  });

  it('are others once they are renewed, and none once they are given up', () => {
    const names = createStatementNames();
    const first = nameAfterMany(names, ONE);
    names.renew();
    const second = nameAfterMany(names, ONE);
    expect(second).toMatch(/^lectern_/);
    expect(second).not.toBe(first);
    names.giveUp();
    expect(nameAfterMany(names, ONE)).toBeUndefined();
  });
});
