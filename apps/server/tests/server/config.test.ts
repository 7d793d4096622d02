import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigSources, readConfig } from '#config/read-config.ts';

interface TextFile extends AsyncDisposable {
  readonly path: string;
}

async function yamlFile(text: string): Promise<TextFile> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  const path = join(folder, 'lectern.yaml');
  await writeFile(path, text);
  return { path, [Symbol.asyncDispose]: async () => rm(folder, { recursive: true }) };
}

function listProblems(sources: ConfigSources): string {
  try {
    readConfig(sources);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') return error.message;
    throw error;
  }
  throw new Error('Expected the configuration to be refused');
}

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8080 });
    expect(config.api).toEqual({ enableApiDocs: false, apiDocsPath: '/docs' });
    expect(config.dataDir).toBe(resolve('data'));
    expect(config.database.url).toBeUndefined();
  });

  it('comes from flags over environment over file over defaults', async () => {
    await using file = await yamlFile('server:\n  host: 10.0.0.1\n  port: 1\nlog:\n  level: warn\n');
    const environment = { LECTERN_SERVER_PORT: '2', LECTERN_SERVER_HOST: '10.0.0.2' };
    const config = readConfig({ file: file.path, environment, flags: { 'server.port': '3' } });
    expect(config.server).toMatchObject({ port: 3, host: '10.0.0.2', stopTimeoutSeconds: 10 });
    expect(config.log.level).toBe('warn');
  });

  it('keeps data where the installed command says, unless a source says otherwise', async () => {
    await using file = await yamlFile('data_dir: /from-file\n');
    const environment = { LECTERN_DEFAULT_DATA_DIR: '/of-the-system' };
    expect(readConfig({ environment }).dataDir).toBe('/of-the-system');
    expect(readConfig({ environment, file: file.path }).dataDir).toBe('/from-file');
    expect(readConfig({ environment: { ...environment, LECTERN_DATA_DIR: '/set' } }).dataDir).toBe('/set');
  });

  it('reads numbers, flags and lists from the environment', () => {
    const config = readConfig({
      environment: {
        LECTERN_API_ENABLE_API_DOCS: 'TRUE',
        LECTERN_AUTH_COOKIE_SECURE: '1',
        LECTERN_SERVER_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
        LECTERN_TASKS_WORKERS: '3',
        PATH: '/bin',
      },
    });
    expect(config.api.enableApiDocs).toBe(true);
    expect(config.auth.cookieSecure).toBe(true);
    expect(config.server.trustedProxies).toEqual(['loopback', '10.0.0.0/8']);
    expect(config.tasks.workers).toBe(3);
  });

  it.each([
    [{ 'server.base_path': '/lectern/' }, '/lectern', undefined],
    [{ 'server.public_url': 'https://nas.example.org/lectern/' }, '/lectern', 'https://nas.example.org/lectern'],
    [
      { 'server.public_url': 'https://nas.example.org', 'server.base_path': '/a/b' },
      '/a/b',
      'https://nas.example.org/a/b',
    ],
    [{ 'server.public_url': 'https://nas.example.org/' }, '', 'https://nas.example.org'],
  ])('joins the path and the public address of %j', (flags, basePath, publicUrl) => {
    expect(readConfig({ flags }).server).toMatchObject({ basePath, publicUrl });
  });

  it.each(['//evil.example', '/..', '/a b', '/api', 'lectern', '/a//b', '/"x'])('refuses the path %s', (path) => {
    expect(listProblems({ flags: { 'server.base_path': path } })).toContain('must be a path such as /lectern');
  });

  it('refuses two paths, and https that contradicts itself', () => {
    const address = { 'server.public_url': 'https://nas.example.org/a' };
    expect(listProblems({ flags: { ...address, 'server.base_path': '/b' } })).toContain('both must name the same path');
    expect(listProblems({ flags: { 'server.tls.key': 'k' } })).toContain('server.tls.cert is missing');
    const local = { 'server.tls.mode': 'local', 'server.tls.cert': 'c', 'server.tls.key': 'k' };
    expect(listProblems({ flags: local })).toContain('server.tls.mode is local');
  });

  it('refuses half of a sign-in provider', () => {
    const listMissing = (key: string, value: string) => listProblems({ flags: { [`auth.oidc.${key}`]: value } });
    expect(listMissing('issuer', 'https://id.example.org')).toContain('auth.oidc.client_id is missing');
    expect(listMissing('client_id', 'lectern')).toContain('auth.oidc.issuer is missing');
    expect(listMissing('name', 'proxy')).toContain('must not be proxy');
  });

  it('reads sections within sections', async () => {
    await using file = await yamlFile('server:\n  tls:\n    mode: local\n    redirect_port: 80\n');
    expect(readConfig({ file: file.path }).server.tls).toMatchObject({ mode: 'local', redirectPort: 80 });
    await using wrong = await yamlFile('server:\n  tls:\n    modus: local\n');
    expect(listProblems({ file: wrong.path })).toContain('unknown key server.tls.modus; did you mean server.tls.mode?');
    await using bare = await yamlFile('server:\n  tls: local\n');
    expect(listProblems({ file: bare.path })).toContain('server.tls');
  });

  it('takes the home folder for a tilde', () => {
    expect(readConfig({ flags: { data_dir: '~/books' } }).dataDir).toBe(join(homedir(), 'books'));
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a number that is a word',
      { LECTERN_SERVER_PORT: 'many' },
      'LECTERN_SERVER_PORT: server.port cannot be "many": must be a whole number from 0 to 65535',
    ],
    [
      'a number out of range',
      { LECTERN_SERVER_PORT: '70000' },
      'server.port cannot be 70000: must be a whole number from 0 to 65535',
    ],
    [
      'a word that is none of the known',
      { LECTERN_LOG_LEVEL: 'inof' },
      'log.level cannot be "inof": must be one of fatal, error, warn, info, debug, trace, silent; did you mean info?',
    ],
    [
      'a flag that is neither',
      { LECTERN_API_ENABLE_API_DOCS: 'maybe' },
      'api.enable_api_docs cannot be "maybe": must be true or false',
    ],
    [
      'an unknown variable',
      { LECTERN_SERVER_PROT: '1' },
      'unknown variable LECTERN_SERVER_PROT; did you mean LECTERN_SERVER_PORT?',
    ],
    [
      'a path of the API for its documentation',
      { LECTERN_API_API_DOCS_PATH: '/api/v1' },
      'must not be a path of the API or the web app',
    ],
    [
      'a database that is not supported',
      { LECTERN_DATABASE_URL: 'mysql://x/y' },
      'database.url cannot be the value: must be an address like postgres://',
    ],
    [
      'a proxy that is none',
      { LECTERN_SERVER_TRUSTED_PROXIES: '10.0.0.0/33' },
      'server.trusted_proxies cannot be ["10.0.0.0/33"]: must hold addresses, networks such as 10.0.0.0/8, or loopback',
    ],
    [
      'a secret that is too short',
      { LECTERN_AUTH_JWT_SECRET: 'secret' },
      'auth.jwt_secret cannot be the value: must have at least 32 characters',
    ],
  ])('refuses %s', (_what, environment, message) => {
    expect(listProblems({ environment })).toContain(message);
  });

  it('names every problem of a file, with its place', async () => {
    await using file = await yamlFile('serve:\n  port: 1\nserver:\n  prot: 1\n  host: 7\nlog: loud\n');
    const text = listProblems({ file: file.path });
    expect(text.split('\n').slice(1)).toEqual([
      `  ${file.path}: unknown key serve; did you mean server?`,
      `  ${file.path}: unknown key server.prot; did you mean server.port?`,
      `  ${file.path}: section log must hold keys, found "loud"`,
      `  ${file.path}: server.host cannot be 7: must be a text`,
    ]);
  });

  it('never shows a secret it refuses', () => {
    const text = listProblems({
      environment: {
        LECTERN_AUTH_JWT_SECRET: 'hunter2',
        LECTERN_BACKUPS_PASSPHRASE: 'hunter2',
        LECTERN_DATABASE_URL: 'x:hunter2',
      },
    });
    expect(text).toContain('backups.passphrase cannot be the value: must have at least 8 characters');
    expect(text).not.toContain('hunter2');
  });

  it('never shows a secret of a file that it refuses', async () => {
    await using file = await yamlFile(
      'mail:\n  password: 4711\nauth:\n  jwt_secret: 4711\n  oidc:\n    client_secret: 4711\n',
    );
    const text = listProblems({ file: file.path });
    expect(text).toContain('mail.password cannot be the value');
    expect(text).not.toContain('4711');
  });

  it('refuses a file that is not YAML or not there', async () => {
    await using file = await yamlFile('server: [1\n');
    expect(listProblems({ file: file.path })).toContain(`${file.path}: `);
    expect(listProblems({ file: `${file.path}.not` })).toBe(
      `Cannot read the configuration file ${file.path}.not: it does not exist`,
    );
  });
});
