import type { PasskeyAsked, PasskeyMade, PasskeyProof } from '@lectern/contract';
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
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

function toProof({ id, response }: AuthenticationResponseJSON): PasskeyProof {
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Lets the browser sign with a passkey. */
export async function signWithPasskey({ options }: PasskeyAsked): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return toProof(await ask(async () => startAuthentication({ optionsJSON })));
}

/** Whether the browser lists passkeys in the menu of a field. */
export async function canFillPasskeys(): Promise<boolean> {
  return await browserSupportsWebAuthnAutofill();
}

/**
 * Lists passkeys in the menu of the field for the name, until the user chooses one, or another question takes its place.
 * @param stop ends the wait
 * @returns undefined when the user chose none
 */
export async function fillPasskey({ options }: PasskeyAsked, stop: AbortSignal): Promise<PasskeyProof | undefined> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  stop.addEventListener('abort', cancel, { once: true });
  try {
    return toProof(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    return undefined;
  } finally {
    stop.removeEventListener('abort', cancel);
  }
}
