import { describe, expect, it } from 'vitest';
import { ClauseCache, type FilterPart } from './clause-cache.ts';

/** Parts that count how often they are asked, over a database whose state has a name. */
function newScene() {
  const scene = { snapshot: 'a', asked: 0 };
  const parts = new ClauseCache({ snapshot: async () => scene.snapshot });
  const part = (name: string, ids: readonly string[], isDenied = false): FilterPart => ({
    name,
    isDenied,
    list: async (most) => {
      scene.asked += 1;
      return ids.slice(0, most);
    },
  });
  return { scene, parts, part };
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

describe('what parts of filters find', () => {
  it('is put together, and asked for once until something is written', async () => {
    const { scene, parts, part } = newScene();
    const some = [part('even', ['0', '2', '4', '6']), part('small', ['0', '1', '2', '3', '4'])];
    expect(await parts.narrow(some)).toEqual({ ids: ['0', '2', '4'], left: [] });
    expect(await parts.narrow([...some, part('two', ['2'], true)])).toEqual({ ids: ['0', '4'], left: [] });
    expect(scene.asked).toBe(3);
    scene.snapshot = 'b';
    expect(await parts.narrow([part('even', ['8']), part('small', ['8'])])).toEqual({ ids: ['8'], left: [] });
    expect(scene.asked).toBe(5);
    expect(parts.state()).toMatchObject({ hits: 2, misses: 5, entries: 2 });
  });

  it('leaves to the database what finds too much, and all of it when nothing is left', async () => {
    const { scene, parts, part } = newScene();
    const large = part('large', numbered(50_000));
    const few = part('few', ['7']);
    expect(await parts.narrow([large, few])).toEqual({ ids: ['7'], left: [large] });
    expect(await parts.narrow([large, few])).toEqual({ ids: ['7'], left: [large] });
    expect(scene.asked).toBe(2);
    expect(await parts.narrow([large])).toBeUndefined();
    expect(await parts.narrow([part('many', numbered(20_000))])).toBeUndefined();
    expect(await parts.narrow([part('denied', ['1'], true)])).toBeUndefined();
    expect(await parts.narrow([])).toBeUndefined();
  });

  it('is of no use when something was written while it was asked for, or when that failed', async () => {
    const { scene, parts, part } = newScene();
    const writing: FilterPart = {
      ...part('writing', []),
      list: async () => {
        scene.snapshot = 'c';
        return ['1'];
      },
    };
    expect(await parts.narrow([writing])).toBeUndefined();
    const failing: FilterPart = { ...part('failing', []), list: async () => Promise.reject(new Error('no disk')) };
    await expect(parts.narrow([failing])).rejects.toThrow('no disk');
    expect(await parts.narrow([part('failing', ['3'])])).toEqual({ ids: ['3'], left: [] });
  });

  it('is forgotten, the longest unused first, when it is much', async () => {
    const { scene, parts, part } = newScene();
    const large = (name: string): FilterPart => part(name, numbered(35_000));
    const one = part('one', ['1']);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await parts.narrow([large(name), one]);
    expect(scene.asked).toBe(6);
    await parts.narrow([large('e'), one]);
    expect(scene.asked).toBe(6);
    await parts.narrow([large('a'), one]);
    expect(scene.asked).toBe(7);
  });
});
