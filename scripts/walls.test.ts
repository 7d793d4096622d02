import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = dirname(import.meta.dirname);
const run = promisify(execFile);

const Cruised = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
});

const S = 'apps/server/src';
const W = 'apps/web/src';
const F = 'packages/formats/src';

/** For every wall: a file, and the import that must not be in it. Targets that are files of the tree are made too. */
const BREACHES: Readonly<Record<string, readonly [from: string, specifier: string]>> = {
  'no-circle': [`${S}/core/circle/one.ts`, './two.ts'],
  resolvable: [`${S}/core/lost.ts`, './nowhere.ts'],
  'contract-knows-nobody': ['packages/contract/src/errors.ts', '@lectern/formats'],
  'formats-knows-nobody': [`${F}/detect.ts`, '@lectern/contract'],
  'formats-are-strangers': [`${F}/zip/open.ts`, '../rar/open.ts'],
  'packages-by-the-front-door': [`${S}/core/catalog/window.ts`, '../../../../../packages/formats/src/detect.ts'],
  'web-knows-only-the-contract': [`${W}/lib/curious.ts`, '@lectern/formats'],
  'web-loads-no-schemas': [`${W}/lib/heavy.ts`, '@lectern/contract'],
  'only-db-speaks-sql': [`${S}/core/catalog/query.ts`, 'kysely'],
  'only-http-speaks-http': [`${S}/core/catalog/reply.ts`, 'fastify'],
  'only-images-decodes': [`${S}/core/analyze/pixels.ts`, 'sharp'],
  'only-files-opens-files': [`${S}/core/scan/peek.ts`, 'node:fs/promises'],
  'core-is-below-the-doors': [`${S}/core/reading/call-up.ts`, '#http/server.ts'],
  'rules-are-pure': [`${S}/core/rules/read.ts`, '#files/walk/walk.ts'],
  'rules-query-nothing': [`${S}/core/rules/query.ts`, '#db/open.ts'],
  'catalog-below-activities': [`${S}/core/catalog/scan-now.ts`, '#core/activities/scan.ts'],
  'people-below-catalog': [`${S}/core/people/own-books.ts`, '#core/catalog/get-book.ts'],
  'audit-below-settings': [`${S}/core/audit/kept-days.ts`, '#core/settings/settings.ts'],
  'doors-are-strangers': [`${S}/http/opds1/index.ts`, '../komga/answer.ts'],
  'doors-only-call-core': [`${S}/http/api/books/shortcut.ts`, '#db/open.ts'],
  'job-handlers-only-call-core': [`${S}/jobs/handlers/shortcut.ts`, '#files/walk/walk.ts'],
  'job-machinery-knows-no-core': [`${S}/jobs/worker.ts`, '#core/viewer.ts'],
  'tools-know-no-domain': [`${S}/files/clever.ts`, '#core/viewer.ts'],
  'features-are-strangers': [`${W}/features/book/page.tsx`, '#features/series/page.tsx'],
  'nothing-above-app': [`${W}/features/series/climb.tsx`, '#app/router.ts'],
  'entities-below-features': [`${W}/entities/book/tile.tsx`, '#features/series/page.tsx'],
  'ui-below-entities': [`${W}/ui/button.tsx`, '#entities/series/cover.tsx'],
  'lib-below-ui': [`${W}/lib/format.ts`, '#ui/list.tsx'],
  'no-test-in-product': [`${S}/core/catalog/tested.ts`, './list-books.test.ts'],
  'no-dev-dependency-in-product': [`${S}/core/catalog/lazy.ts`, 'only-for-tests'],
};

/** Imports that the house allows, one of each kind. */
const ALLOWED: readonly (readonly [from: string, specifier: string])[] = [
  [`${S}/context.ts`, '#http/server.ts'],
  [`${S}/http/server.ts`, 'fastify'],
  [`${S}/http/api/index.ts`, './books/get-book.ts'],
  [`${S}/http/api/books/get-book.ts`, '#core/catalog/get-book.ts'],
  [`${S}/core/catalog/get-book.ts`, '#db/open.ts'],
  [`${S}/core/catalog/read.ts`, '@lectern/formats'],
  [`${S}/core/viewer.ts`, '@lectern/contract'],
  [`${S}/core/scan/enqueue.ts`, '#jobs/queue.ts'],
  [`${S}/db/open.ts`, 'kysely'],
  [`${S}/files/walk/walk.ts`, 'node:fs/promises'],
  [`${S}/images/resize.ts`, 'sharp'],
  [`${S}/jobs/handlers/scan.ts`, '#core/viewer.ts'],
  [`${S}/core/catalog/get-book.test.ts`, 'only-for-tests'],
  [`${F}/source.ts`, 'node:fs/promises'],
  [`${F}/comic/open.ts`, '../zip/open.ts'],
  [`${W}/app/router.ts`, '#features/series/page.tsx'],
  [`${W}/features/series/page.tsx`, '#entities/series/cover.tsx'],
  [`${W}/entities/series/cover.tsx`, '#ui/list.tsx'],
  [`${W}/ui/list.tsx`, '#lib/api.ts'],
  [`${W}/lib/api.ts`, '@lectern/contract/client'],
];

/** Files that the imports above point at. */
const TARGETS: readonly string[] = [
  'packages/contract/src/index.ts',
  'packages/contract/src/client.ts',
  `${F}/index.ts`,
  `${F}/detect.ts`,
  `${F}/rar/open.ts`,
  `${F}/zip/open.ts`,
  `${S}/http/server.ts`,
  `${S}/http/komga/answer.ts`,
  `${S}/db/open.ts`,
  `${S}/files/walk/walk.ts`,
  `${S}/core/circle/one.ts`,
  `${S}/core/viewer.ts`,
  `${S}/core/settings/settings.ts`,
  `${S}/core/activities/scan.ts`,
  `${S}/core/catalog/list-books.test.ts`,
  `${S}/http/api/books/get-book.ts`,
  `${S}/core/catalog/get-book.ts`,
  `${S}/jobs/queue.ts`,
  `${W}/app/router.ts`,
  `${W}/features/series/page.tsx`,
  `${W}/entities/series/cover.tsx`,
  `${W}/ui/list.tsx`,
  `${W}/lib/api.ts`,
];

const manifest = (value: object): string => JSON.stringify({ version: '1.0.0', type: 'module', ...value });

const FURNITURE: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'NodeNext', allowImportingTsExtensions: true } }),
  'apps/server/package.json': manifest({
    name: 'server',
    imports: { '#*': './src/*' },
    dependencies: { kysely: '1', fastify: '1', sharp: '1' },
    devDependencies: { 'only-for-tests': '1' },
  }),
  'packages/contract/package.json': manifest({
    name: '@lectern/contract',
    exports: { '.': './src/index.ts', './client': './src/client.ts' },
  }),
  'packages/formats/package.json': manifest({ name: '@lectern/formats', exports: './src/index.ts' }),
  'apps/web/package.json': manifest({ name: 'web', imports: { '#*': './src/*' } }),
  [`${S}/core/circle/two.ts`]: `import './one.ts';\n`,
};

const PACKAGES = ['kysely', 'fastify', 'sharp', 'only-for-tests'];

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function build(folder: string, imports: readonly (readonly [from: string, specifier: string])[]): Promise<void> {
  await put(folder, Object.fromEntries(TARGETS.map((path) => [path, 'export {};\n'])));
  await put(folder, FURNITURE);
  await put(folder, Object.fromEntries(imports.map(([from, specifier]) => [from, `import '${specifier}';\n`])));
  for (const name of PACKAGES) {
    await put(folder, {
      [`node_modules/${name}/package.json`]: manifest({ name, exports: './index.js' }),
      [`node_modules/${name}/index.js`]: 'export {};\n',
    });
  }
  await mkdir(join(folder, 'node_modules/@lectern'));
  for (const name of ['contract', 'formats']) {
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@lectern', name));
  }
}

/** What the walls say of a tree with these imports, and the names of all walls. */
async function cruise(
  imports: readonly (readonly [from: string, specifier: string])[],
): Promise<z.infer<typeof Cruised>['summary']> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-walls-'));
  try {
    await build(folder, imports);
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const config = join(root, '.dependency-cruiser.cjs');
    const args = [program, '--config', config, '--output-type', 'json', 'apps', 'packages'];
    const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 });
    return Cruised.parse(JSON.parse(stdout)).summary;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the walls', () => {
  it('let every kind of allowed import pass', async () => {
    const { violations } = await cruise(ALLOWED);
    expect(violations).toEqual([]);
  });

  it('each stop the import they are there for', async () => {
    const { violations, ruleSetUsed } = await cruise(Object.values(BREACHES));
    const silent = ruleSetUsed.forbidden
      .map((wall) => wall.name)
      .filter((name) => !violations.some(({ rule, from }) => rule.name === name && from === BREACHES[name]?.[0]));
    expect(silent).toEqual([]);
  });
});
