import { api } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { validate } from './validate.ts';

function catchRefusal(part: 'path' | 'query' | 'body', schema: z.ZodType, value: unknown): AppError {
  try {
    validate(part, schema, value);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Expected a refusal');
}

describe('validate', () => {
  it.each([
    ['path', api.getBook.params, { id: 'x' }, '"id" in the path must be a UUID'],
    [
      'path',
      api.getBookPage.params,
      { bookId: '0192f0c1-0000-7000-8000-000000000000', pageNumber: 'x' },
      '"pageNumber" in the path must be a number',
    ],
    [
      'path',
      api.getBookPage.params,
      { bookId: '0192f0c1-0000-7000-8000-000000000000', pageNumber: '0' },
      '"pageNumber" in the path must be 1 or more',
    ],
    ['query', api.listBooks.query, { page: '1.5' }, '"page" is not valid: must be a whole number'],
    ['query', api.getBookPage.query, { width: '9000' }, '"width" is not valid: must be 8192 or less'],
    ['query', api.getBookPage.query, { format: 'bmp' }, '"format" is not valid: must be one of jpeg, png, webp, avif'],
    ['query', api.getBookPage.query, { greys: '15' }, '"greys" is not valid: must be 16'],
    ['query', api.getBookPage.query, { contrast: '4' }, '"contrast" is not valid: must be 3 or less'],
    ['query', api.getBookPage.query, { resample: 'x' }, '"resample" is not valid: must be one of even'],
    ['body', api.login.body, { password: 'x' }, '"username" is not valid: is missing'],
    ['body', api.login.body, { username: 'x', password: '' }, '"password" is not valid: must not be empty'],
    ['body', api.login.body, [], 'The body is not valid: must be an object'],
    [
      'body',
      api.initializeSetup.body,
      { username: 'a', password: 'short' },
      '"password" is not valid: must have at least 8 characters',
    ],
    [
      'body',
      api.createLibrary.body,
      { name: 'a', path: 'b', scanningConfig: { enabled: 1 } },
      '"scanningConfig.enabled" is not valid: must be true or false',
    ],
  ] as const)('says what is wrong in the %s: %#', (part, schema, value, message) => {
    expect(catchRefusal(part, schema, value).message).toBe(message);
  });

  it('lists every problem', () => {
    expect(catchRefusal('body', api.login.body, {})).toMatchObject({
      kind: 'BadRequest',
      details: [
        { path: 'username', message: 'is missing' },
        { path: 'password', message: 'is missing' },
      ],
    });
  });
});
