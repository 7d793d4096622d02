import { ApiError } from '#lib/api.ts';
import { describe, expect, it } from 'vitest';
import { problemsByPart } from './sheet-problems.ts';

const sent = {
  condition: undefined,
  places: new Map([
    ['condition', 'root'],
    ['condition.allOf[1]', 'group'],
    ['condition.allOf[1].anyOf[0]', 'line'],
  ]),
};

function refusal(...paths: readonly string[]): ApiError {
  return new ApiError(
    400,
    'BadRequest',
    'no',
    paths.map((path) => ({ path, message: 'must be a number' })),
  );
}

describe('problemsByPart', () => {
  it('assigns a server error to the innermost part of its path', () => {
    expect([...problemsByPart(refusal('condition.allOf[1].anyOf[0].year.value'), sent)]).toEqual([
      ['line', 'Must be a number'],
    ]);
    expect([...problemsByPart(refusal('condition.allOf[1].anyOf[7].year'), sent)]).toEqual([
      ['group', 'Must be a number'],
    ]);
    expect([...problemsByPart(refusal('condition.allOf[9]', 'elsewhere'), sent)]).toEqual([
      ['root', 'Must be a number'],
    ]);
    expect([...problemsByPart(new Error('x'), sent)]).toEqual([]);
  });
});
