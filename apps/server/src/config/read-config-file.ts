import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as yaml from 'yaml';
import { CONFIG_LEAVES, suggestion } from './leaves.ts';

/** The configuration is invalid; the message lists every problem with the valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A value and its source. */
export interface Found {
  readonly value: unknown;
  /** For messages: `--port`, `LECTERN_SERVER_PORT`, `lectern.yaml`. */
  readonly source: string;
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
  // Loaded on first use: most servers have no file.
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

/** Reads the file as values by key; unknown content is added to `problems`. */
export function readConfigFile(path: string, problems: string[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const content = readYaml(path, problems) ?? {};
  if (!isMapping(content)) {
    problems.push(`${path}: expected sections with keys, such as "server:"`);
    return found;
  }
  const keys = CONFIG_LEAVES.map((leaf) => leaf.key);
  const sections = new Set(keys.filter((key) => key.includes('.')).map((key) => key.replace(/[.].*$/, '')));
  const takeAll = (above: string, section: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(section)) {
      const key = `${above}.${name}`;
      const isSection = keys.some((known) => known.startsWith(`${key}.`));
      if (isSection && isMapping(value)) takeAll(key, value);
      else take(key, value);
    }
  };
  const take = (key: string, value: unknown): void => {
    if (!keys.includes(key)) problems.push(`${path}: unknown key ${key}${suggestion(key, keys)}`);
    else if (value !== null) found.set(key, { value, source: path });
  };
  for (const [name, value] of Object.entries(content)) {
    if (!sections.has(name)) {
      if (keys.includes(name)) take(name, value);
      else problems.push(`${path}: unknown key ${name}${suggestion(name, [...sections, ...keys])}`);
    } else if (isMapping(value)) {
      takeAll(name, value);
    } else if (value !== null) {
      problems.push(`${path}: section ${name} must hold keys, found ${JSON.stringify(value)}`);
    }
  }
  return found;
}
