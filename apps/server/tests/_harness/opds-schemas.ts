import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

const FOLDER = join(import.meta.dirname, '../../../../../shared/validators');

/** The published schemas of OPDS 2.0 and of Readium's manifests. */
export interface OpdsSchemas {
  readonly feed: ValidateFunction;
  readonly publication: ValidateFunction;
  readonly manifest: ValidateFunction;
  readonly authentication: ValidateFunction;
}

function schemasBelow(folder: string): object[] {
  return readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(FOLDER, folder, name), 'utf8')) as object);
}

function compiled(ajv: Ajv, id: string): ValidateFunction {
  const schema = ajv.getSchema(id);
  if (schema === undefined) throw new Error(`There is no schema ${id}`);
  return schema;
}

/** Schemas that lie beside the project; undefined in a clone without them. */
export function findOpdsSchemas(): OpdsSchemas | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const known = new Set<string>();
  for (const schema of [...schemasBelow('webpub/schema'), ...schemasBelow('opds2')]) {
    const id = '$id' in schema ? String(schema.$id) : '';
    if (!known.has(id)) ajv.addSchema(schema);
    known.add(id);
  }
  return {
    feed: compiled(ajv, 'https://specs.opds.io/schema/feed.schema.json'),
    publication: compiled(ajv, 'https://specs.opds.io/schema/publication.schema.json'),
    manifest: compiled(ajv, 'https://readium.org/webpub-manifest/schema/publication.schema.json'),
    authentication: compiled(ajv, 'https://drafts.opds.io/schema/authentication.schema.json'),
  };
}
