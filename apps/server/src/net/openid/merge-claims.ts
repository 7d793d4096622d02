type Claims = Readonly<Record<string, unknown>>;

/** Claims of an ID token, with those of the UserInfo endpoint. */
export type OpenIdClaims = Claims & { readonly iss: string; readonly sub: string };

/** The address and its confirmation, both of one document: the confirmation of one address says nothing about another. */
function pickAddress(idToken: Claims, userInfo: Claims): Claims {
  const isOnlyNamed = idToken['email_verified'] === undefined && idToken['email'] === userInfo['email'];
  const { email, email_verified } = idToken['email'] === undefined || isOnlyNamed ? userInfo : idToken;
  return { email, email_verified };
}

/** The claims of both documents. The ID token is signed, so it counts first. It alone tells how its user was authenticated. */
export function mergeClaims(idToken: OpenIdClaims, userInfo: Claims): OpenIdClaims {
  return { ...userInfo, amr: undefined, ...idToken, ...pickAddress(idToken, userInfo) };
}
