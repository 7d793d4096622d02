import { describe, expect, it } from 'vitest';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { startServerProcess } from '../_harness/server-process.ts';

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
  '@scalar/fastify-api-reference',
  'mustache',
  'bowser',
  '@fastify/busboy',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'pino-pretty',
  'yaml',
];

/** The driver of the other database. */
const OTHER_DRIVERS: Readonly<Record<DatabaseKind, readonly string[]>> = { sqlite: ['pg', 'pg-pool'], postgres: [] };

/** Whatever is asked for or done now and then, with all that it brings along. */
const LATER_FILES =
  /^(core\/(scan|releases|statistics|template-context|preferences|naming\/explain)|http\/api\/series)\/[a-z-]+(?<!index)\.ts$/;

describe.each(databases)('a server on %s that nobody has asked for anything', (kind) => {
  it('has loaded what answers requests, and nothing that waits for a particular one', {
    timeout: 180_000,
  }, async () => {
    await using home = await openHome(kind);
    await using server = await startServerProcess(home, { env: { NODE_OPTIONS: `--import=${TELL_LOADED}` } });
    const loaded = (): string[] =>
      server
        .output()
        .split('\n')
        .flatMap((line) => /^loaded (.+)$/.exec(line)?.[1] ?? []);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(loaded()).toContain('fastify');
    const later = [...LATER_PACKAGES, ...OTHER_DRIVERS[kind]];
    expect(loaded().filter((name) => later.includes(name) || LATER_FILES.test(name))).toEqual([]);
    // What is asked for then is loaded.
    expect((await fetch(`${server.url}/api/v1/series`)).status).toBe(401);
    expect(
      loaded().filter((name) => name.startsWith('core/setup') || name === 'http/api/setup/get-setup-status.ts'),
    ).toEqual([]);
    expect((await fetch(`${server.url}/api/v1/setup/status`)).status).toBe(200);
    await expect.poll(loaded).toContain('http/api/setup/get-setup-status.ts');
  });
});
