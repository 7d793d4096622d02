import { ConfigSchema } from '../apps/server/src/config/schema.ts';
import { SETTING_KEYS, SETTINGS } from '../apps/server/src/core/settings/definitions.ts';
import { readShape } from '../apps/server/src/core/settings/setting-values.ts';
import { CONFIG_LEAVES, type ConfigLeaf, describeShape } from '../apps/server/src/config/leaves.ts';

/** The text of docs/configuration.md: all values and settings, from their schemas. */
export function describeConfiguration(): string {
  const sections = new Map<string, ConfigLeaf[]>();
  for (const leaf of CONFIG_LEAVES) {
    const name = leaf.path.length === 1 ? '' : leaf.path[0];
    sections.set(name, [...(sections.get(name) ?? []), leaf]);
  }
  const described = [...sections].map(([name, leaves]) => describeSection(name, leaves));
  return [INTRODUCTION, ...described, describeSettings()].join('\n');
}

const INTRODUCTION = `# Configuration

Lectern runs without any. What can be set is below; this page is made from the table that checks the values
(\`npm run docs:config\`).

A value comes from, the strongest first: a flag of the command line, an environment variable, the configuration file, the
default. The file is YAML and is named by \`--config FILE\` or \`LECTERN_CONFIG\`:

\`\`\`yaml
server:
  host: 0.0.0.0
  port: 9000
log:
  level: debug
\`\`\`

An unknown key or a bad value stops the start with a message that names the key, the value and what would be valid. Flags
are listed by \`lectern --help\` (\`npm start -- --help\`).
`;

const SETTINGS_INTRODUCTION = `## Settings

What administrators change while the server runs, through the API (\`/api/v1/admin/settings\`). A change holds at once, in every
process that shares the database, unless said otherwise. Where the configuration has the same key, its value is the default:
what was set wins, and a setting that is put back follows the configuration again.

| Setting | Default | What it does |
|---|---|---|`;

/** One row per setting. */
function describeSettings(): string {
  const sections = Object.keys(ConfigSchema.shape).map((name) => [name, name === 'dataDir' ? undefined : {}]);
  const config = ConfigSchema.parse({
    ...Object.fromEntries(sections),
    server: { tls: {} },
    auth: { oidc: {}, proxy: {} },
  });
  const rows = [...SETTING_KEYS].sort().map((key) => {
    const { help, restart } = SETTINGS[key];
    const { minValue, maxValue, options } = readShape(SETTINGS[key]);
    const range = minValue === null || maxValue === null ? '' : ` From ${String(minValue)} to ${String(maxValue)}.`;
    const choice = options === null ? '' : ` One of ${options.join(', ')}.`;
    const when = restart ? ' Holds from the next start on.' : '';
    return `| \`${key}\` | ${describeDefault(SETTINGS[key].fallback(config))} | ${help}${range}${choice}${when} |`;
  });
  return [SETTINGS_INTRODUCTION, ...rows, ''].join('\n');
}

function describeSection(name: string, leaves: readonly ConfigLeaf[]): string {
  const title = name === '' ? '## Folders' : `## ${name}`;
  return [title, '', ...leaves.map(describeLeaf)].join('\n');
}

function describeLeaf({ key, variable, shape }: ConfigLeaf): string {
  const lines = [
    `### \`${key}\``,
    '',
    shape.description ?? '',
    '',
    `- **Value**: ${describeShape(shape)}`,
    `- **Default**: ${describeDefault(shape.default)}`,
    `- **Environment**: \`${variable}\``,
    '',
  ];
  return lines.join('\n');
}

function describeDefault(value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
