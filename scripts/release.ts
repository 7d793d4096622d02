/**
 * `npm run release`: writes everything of a release to dist/release: the package, its parts (CycloneDX), release notes and
 * checksums. It publishes nothing and changes no file of the repository. It stops for packages with known vulnerabilities that
 * another version mends, and without a report about them; `-- --unaudited` goes on all the same.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findObstacles } from './describe-audit.ts';
import { listReleasedPackages } from './release/list-packages.ts';
import { readManifest } from './release/manifest.ts';
import { formatNotes, readNotes } from './release/notes.ts';
import { packPackage } from './release/pack.ts';
import { makeSbom } from './release/sbom.ts';
import { OUT } from './release/stage.ts';
import { runAudit } from './run-audit.ts';

const released = new Set(listReleasedPackages().map(({ name }) => name));
const obstacles = findObstacles((await runAudit()) ?? '', released);
if (obstacles.length > 0) {
  console.error(obstacles.join('\n'));
  if (!process.argv.includes('--unaudited'))
    throw new Error('No release: see above. `-- --unaudited` makes it all the same');
}

const into = join(OUT, 'release');
const { version } = readManifest('apps/server');
await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });

const packed = await packPackage();
const archive = basename(packed);
await rename(packed, join(into, archive));
const sbom = makeSbom(version, { at: new Date(), serialNumber: randomUUID() });
await writeFile(join(into, 'lectern.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
await writeFile(join(into, 'release-notes.md'), formatNotes(version, await readNotes()));

const names = [archive, 'lectern.cdx.json', 'release-notes.md'];
const sums = await Promise.all(
  names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(into, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  }),
);
await writeFile(join(into, 'SHA256SUMS'), sums.join(''));
console.log(`${into}\n${sums.join('')}Check them with: sha256sum --check SHA256SUMS`);
