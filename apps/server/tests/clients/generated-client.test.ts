import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { walk } from '../_clients/generated-walk.mjs';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openSaga } from '../_harness/saga.ts';
import { startServer } from '../_harness/start-server.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const WALK = join(import.meta.dirname, '../_clients/generated-walk.mjs');

function compilerFor(folder: string) {
  return {
    compilerOptions: {
      ...{ noEmit: true, strict: true, allowJs: true, checkJs: true, skipLibCheck: true, types: [] },
      ...{ target: 'ES2023', lib: ['ES2023', 'DOM'], module: 'NodeNext' },
    },
    files: [join(folder, 'lectern-api.ts'), WALK],
  };
}

describe('types that are generated from the description', () => {
  it('compile, fit a program that uses them rightly, and refuse what is wrong', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-client-'));
    try {
      const description = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as OpenAPI3;
      const types = astToString(await openapiTypes(description));
      writeFileSync(join(folder, 'lectern-api.ts'), `${types}\ndeclare global { type LecternPaths = paths }\n`);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compilerFor(folder)));
      const compiled = await promisify(execFile)(process.execPath, [TSC, '-p', folder]).then(
        () => '',
        (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
      );
      expect(compiled).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.each(databases)('a generated client on %s', (kind) => {
  it('signs in, lists, fetches a page and keeps progress', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    expect(await walk(server.url, { username: 'admin', password: 'correct horse battery' })).toEqual({
      name: 'admin',
      title: 'SAGA 1',
      total: 3,
      pages: 4,
      picture: ['image/png', true],
      currentPage: 2,
      refused: 'BadRequest',
    });
  });
});
