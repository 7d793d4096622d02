import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../apps/server/src/cli/openapi.ts';
import { describeConfiguration } from './describe-configuration.ts';

const read = async (name: string): Promise<string> => readFile(join(import.meta.dirname, '../docs', name), 'utf8');

describe('the documents that are made', () => {
  it('describe every value that can be set; else run `npm run docs:config`', async () => {
    expect(await read('configuration.md')).toBe(describeConfiguration());
  });

  it('describe the API as it is; else run `npm run openapi`', async () => {
    expect(await read('openapi.json')).toBe(openApiText('json'));
  });
});
