import type { PasskeyAsked, PasskeyMade, PasskeyProof } from '@lectern/contract';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** The user closed the dialog of the browser, or waited too long. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** Waits for the user. @throws {PasskeyCancelled} when the browser gives nothing */
async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyCancelled('The browser gave no passkey', { cause: error });
  }
}

/** Lets the browser make a passkey. */
export async function makePasskey({ options }: PasskeyAsked): Promise<PasskeyMade> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await ask(async () => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
}

/** Lets the browser sign with a passkey. */
export async function signWithPasskey({ options }: PasskeyAsked): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await ask(async () => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}
