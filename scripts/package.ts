/** `npm run package [FOLDER]`: packs the npm package that operators install. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packPackage } from './release/pack.ts';
import { OUT } from './release/stage.ts';

const [folder = OUT] = process.argv.slice(2);
const path = await packPackage(resolve(folder));
const { size } = await stat(path);
console.log(`${path} (${(size / 1024 / 1024).toFixed(1)} MB)`);
console.log(`Try it: npx ${path} --help`);
