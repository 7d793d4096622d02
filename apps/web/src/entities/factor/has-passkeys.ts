/** Whether a host name can have passkeys: numeric addresses cannot (WebAuthn level 3, section 5.1.2). */
function isName(hostname: string): boolean {
  return !/^[\d.]+$|^\[/.test(hostname);
}

/** Whether this browser has passkeys at this address. */
export function hasPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in globalThis && isName(location.hostname);
}
