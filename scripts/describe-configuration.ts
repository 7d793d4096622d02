import { CONFIG_LEAVES, type ConfigLeaf, describeShape } from '../apps/server/src/config/leaves.ts';

/** The text of docs/configuration.md: every value that can be set, from the schema that checks it. */
export function describeConfiguration(): string {
  const sections = new Map<string, ConfigLeaf[]>();
  for (const leaf of CONFIG_LEAVES) {
    const name = leaf.path.length === 1 ? '' : leaf.path[0];
    sections.set(name, [...(sections.get(name) ?? []), leaf]);
  }
  const described = [...sections].map(([name, leaves]) => describeSection(name, leaves));
  return [INTRODUCTION, ...described].join('\n');
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
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
