import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { startServerProcess } from '../_harness/server-process.ts';

/** In the bundle no package is told from another; it is cut where the sources load one later. */
const SOURCES = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const TELL_LOADED = new URL('../_harness/tell-loaded.mjs', import.meta.url).href;

/** Packages that take megabytes, or that only a few requests and tasks need. */
const LATER_PACKAGES = [
  'sharp',
  '@embedpdf/pdfium',
  '@jsquash/jxl',
  'libheif-js',
  '@cwasm/nsbmp',
  'node-unrar-js',
  'htmlparser2',
  'saxes',
  'nodemailer',
  '@simplewebauthn/server',
  '@scalar/fastify-api-reference',
  'bowser',
  '@fastify/busboy',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'pino-pretty',
  'yaml',
];

/** The driver of the other database. */
const OTHER_DRIVERS: Readonly<Record<DatabaseKind, readonly string[]>> = { sqlite: ['pg', 'pg-pool'], postgres: [] };

describe.each(databases)('a server on %s before its first request', (kind) => {
  it('has loaded no package that only a few requests need', async () => {
    await using home = await openHome(kind);
    await using server = await startServerProcess(home, {
      main: SOURCES,
      env: { NODE_OPTIONS: `--import=${TELL_LOADED}` },
    });
    const loaded = (): string[] =>
      server
        .output()
        .split('\n')
        .flatMap((line) => /^loaded (.+)$/.exec(line)?.[1] ?? []);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(loaded()).toContain('fastify');
    const later = [...LATER_PACKAGES, ...OTHER_DRIVERS[kind]];
    expect(loaded().filter((name) => later.includes(name))).toEqual([]);
  });
});
