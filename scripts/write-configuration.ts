/** `npm run docs:config`: writes docs/configuration.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeConfiguration } from './describe-configuration.ts';

await writeFile(join(import.meta.dirname, '../docs/configuration.md'), describeConfiguration());
