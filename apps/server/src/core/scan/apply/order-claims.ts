/** A path that something new is to have: a known book or series, or one that is made there. */
export interface Claim {
  readonly path: string;
  /** Who comes; absent for what is new. */
  readonly id?: string | undefined;
}

/** One step on the way: who steps aside for a moment, or whose claim is met. */
export type ClaimStep<Of extends Claim> =
  | { readonly kind: 'park'; readonly claim: Of }
  | { readonly kind: 'meet'; readonly claim: Of };

/**
 * Orders claims so that no two ever have one path: whoever leaves a path goes before whoever comes to it. In a ring one has to
 * step aside first.
 * @param claims at most one a path, and one for each id
 * @param vacated by path: who has it now and leaves it
 * @returns units of steps: after each of them, and after each step, every path has at most one owner
 */
export function orderClaims<Of extends Claim>(
  claims: readonly Of[],
  vacated: ReadonlyMap<string, string>,
): readonly (readonly ClaimStep<Of>[])[] {
  const claimOf = new Map(claims.flatMap((claim) => (claim.id === undefined ? [] : [[claim.id, claim] as const])));
  const ordered = new Set<Of>();
  /** The claim of whoever is in the way. */
  const before = ({ path }: Of): Of | undefined => {
    const id = vacated.get(path);
    return id === undefined ? undefined : claimOf.get(id);
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

/**
 * A path for what has lost its own: in the same folder, and hidden, so that no scan takes a file for it.
 * @param path relative, `/` separated
 */
export function parkedPath(path: string, id: string): string {
  const mark = `.gone-${id}`;
  if (path.split('/').includes(mark)) return path;
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}${mark}/${path.slice(slash)}`;
}

/** Whether a path is one of those. */
export function isParked(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.gone-'));
}
