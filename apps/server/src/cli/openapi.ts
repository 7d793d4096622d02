import { stringify } from 'yaml';
import { writeText } from '#files/data/atomic-write.ts';
import { describeApi } from '../http/openapi.ts';
import { parseArguments, UsageError } from './arguments.ts';

/** The OpenAPI description as text. */
export function openApiText(format: 'json' | 'yaml'): string {
  const description = describeApi();
  return format === 'json'
    ? `${JSON.stringify(description, null, 2)}\n`
    : stringify(description, { aliasDuplicateObjects: false });
}

/** `lectern openapi`: writes the OpenAPI description to a file or standard output. */
export async function writeOpenApi(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    output: { type: 'string', short: 'o' },
    format: { type: 'string', short: 'f', default: 'json' },
  });
  const { format, output } = values;
  if (format !== 'json' && format !== 'yaml') {
    throw new UsageError(`Unknown format "${format}", expected json or yaml`);
  }
  const text = openApiText(format);
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  await writeText(output, text);
  console.log(`Wrote ${output}`);
}
