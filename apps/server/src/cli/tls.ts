import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { openAuthority } from '#tls/authority.ts';
import { isHttps, readCertificate } from '#tls/certificate.ts';
import { listLeafNames } from '#tls/leaf.ts';
import { CONFIG_OPTIONS, parseArguments, readCommandConfig } from './arguments.ts';

function describeCertificate(cert: string): string[] {
  const { subjectAltName = 'no names', validTo, fingerprint256 } = new X509Certificate(cert);
  return [`Names:       ${subjectAltName}`, `Good until:  ${validTo}`, `SHA-256:     ${fingerprint256}`];
}

/** `lectern tls`: shows the certificate or the authority of the server. */
export async function showTls(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, CONFIG_OPTIONS);
  const { dataDir, server } = readCommandConfig(values);
  const { mode, cert, key } = server.tls;
  if (!isHttps(server)) {
    console.log(
      'The server speaks http. For https set server.tls.cert and server.tls.key, or server.tls.mode to local.',
    );
    return;
  }
  if (mode === 'files' && cert !== undefined && key !== undefined) {
    console.log(
      [`Certificate: ${cert}`, ...describeCertificate((await readCertificate({ cert, key })).cert)].join('\n'),
    );
    return;
  }
  const authority = await openAuthority(join(dataDir, 'tls'));
  const lines = [
    'Authority of this server. Devices install its certificate from the page /certificate.',
    `Good until:  ${authority.validTo.toISOString().slice(0, 10)}`,
    `SHA-256:     ${authority.fingerprint}`,
    `Names:       ${listLeafNames(server).join(', ')}`,
  ];
  console.log(lines.join('\n'));
}
