import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_STATUS, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';
import { openApiText } from '#cli/openapi.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

function description(): Description {
  return JSON.parse(openApiText('json')) as Description;
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : references(part),
  );
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 of version 1.44.0 with the declared security scheme', () => {
    const { openapi, info, components } = description();
    expect([openapi, info.version]).toEqual(['3.1.0', '1.44.0']);
    expect(components.securitySchemes).toMatchObject({ apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } });
  });

  it('names every route of the contract once', () => {
    const operations = Object.values(description().paths).flatMap((methods) => Object.values(methods));
    const names = operations.map((operation) => operation.operationId);
    expect(names.filter((name) => !name.startsWith('opds')).sort()).toEqual(Object.keys(routes).sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists the routes of OPDS with their media types and every status', () => {
    const { paths } = description();
    const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
    expect(paths['/opds/v1.2/catalog']?.['get']?.responses['200']).toMatchObject({
      content: { 'application/atom+xml': {} },
    });
    expect(paths['/opds/v2/books/{id}']?.['get']?.responses['200']).toMatchObject({
      content: { 'application/opds-publication+json': {} },
    });
    expect(statuses('/opds/v2/books/{id}/progression', 'get')).toEqual(expect.arrayContaining(['200', '204', '404']));
    expect(statuses('/opds/v2/books/{id}/progression', 'put')).toEqual(expect.arrayContaining(['204', '400', '409']));
  });

  it('says every status that an endpoint answers beside its usual one', () => {
    const { paths } = description();
    const aliases = paths['/api/v1/series/{id}/aliases']?.['post']?.responses ?? {};
    expect(Object.keys(aliases)).toEqual(expect.arrayContaining(['200', '201', '503']));
    expect(paths['/health']?.['get']?.responses['503']).toMatchObject({ content: { 'application/json': {} } });
  });

  it('has patterns that mean the same without flags', () => {
    const found = [...openApiText('json').matchAll(/"pattern": ?("(?:[^"\\]|\\.)*")/g)];
    const patterns = found.map(([, text = '""']) => JSON.parse(text) as string);
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pP]\{|\(\?[a-z-]+[:)]/);
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
    }
    const name = new RegExp(patterns.find((pattern) => pattern.startsWith('^[^:')) ?? '');
    expect([name.test('Pat'), name.test('a:b'), name.test('a\u0007b')]).toEqual([true, false, false]);
  });

  it('offers shapes of one answer such that an empty page may fit several of them', () => {
    const text = openApiText('json');
    expect(text).toContain('"anyOf"');
    expect(text).not.toContain('"oneOf"');
  });

  it('refers to nothing that is not there, and holds no shape that nothing refers to', () => {
    const whole = description();
    const found = new Set(references(whole));
    for (const reference of found) {
      let place: unknown = whole;
      for (const step of reference.slice(2).split('/')) place = (place as Readonly<Record<string, unknown>>)[step];
      expect([reference, typeof place]).toEqual([reference, 'object']);
    }
    const names = Object.keys(whole.components.schemas);
    expect(names.filter((name) => !found.has(`#/components/schemas/${name}`))).toEqual([]);
    expect(names).toContain('Book');
  });

  it('asks for no credential where the contract asks for none', () => {
    const { paths } = description();
    expect(paths['/health']?.['get']?.security).toEqual([]);
    expect(paths['/api/v1/books']?.['get']?.security).toContainEqual({ apiKey: [] });
    expect(Object.keys(paths['/api/v1/books/{id}']?.['get']?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '304', '400', '401', '403', '404', '500']),
    );
  });

  it('is the same as YAML', () => {
    expect(parse(openApiText('yaml'))).toEqual(description());
  });
});

describe('docs/errors.md', () => {
  it('lists every kind of error with its status, and no other', async () => {
    const page = await readFile(join(DOCS, 'errors.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| \S/gm)].map(([, kind, status]) => [kind, Number(status)]);
    expect(rows).toEqual(Object.entries(ERROR_STATUS));
  });
});

describe.each(databases)('the documentation of the API on %s', (kind) => {
  it('is off unless it is enabled', async () => {
    await using server = await startServer(kind);
    for (const path of ['/docs/openapi.json', '/api/docs/', '/api/docs/openapi.json']) {
      const response = await fetch(server.url + path, { headers: { accept: 'application/json' } });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  it('is at the configured path and at /api/docs, loading nothing from elsewhere', async () => {
    const config = { 'api.enable_api_docs': 'true', 'api.api_docs_path': '/manual' };
    await using server = await startServer(kind, { config });
    for (const path of ['/manual', '/api/docs']) {
      const page = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      const html = await page.text();
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.url.endsWith('/')).toBe(true);
      expect(html).not.toMatch(/https?:\/\//);
      expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
      const script = /<script src="([^"]+)"/.exec(html)?.[1] ?? '';
      const loaded = await fetch(new URL(script, page.url));
      expect([loaded.status, loaded.headers.get('content-type')]).toEqual([
        200,
        'application/javascript; charset=utf-8',
      ]);
      await loaded.body?.cancel();
      const described = await fetch(`${server.url}${path}/openapi.json`);
      expect(await described.json()).toEqual(JSON.parse(openApiText('json')));
    }
    const usual = await fetch(`${server.url}/docs/openapi.json`, { headers: { accept: 'application/json' } });
    expect(usual.status).toBe(404);
  });
});
