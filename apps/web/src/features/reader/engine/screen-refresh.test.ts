import { expect, it } from 'vitest';
import { countTurn, type RefreshCount } from './screen-refresh.ts';

/** Which of these places are followed by a refresh. */
function listRefreshed(places: readonly string[], every: number): readonly string[] {
  let count: RefreshCount = { place: '', turned: 0 };
  return places.filter((place) => {
    const [next, isDue] = countTurn(count, place, every);
    count = next;
    return isDue;
  });
}

it('refreshes the screen after every so many turned pages', () => {
  const places = ['1', '2', '3', '4', '5', '6', '7'];
  expect(listRefreshed(places, 3)).toEqual(['4', '7']);
  expect(listRefreshed(places, 1)).toEqual(['2', '3', '4', '5', '6', '7']);
  expect(listRefreshed(places, 0)).toEqual([]);
});

it('counts neither the first page nor a place reported twice', () => {
  expect(listRefreshed(['1', '1', '2', '2', '2', '1'], 2)).toEqual(['1']);
});
