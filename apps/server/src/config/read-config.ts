import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { CONFIG_LEAVES, type ConfigLeaf, describeShape, suggestion } from './leaves.ts';
import { ConfigError, type Found, readConfigFile } from './read-config-file.ts';
import { type Config, ConfigSchema } from './schema.ts';
import { isBasePath } from './value-checks.ts';

/** The environment of the process; no other code reads it. Empty variables count as unset. */
export function readEnvironment(): Readonly<Record<string, string>> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** Makes a path absolute: `~` is the home folder, and a relative path counts from the current folder. */
export function expandPath(path: string): string {
  return resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);
}

/** Sources of the configuration: flags over environment over file over defaults. */
export interface ConfigSources {
  /** By key as in the file (`server.port`). */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly file?: string;
}

/** Set by the command of the npm package: where data lies when no source says so. */
const DEFAULT_DATA_DIR = 'LECTERN_DEFAULT_DATA_DIR';

/** Variables with our prefix that are no settings. */
const OTHER_VARIABLES = /^LECTERN_(CONFIG$|DEFAULT_DATA_DIR$|TEST_)/;

/** Converts text to the type of the schema; text that does not convert stays as it is. */
function fromText(text: string, { shape }: ConfigLeaf): unknown {
  if (shape.type === 'integer' && /^-?\d+$/.test(text.trim())) return Number(text);
  if (shape.type === 'boolean') {
    const known: Readonly<Partial<Record<string, boolean>>> = { true: true, '1': true, false: false, '0': false };
    return known[text.trim().toLowerCase()] ?? text;
  }
  if (shape.type === 'array') {
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  return text;
}

function reportUnknownVariables(environment: Readonly<Record<string, string>>, problems: string[]): void {
  const known = CONFIG_LEAVES.map((leaf) => leaf.variable);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('LECTERN_') || known.includes(name) || OTHER_VARIABLES.test(name)) continue;
    problems.push(`environment: unknown variable ${name}${suggestion(name, known)}`);
  }
}

/** Puts a value at its path of nested sections. */
function place(values: Record<string, unknown>, [name, ...below]: ConfigLeaf['path'], value: unknown): void {
  const [next, ...rest] = below;
  if (next === undefined) {
    values[name] = value;
    return;
  }
  const section = (values[name] ?? {}) as Record<string, unknown>;
  values[name] = section;
  place(section, [next, ...rest], value);
}

/** Refuses settings of https that contradict each other. @throws {ConfigError} */
function checkTls({ mode, cert, key }: Config['server']['tls']): void {
  if (mode === 'local' && (cert !== undefined || key !== undefined)) {
    throw new ConfigError('server.tls.mode is local, so server.tls.cert and server.tls.key must not be set');
  }
  if ((cert === undefined) !== (key === undefined)) {
    const [given, missing] = cert === undefined ? ['key', 'cert'] : ['cert', 'key'];
    throw new ConfigError(`server.tls.${given} is set, and server.tls.${missing} is missing: https needs both`);
  }
}

/** Refuses half of a sign-in provider, which no page would offer. @throws {ConfigError} */
function checkOidc({ issuer, clientId }: Config['auth']['oidc']): void {
  if ((issuer === undefined) === (clientId === undefined)) return;
  const [given, missing] = issuer === undefined ? ['client_id', 'issuer'] : ['issuer', 'client_id'];
  throw new ConfigError(`auth.oidc.${given} is set, and auth.oidc.${missing} is missing: a provider needs both`);
}

const SECRET_KEYS = new Set([
  ...['auth.jwt_secret', 'auth.oidc.client_secret', 'backups.passphrase'],
  ...['database.url', 'mail.password'],
]);

function check(leaf: ConfigLeaf, { value, source }: Found, problems: string[]): unknown {
  const parsed = leaf.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const shown = SECRET_KEYS.has(leaf.key) ? 'the value' : JSON.stringify(value);
  const custom = parsed.error.issues.find((issue) => issue.message.startsWith('must '))?.message;
  const expected = custom ?? `must be ${describeShape(leaf.shape)}`;
  const options = leaf.shape.enum?.map(String) ?? [];
  const hint = typeof value === 'string' ? suggestion(value, options) : '';
  problems.push(`${source}: ${leaf.key} cannot be ${shown}: ${expected}${hint}`);
  return undefined;
}

/**
 * The path and the whole address of the server: each completes the other.
 * @throws {ConfigError} they name different paths
 */
function joinAddress({ basePath, publicUrl }: Config['server']): Pick<Config['server'], 'basePath' | 'publicUrl'> {
  if (publicUrl === undefined) return { basePath, publicUrl };
  const { origin, pathname } = new URL(publicUrl);
  const path = pathname.replace(/\/+$/, '');
  if (path !== '' && !isBasePath(path)) {
    throw new ConfigError(`server.public_url cannot be ${publicUrl}: its path must be like /lectern`);
  }
  if (path !== '' && basePath !== '' && path !== basePath) {
    throw new ConfigError(
      `server.public_url is ${publicUrl}, and server.base_path is ${basePath}: both must name the same path`,
    );
  }
  const joined = path === '' ? basePath : path;
  return { basePath: joined, publicUrl: `${origin}${joined}` };
}

/**
 * Reads the configuration from all sources.
 * @returns validated values; `dataDir` is absolute
 * @throws {ConfigError} a key is unknown, a value is invalid or contradicts another, or the file cannot be read
 */
export function readConfig({ flags = {}, environment = {}, file }: ConfigSources): Config {
  const problems: string[] = [];
  const fromFile = file === undefined ? new Map<string, Found>() : readConfigFile(file, problems);
  reportUnknownVariables(environment, problems);
  const values: Record<string, unknown> = {};
  for (const leaf of CONFIG_LEAVES) {
    const flag = flags[leaf.key];
    const variable = environment[leaf.variable];
    let found = fromFile.get(leaf.key);
    if (variable !== undefined) found = { value: fromText(variable, leaf), source: leaf.variable };
    if (flag !== undefined) found = { value: fromText(flag, leaf), source: 'command line' };
    const value = found === undefined ? undefined : check(leaf, found, problems);
    place(values, leaf.path, value);
  }
  if (problems.length > 0) throw new ConfigError(`The configuration cannot be used:\n  ${problems.join('\n  ')}`);
  values['dataDir'] ??= environment[DEFAULT_DATA_DIR];
  const config = ConfigSchema.parse(values);
  checkTls(config.server.tls);
  checkOidc(config.auth.oidc);
  return {
    ...config,
    server: { ...config.server, ...joinAddress(config.server) },
    dataDir: expandPath(config.dataDir),
    files: { roots: config.files.roots.map(expandPath) },
  };
}
