import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { failureMessage } from '#log/redact.ts';

describe('the message of an unexpected error', () => {
  it('says what the system did, and not where', async () => {
    const error: unknown = await rename('/nowhere/it’s, a, shelf', '/nowhere/else').catch((thrown: unknown) => thrown);
    expect(failureMessage(error)).toBe('ENOENT: no such file or directory, rename');
  });

  it('is the message of any other', () => {
    expect(failureMessage(new Error('EIO: i/o error, read'))).toBe('EIO: i/o error, read');
    expect(failureMessage(new Error("Cannot read 'this'"))).toBe("Cannot read 'this'");
    expect(failureMessage('thrown')).toBe('Unknown error');
  });
});
