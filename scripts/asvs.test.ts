import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const ROW = /^\| v5\.0\.0-(\d+)\.(\d+)\.(\d+) \| ([^|]+) \| ([12]) \| (met|does not apply|not met) \| (.+) \|$/;

interface Requirement {
  readonly id: string;
  readonly chapter: number;
  readonly state: string;
  readonly reason: string;
}

const requirements: readonly Requirement[] = read('docs/asvs.md')
  .split('\n')
  .filter((line) => line.startsWith('| v'))
  .map((line) => {
    const [, chapter, section, number, , , state = '', reason = ''] = ROW.exec(line) ?? [];
    if (chapter === undefined) throw new Error(`No requirement: ${line}`);
    return { id: `${chapter}.${section ?? ''}.${number ?? ''}`, chapter: Number(chapter), state, reason };
  });
const count = (state: string): number => requirements.filter((one) => one.state === state).length;

describe('the page about ASVS', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    expect(CHAPTERS.map((_, at) => requirements.filter(({ chapter }) => chapter === at + 1).length)).toEqual(CHAPTERS);
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  });

  it('names a test, a file or a fact for each that is met, and a reason for all others', () => {
    const bare = requirements.filter(({ state, reason }) => state === 'met' && !reason.includes('`'));
    // Where another row has the file.
    expect(bare.map(({ reason }) => reason).filter((reason) => !/^as \d/.test(reason))).toEqual([]);
  });

  it('names tests that exist', async () => {
    const tests: string[] = [];
    for (const folder of ['apps/*/{src,tests,e2e}', 'packages/*/src', 'scripts']) {
      for await (const path of glob(`${folder}/**/*.{test,e2e}.{ts,tsx}`, { cwd: ROOT })) {
        tests.push(`/${path.replaceAll('\\', '/')}`);
      }
    }
    const named = [...read('docs/asvs.md').matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, name = '']) => name);
    expect(named).toContain('attacks/sign-in-elsewhere.test.ts');
    expect(named.filter((name) => !tests.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });

  it('agrees with the summary in docs/security.md', () => {
    const [, summary = ''] = /\n## ASVS\n([^]*?)\n## /.exec(read('docs/security.md')) ?? [];
    expect(summary).toContain(
      `${String(requirements.length)} requirements: ${String(count('met'))} met, ${String(count('does not apply'))} that do not apply, ${String(count('not met'))} not met`,
    );
    const named = [...summary.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => id).filter((id) => id !== '5.0.0');
    const notMet = requirements.filter(({ state }) => state === 'not met').map(({ id }) => id);
    expect(named.toSorted()).toEqual(notMet.toSorted());
  });
});

/** Sources of a folder, without their tests, whose text fits. */
async function findSources(folder: string, wanted: RegExp): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })) {
    if (!/\.test\.tsx?$/.test(path) && wanted.test(read(path))) found.push(path.replaceAll('\\', '/'));
  }
  return found;
}

describe('the sources', () => {
  it('start no program and run no text', async () => {
    const runs = /child_process|node:vm|\beval\(|new Function\b/;
    for (const folder of ['apps/server/src', 'apps/web/src', 'packages/formats/src', 'packages/contract/src']) {
      expect(await findSources(folder, runs)).toEqual([]);
    }
    expect(await findSources('scripts', runs)).not.toEqual([]);
  });

  it('check every certificate, but where the doctor asks the server itself', async () => {
    expect(await findSources('apps/server/src', /rejectUnauthorized|checkServerIdentity|NODE_TLS_/)).toEqual([
      'apps/server/src/core/activities/doctor/check-network.ts',
    ]);
  });

  it('of the web app show text as text, and listen to no other window', async () => {
    const markup = /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|srcDoc/i;
    expect(await findSources('apps/web/src', markup)).toEqual([]);
    const listeners = await findSources('apps/web/src', /addEventListener\(\s*'message'|onmessage/);
    // The worker hears pages of this server, tabs hear each other.
    expect(listeners.toSorted()).toEqual([
      'apps/web/src/entities/offline/tell-tabs.ts',
      'apps/web/src/worker/service-worker.ts',
    ]);
  });

  it('of the web app name the purpose of each password field for password managers, and stop no paste there', async () => {
    const passwords = await findSources('apps/web/src', /PasswordField|type="password"|'password'/);
    expect(passwords).toContain('apps/web/src/ui/controls/field.tsx');
    expect(passwords.filter((path) => /onPaste|'paste'/.test(read(path)))).toEqual([]);
    for (const path of await findSources('apps/web/src/features', /<PasswordField\b/)) {
      for (const [field] of read(path).matchAll(/<PasswordField\b[^]*?\/>/g)) {
        expect([path, field]).toEqual([path, expect.stringMatching(/autoComplete=/)]);
      }
    }
  });
});
