import { CONFIG_LEAVES, type ConfigLeaf, describeShape } from './leaves.ts';

const HEAD = `# Configuration

Lectern starts without any configuration. What is set here is read once, when the server starts; everything else is a
setting that an administrator changes while it runs.

Values come from, the strongest first:

1. flags of the command line (\`lectern --help\`),
2. environment variables, \`LECTERN_<SECTION>_<KEY>\`,
3. a YAML file, named by \`--config FILE\` or \`LECTERN_CONFIG\`,
4. the defaults below.

An unknown key or a value that cannot be used stops the start with a message that names the key, the value and what is
valid. A variable that is set to nothing counts as not set. Lists are separated by commas in the environment.

\`\`\`yaml
data_dir: /var/lib/lectern
server:
  host: 0.0.0.0
  port: 8080
database:
  url: postgres://lectern:secret@localhost/lectern
api:
  enable_api_docs: true
\`\`\`

This page is made from the code by \`npm run docs:config\`.
`;

function shownDefault({ shape, key }: ConfigLeaf): string {
  if (shape.default === undefined) return 'none';
  if (key === 'data_dir') return '`./data`';
  return Array.isArray(shape.default) && shape.default.length === 0
    ? 'empty'
    : `\`${typeof shape.default === 'string' ? shape.default : JSON.stringify(shape.default)}\``;
}

function entryOf(leaf: ConfigLeaf): string {
  const { key, variable, shape } = leaf;
  const lines = [
    `### \`${key}\``,
    '',
    shape.description ?? '',
    '',
    `- Default: ${shownDefault(leaf)}`,
    `- Valid: ${describeShape(shape)}`,
    `- Environment: \`${variable}\``,
  ];
  return `${lines.join('\n')}\n`;
}

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  const parts = [HEAD];
  let section = '';
  for (const leaf of CONFIG_LEAVES) {
    const [first] = leaf.key.split('.');
    const next = first === undefined || first === leaf.key ? 'General' : first;
    if (next !== section) parts.push(`## ${next}\n`);
    section = next;
    parts.push(entryOf(leaf));
  }
  return parts.join('\n');
}
