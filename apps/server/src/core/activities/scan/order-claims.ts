/** A path wanted by a book or series. */
export interface Claim {
  readonly path: string;
  /** Absent for a new one. */
  readonly id?: string | undefined;
}

/** `park` moves the owner to a placeholder path; `meet` moves it to the wanted path. */
type ClaimStep<Of extends Claim> =
  | { readonly kind: 'park'; readonly claim: Of }
  | { readonly kind: 'meet'; readonly claim: Of };

/**
 * Orders claims so that no path ever has two owners: an owner leaves before the next one comes. A cycle starts with a parked one.
 * @param claims at most one per path and per id
 * @param vacated by path: id of the current owner that leaves
 * @returns units of steps that belong into one transaction each
 */
export function orderClaims<Of extends Claim>(
  claims: readonly Of[],
  vacated: ReadonlyMap<string, string>,
): readonly (readonly ClaimStep<Of>[])[] {
  const claimById = new Map(claims.flatMap((claim) => (claim.id === undefined ? [] : [[claim.id, claim] as const])));
  const ordered = new Set<Of>();
  const before = ({ path }: Of): Of | undefined => {
    const id = vacated.get(path);
    return id === undefined ? undefined : claimById.get(id);
  };
  return claims.flatMap((first) => {
    const chain: Of[] = [];
    let next: Of | undefined = first;
    while (next !== undefined && !ordered.has(next)) {
      chain.push(next);
      ordered.add(next);
      next = before(next);
    }
    if (chain.length === 0) return [];
    const steps = chain.reverse().map((claim) => ({ kind: 'meet' as const, claim }));
    return [next === first ? [{ kind: 'park' as const, claim: first }, ...steps] : steps];
  });
}
