import { describe, expect, it } from 'vitest';
import { createClient, setupAdmin } from '../_harness/client.ts';
import { ADMIN } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { expectEverythingBelow } from '../_harness/below-path.ts';
import { proxyPrograms } from '../../../../fixtures/proxy-programs.ts';
import { startSmallProxy } from '../../../../fixtures/small-proxy.ts';
import { startServer } from '../_harness/start-server.ts';

const PATH = '/books/lectern';
const TRUSTS = { 'server.trusted_proxies': 'loopback', 'api.enable_api_docs': 'true' };
const IS_CONFIGURED = { ...TRUSTS, 'server.base_path': PATH };
const STATES_PREFIX = { 'X-Forwarded-Prefix': PATH };

const WAYS = [
  { name: 'configured, and removed by the proxy', config: IS_CONFIGURED, path: PATH, removesPath: true },
  { name: 'configured, and kept by the proxy', config: IS_CONFIGURED, path: PATH, removesPath: false },
  { name: 'stated and removed by the proxy', config: TRUSTS, path: PATH, removesPath: true, headers: STATES_PREFIX },
  { name: 'stated and kept by the proxy', config: TRUSTS, path: PATH, removesPath: false, headers: STATES_PREFIX },
];

describe.each(databases)('a server below a path on %s', (kind) => {
  it.each(WAYS)('gives addresses below it: $name', async ({ config, ...way }) => {
    await using server = await startServer(kind, { config });
    await using proxy = await startSmallProxy(server.url, way);
    await expectEverythingBelow(server, proxy.url + PATH);
  });

  it('counts the path of the public address, which mails name', async () => {
    await using server = await startServer(kind, {
      config: { ...TRUSTS, 'server.public_url': 'https://nas.example.org/lectern/' },
    });
    const admin = await setupAdmin(server);
    const { url } = await admin.call('createResetLink', {
      params: { id: (await admin.call('getCurrentUser', {})).id },
    });
    expect(url.startsWith('https://nas.example.org/lectern/reset-password#')).toBe(true);
    expect((await fetch(`${server.url}/lectern/health`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/opds/v2`, { headers: ADMIN })).text()).toContain(
      '"https://nas.example.org/lectern/opds/v2',
    );
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/a/../b',
    '/.',
    '/lectern"><script>',
    '/a b',
    '/%2e%2e',
    '/lectern, /other',
    `/${'a'.repeat(300)}`,
    '/api',
  ])('ignores the prefix %s of a trusted proxy', async (prefix) => {
    await using server = await startServer(kind, { config: TRUSTS });
    await setupAdmin(server);
    const headers = { ...ADMIN, 'x-forwarded-prefix': prefix };
    const plain = await (await fetch(`${server.url}/opds/v2`, { headers: ADMIN })).text();
    const answer = await fetch(`${server.url}/opds/v2`, { headers });
    expect([answer.status, await answer.text()]).toEqual([200, plain]);
  });

  it('believes no prefix of a stranger', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const headers = { ...ADMIN, 'x-forwarded-prefix': '/lectern' };
    expect(await (await fetch(`${server.url}/opds/v2`, { headers })).text()).not.toContain('/lectern');
    expect((await fetch(`${server.url}/lectern/health`, { headers })).status).toBe(404);
  });

  it('takes no path that only begins like its own', async () => {
    await using server = await startServer(kind, { config: { 'server.base_path': '/lectern' } });
    const ask = async (path: string) => (await fetch(server.url + path)).status;
    expect([await ask('/lectern/health'), await ask('/health'), await ask('/lecterns/health')]).toEqual([
      200, 200, 404,
    ]);
  });

  it('is told by the check of the connection when it does not know its path', async () => {
    await using server = await startServer(kind, { config: { 'server.trusted_proxies': 'loopback' } });
    const { token } = await setupAdmin(server);
    await using proxy = await startSmallProxy(server.url, { path: PATH, removesPath: true });
    const place = proxy.url + PATH;
    const { findings } = await createClient({ url: place }, token).call('checkConnection', {
      query: { address: place },
    });
    const found = findings.find(({ topic }) => topic === 'address');
    expect([found?.level, found?.advice]).toEqual(['problem', expect.stringContaining('server.base_path')]);
  });
});

describe.each(proxyPrograms)('a server behind $name', ({ isFound, start }) => {
  it.runIf(isFound).each(WAYS)('works below a path: $name', async ({ config, ...way }) => {
    await using server = await startServer('sqlite', { config });
    await using proxy = await start(server.url, way);
    await expectEverythingBelow(server, proxy.url + PATH);
  });
});
