import { listReleasedPackages, type ReleasedPackage } from './list-packages.ts';

/** Package URL, as CycloneDX and scanners of vulnerabilities name a package. */
function toPurl({ name, version }: Pick<ReleasedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function toHashes(integrity: string | undefined) {
  const [algorithm, base64] = integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512' || base64 === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] };
}

function toComponent(released: ReleasedPackage) {
  const { name, version, license, isOptional, integrity } = released;
  const [group, ...rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': toPurl(released),
    ...(group === undefined ? {} : { group }),
    name: rest.join('/'),
    version,
    scope: isOptional ? 'optional' : 'required',
    purl: toPurl(released),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...toHashes(integrity),
  };
}

function toPurlById(id: string): string {
  const at = id.lastIndexOf('@');
  return toPurl({ name: id.slice(0, at), version: id.slice(at + 1) });
}

/** The parts of a release as CycloneDX 1.6; the same for the same lock file, but for time and serial number. */
export function makeSbom(version: string, { at, serialNumber }: { readonly at: Date; readonly serialNumber: string }) {
  const packages = listReleasedPackages();
  const self = toPurl({ name: 'lectern', version });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serialNumber}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'lectern',
        version,
        purl: self,
        licenses: [{ expression: 'MIT' }],
      },
    },
    components: packages.map(toComponent),
    dependencies: [
      { ref: self, dependsOn: packages.map(toPurl) },
      ...packages.map((released) => ({ ref: toPurl(released), dependsOn: released.needs.map(toPurlById) })),
    ],
  };
}
