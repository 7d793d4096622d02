import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as yaml from 'yaml';
import { CONFIG_LEAVES, type ConfigLeaf, describeShape, nearest } from './leaves.ts';
import { type Config, ConfigSchema } from './schema.ts';

/** The environment of the process; the only place that looks at it. Variables set to nothing count as unset. */
export function readEnvironment(): Readonly<Record<string, string>> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(entries);
}

/** An absolute path: a leading `~` is the home folder, and a relative path counts from the current folder. */
export function expandPath(path: string): string {
  return resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);
}

/** The configuration cannot be used; the message lists every problem with what would be valid. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Where values come from, the strongest first: flags, environment, file; then defaults. */
export interface ConfigSources {
  /** By key as in the file (`server.port`), as given on the command line. */
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** YAML. */
  readonly file?: string;
}

interface Found {
  readonly value: unknown;
  /** For messages: `--port`, `LECTERN_SERVER_PORT`, `lectern.yaml`. */
  readonly source: string;
}

/** Names that start like a setting and are none. */
const OTHER_VARIABLES = /^LECTERN_(CONFIG$|TEST_)/;

/** Text of the environment or a flag as the value that the schema expects; the text itself when it is not one. */
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

function suggestion(text: string, candidates: readonly string[]): string {
  const near = nearest(text, candidates);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function readYaml(path: string, problems: string[]): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it does not exist' : String(error);
    throw new ConfigError(`Cannot read the configuration file ${path}: ${reason}`, { cause: error });
  }
  // Loaded when there is a file to read: most servers have none.
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof yaml;
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    problems.push(...document.errors.map((error) => `${path}: ${error.message.trim()}`));
    return {};
  }
  return document.toJS() as unknown;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The file as values by key; everything it should not contain is a problem. */
function readFile(path: string, problems: string[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const content = readYaml(path, problems) ?? {};
  if (!isMapping(content)) {
    problems.push(`${path}: expected sections with keys, such as "server:"`);
    return found;
  }
  const keys = CONFIG_LEAVES.map((leaf) => leaf.key);
  const sections = new Set(keys.filter((key) => key.includes('.')).map((key) => key.replace(/[.].*$/, '')));
  const take = (key: string, value: unknown): void => {
    if (!keys.includes(key)) problems.push(`${path}: unknown key ${key}${suggestion(key, keys)}`);
    else if (value !== null) found.set(key, { value, source: path });
  };
  for (const [name, value] of Object.entries(content)) {
    if (!sections.has(name)) {
      if (keys.includes(name)) take(name, value);
      else problems.push(`${path}: unknown key ${name}${suggestion(name, [...sections, ...keys])}`);
    } else if (isMapping(value)) {
      for (const [field, part] of Object.entries(value)) take(`${name}.${field}`, part);
    } else if (value !== null) {
      problems.push(`${path}: section ${name} must hold keys, found ${JSON.stringify(value)}`);
    }
  }
  return found;
}

function reportUnknownVariables(environment: Readonly<Record<string, string>>, problems: string[]): void {
  const known = CONFIG_LEAVES.map((leaf) => leaf.variable);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('LECTERN_') || known.includes(name) || OTHER_VARIABLES.test(name)) continue;
    problems.push(`environment: unknown variable ${name}${suggestion(name, known)}`);
  }
}

const SECRET_KEYS = new Set(['auth.jwt_secret', 'database.url', 'mail.password']);

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
 * Reads the configuration from all sources: flags over environment over file over defaults.
 * @returns the checked values; `dataDir` is absolute
 * @throws {ConfigError} when a key is unknown, a value is bad or the file cannot be read
 */
export function readConfig({ flags = {}, environment = {}, file }: ConfigSources): Config {
  const problems: string[] = [];
  const fromFile = file === undefined ? new Map<string, Found>() : readFile(file, problems);
  reportUnknownVariables(environment, problems);
  const values: Record<string, unknown> = {};
  for (const leaf of CONFIG_LEAVES) {
    const flag = flags[leaf.key];
    const variable = environment[leaf.variable];
    let found = fromFile.get(leaf.key);
    if (variable !== undefined) found = { value: fromText(variable, leaf), source: leaf.variable };
    if (flag !== undefined) found = { value: fromText(flag, leaf), source: 'command line' };
    const value = found === undefined ? undefined : check(leaf, found, problems);
    const [section, field] = leaf.path;
    if (field === undefined) values[section] = value;
    else values[section] = { ...(values[section] ?? {}), [field]: value };
  }
  if (problems.length > 0) throw new ConfigError(`The configuration cannot be used:\n  ${problems.join('\n  ')}`);
  const config = ConfigSchema.parse(values);
  return {
    ...config,
    dataDir: expandPath(config.dataDir),
    files: { roots: config.files.roots.map(expandPath) },
  };
}
