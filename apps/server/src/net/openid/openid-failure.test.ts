import { ResponseBodyError } from 'openid-client';
import { describe, expect, it } from 'vitest';
import { FetchFailure } from '../fetch-failure.ts';
import { toOpenIdFailure } from './openid-failure.ts';

describe('the failure of a sign-in provider', () => {
  it('has the words of a refusal, on one line and not too long', () => {
    const refuse = (error: string, description: string) =>
      toOpenIdFailure(
        new ResponseBodyError('refused', {
          cause: { error, error_description: description },
          response: new Response(null, { status: 400 }),
        }),
      );
    expect(refuse('invalid_client', 'wrong secret')).toMatchObject({
      kind: 'refused',
      message: 'invalid_client: wrong secret',
    });
    expect(refuse('access_denied', 'a\nb').message).toBe('access_denied: a b');
    expect(refuse('access_denied', 'x'.repeat(5_000)).message).toHaveLength(300);
  });

  it('is an answer that never came, however deep in other errors, or one that fails a check', () => {
    const away = new FetchFailure('unreachable', 'connection refused');
    expect(toOpenIdFailure(new Error('outer', { cause: new Error('inner', { cause: away }) }))).toMatchObject({
      kind: 'unreachable',
      message: 'connection refused',
    });
    expect(toOpenIdFailure(new Error('outer', { cause: new Error('the nonce') }))).toMatchObject({
      kind: 'invalid',
      message: 'the nonce',
    });
  });
});
