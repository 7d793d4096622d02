import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that signed itself, and its key, as PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** One value of DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string): Buffer => der(0x17, Buffer.from(text));

/** ecdsa-with-SHA256 (RFC 5758). */
const SIGNATURE = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Makes a certificate (X.509, RFC 5280) for 127.0.0.1, good until 2049. */
export function newSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from('Lectern test')))));
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const extensions = sequence(sequence(objectId(SUBJECT_ALT_NAME), der(0x04, sequence(address))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SIGNATURE,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, SIGNATURE, der(0x03, Buffer.from([0]), signature));
  return { cert: pem('CERTIFICATE', whole), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
