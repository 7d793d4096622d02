import type { PasskeyMade, PasskeyProof } from '@lectern/contract';
import { z } from 'zod';
import type { PasskeyTable } from '#db/schema/index.ts';
import type { PasskeyPlace } from './passkey-place.ts';

/** The library, loaded on first use: most servers have no passkeys. */
const loadLibrary = async () => import('@simplewebauthn/server');

/** How long a browser waits for its user. */
const TIMEOUT_MS = 5 * 60_000;

type Options = Record<string, z.core.util.JSONType>;

const Transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']));

/** The transports of a stored or sent list that this version knows. */
function readTransports(list: unknown): z.output<typeof Transports> {
  const texts = z.array(z.unknown()).safeParse(list);
  return (texts.data ?? []).flatMap((one) => Transports.element.safeParse(one).data ?? []);
}

function toDescriptor({ credentialId, transports }: PasskeyTable) {
  return { id: credentialId, transports: readTransports(JSON.parse(transports)) };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

function toOptions(options: object): Options {
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(options)));
}

/** What a new passkey is for. */
interface NewPasskey {
  readonly place: PasskeyPlace;
  readonly serverName: string;
  readonly user: { readonly id: string; readonly username: string };
  /** 32 bytes, Base64url. */
  readonly challenge: string;
  /** Those that the user has. */
  readonly known: readonly PasskeyTable[];
}

/** Options for `navigator.credentials.create()`. Passkeys that browsers list by themselves are preferred. */
export async function makeCreationOptions({ place, serverName, user, challenge, known }: NewPasskey): Promise<Options> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: serverName,
    rpID: place.host,
    userName: user.username,
    userDisplayName: user.username,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: toBytes(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return toOptions(options);
}

/** A passkey that was proved to be new and made for a place. */
export type CheckedPasskey = Pick<PasskeyTable, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

/** Whether certificates come with a passkey. They are not asked for, and nothing here follows the addresses in them. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(toBytes(attestationObject));
  const format: unknown = decoded.get('fmt');
  if (format === 'none') return false;
  return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
}

/** Checks what a browser made (WebAuthn level 3, section 7.1). @returns undefined for anything wrong */
export async function checkNewPasskey(
  made: PasskeyMade,
  { place, challenge }: Pick<NewPasskey, 'place' | 'challenge'>,
): Promise<CheckedPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { clientDataJSON, attestationObject } = made.response;
  try {
    if (await hasCertificates(attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(readTransports(made.response.transports)),
      isSynced: credentialBackedUp ? 1 : 0,
    };
  } catch {
    // The library throws a plain error for each thing that can be wrong.
    return undefined;
  }
}

/** What a passkey must sign. */
interface AskedPasskey {
  readonly place: PasskeyPlace;
  readonly challenge: string;
  /** Whether it must ask its user for a PIN, face or finger: needed where no password was shown. */
  readonly verifiesUser: boolean;
}

/** Options for `navigator.credentials.get()`. @param known those of a user; empty for whichever the browser has */
export async function makeRequestOptions(
  { place, challenge, verifiesUser }: AskedPasskey,
  known: readonly PasskeyTable[],
): Promise<Options> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const here = known.filter(({ host }) => host === place.host);
  const options = await generateAuthenticationOptions({
    rpID: place.host,
    challenge: toBytes(challenge),
    timeout: TIMEOUT_MS,
    userVerification: verifiesUser ? 'required' : 'preferred',
    ...(here.length === 0 ? {} : { allowCredentials: here.map(toDescriptor) }),
  });
  return toOptions(options);
}

/** What a right signature changes. */
export type PasskeyUse = Pick<PasskeyTable, 'counter' | 'isSynced'>;

/** Checks a signature (WebAuthn level 3, section 7.2). @returns undefined for anything wrong */
export async function checkPasskey(
  proof: PasskeyProof,
  passkey: PasskeyTable,
  { place, challenge, verifiesUser }: AskedPasskey,
): Promise<PasskeyUse | undefined> {
  if (passkey.host !== place.host || passkey.credentialId !== proof.id) return undefined;
  // Empty for authenticators that know the user only by the list in the options.
  const handle = proof.response.userHandle ?? '';
  if (handle !== '' && Buffer.from(handle, 'base64url').toString() !== passkey.userId) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { clientDataJSON, authenticatorData, signature } = proof.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: proof.id,
        rawId: proof.id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      credential: {
        id: passkey.credentialId,
        publicKey: toBytes(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: verifiesUser,
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp ? 1 : 0 };
  } catch {
    // The library throws a plain error for each thing that can be wrong.
    return undefined;
  }
}
