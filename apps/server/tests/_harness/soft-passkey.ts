import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyAsked, PasskeyMade, PasskeyProof } from '@lectern/contract';

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** CBOR (RFC 8949) of what attestations need: bytes below 64 KiB. */
function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** What a test may make wrong. */
export interface PasskeyFaults {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly verifiesUser?: boolean;
  readonly counter?: number;
}

/** An authenticator with one key (ES256), as a phone or a security key is one. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #user = '';
  #counter = 0;

  /** @param origin of the page that uses it: `https://books.example.org` */
  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  #clientData(type: string, { options }: PasskeyAsked, faults: PasskeyFaults): Buffer {
    const challenge = faults.challenge ?? options['challenge'];
    return Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? this.#origin, crossOrigin: false }));
  }

  /** Authenticator data (WebAuthn level 3, section 6.1). */
  #data(faults: PasskeyFaults, credential: Buffer = Buffer.alloc(0)): Buffer {
    const host = faults.host ?? new URL(this.#origin).hostname;
    const flags = 0x01 | (faults.verifiesUser === false ? 0 : 0x04) | (credential.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? this.#counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, credential]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    return Buffer.concat([head, cborBytes(left), Buffer.from([0x22]), cborBytes(right)]);
  }

  /** Answers the options of a new passkey. */
  make(asked: PasskeyAsked, faults: PasskeyFaults = {}): PasskeyMade {
    const { user } = asked.options as unknown as { user: { id: string } };
    this.#user = user.id;
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const attestation = [cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])];
    const authData = [cborText('authData'), cborBytes(this.#data(faults, credential))];
    const object = Buffer.concat([Buffer.from([0xa3]), ...attestation, ...authData]);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', asked, faults).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge. */
  sign(asked: PasskeyAsked, faults: PasskeyFaults = {}): PasskeyProof {
    this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', asked, faults);
    const data = this.#data(faults);
    const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(this.#privateKey);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#user,
      },
    };
  }
}
