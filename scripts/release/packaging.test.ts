import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { HELP } from '../../apps/server/src/cli/help.ts';
import { CONFIG_LEAVES } from '../../apps/server/src/config/leaves.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['Dockerfile', 'compose*.yaml', 'packaging/**/*.{yaml,service,plist,xml,md,mjs}', 'docs/install.md'];
/** Command lines: only they may name flags of ours. */
const COMMAND = /(?:lectern(?:-service)?|installed\.mjs"?) (?:serve|move|migrate|doctor|user)\b.*/g;

const read = async (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

async function listFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const pattern of FILES) for await (const path of glob(pattern, { cwd: ROOT })) found.push(path);
  return found;
}

/** Instructions of a Dockerfile, lines that continue joined. */
async function readStages(): Promise<string[][]> {
  const text = (await read('Dockerfile')).replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ');
  const stages: string[][] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    if (line.startsWith('FROM ')) stages.push([]);
    stages.at(-1)?.push(line);
  }
  return stages;
}

describe('files for operators', () => {
  it('name settings that exist', async () => {
    const known = new Set([...CONFIG_LEAVES.map(({ variable }) => variable), 'LECTERN_CONFIG']);
    const files = await listFiles();
    expect(files.length).toBeGreaterThan(8);
    const unknown: string[] = [];
    for (const file of files) {
      for (const [name] of (await read(file)).matchAll(/\bLECTERN_[A-Z_]+\b/g)) {
        if (!known.has(name)) unknown.push(`${file}: ${name}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it('give the command only flags that it has', async () => {
    const flags = new Set(HELP.match(/--[a-z-]+/g));
    const named: string[] = [];
    for (const file of await listFiles()) {
      const commands = (await read(file)).match(COMMAND) ?? [];
      named.push(...commands.flatMap((command) => command.match(/(?<=\s)--[a-z-]+/g) ?? []));
    }
    expect(named.filter((flag) => !flags.has(flag))).toEqual([]);
    expect(named).toContain('--data-dir');
  });

  it.each(['compose.yaml', 'compose.postgres.yaml', 'packaging/kubernetes/lectern.yaml'])(
    '%s is YAML',
    async (file) => {
      const documents = parseAllDocuments(await read(file), { strict: true, uniqueKeys: true });
      expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    },
  );

  it('let two replicas share their data, with probes and volumes that exist', async () => {
    const text = await read('packaging/kubernetes/lectern.yaml');
    const all = parseAllDocuments(text).map((document) => document.toJS() as unknown);
    const claims = all.flatMap((one) => (hasKind(one, 'PersistentVolumeClaim') ? [one.metadata.name] : []));
    const deployment = all.find((one) => hasKind(one, 'Deployment'));
    expect(deployment).toMatchObject({
      spec: {
        replicas: 2,
        template: {
          spec: {
            containers: [
              {
                startupProbe: { httpGet: { path: '/health' } },
                readinessProbe: { httpGet: { path: '/health' } },
                livenessProbe: {},
                securityContext: { readOnlyRootFilesystem: true },
              },
            ],
          },
        },
      },
    });
    expect(all).toContainEqual(
      expect.objectContaining({
        metadata: { name: 'lectern-data' },
        spec: expect.objectContaining({ accessModes: ['ReadWriteMany'] }) as unknown,
      }),
    );
    for (const [, name] of text.matchAll(/claimName: ([\w-]+)/g)) expect(claims).toContain(name);
  });
});

function hasKind(value: unknown, kind: string): value is { readonly metadata: { readonly name: string } } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind && 'metadata' in value;
}

describe('the Dockerfile', () => {
  it('ends in a stage without root, with a check of health, that copies only from stages before it', async () => {
    const stages = await readStages();
    const names = stages.map(([from]) => / AS (\S+)/.exec(from ?? '')?.[1]);
    stages.forEach((lines, index) => {
      for (const line of lines) {
        const from = /--from=(\S+)/.exec(line)?.[1];
        if (from !== undefined) expect(names.slice(0, index)).toContain(from);
      }
    });
    const last = stages.at(-1) ?? [];
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
    expect(last.find((line) => line.startsWith('HEALTHCHECK '))).toContain('/app/health.mjs');
    expect(last.filter((line) => /apt-get|npm/.test(line))).toEqual([]);
  });

  it('copies files that the build context has', async () => {
    const kept = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'));
    for (const line of (await readStages()).flat()) {
      if (!line.startsWith('COPY ') || line.includes('--from')) continue;
      const sources = line.split(' ').slice(1, -1);
      for (const source of sources.filter((one) => one !== '.')) {
        expect(
          kept.some((rule) => `${source}/`.startsWith(`${rule.slice(1)}/`)),
          source,
        ).toBe(true);
        if (!source.endsWith('/')) await read(source);
      }
    }
  });

  it('installs the manifests of all workspaces before their sources', async () => {
    const text = await read('Dockerfile');
    for await (const path of glob('{apps,packages}/*/package.json', { cwd: ROOT }))
      expect(text).toContain(`COPY ${path} `);
  });
});
