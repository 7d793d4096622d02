import type { BlockedClaim } from './applier.ts';
import { orderClaims, parkedPath } from './order-claims.ts';
import type { ChangeWriter, ScanChange } from './write-changes.ts';

/** The change of a claim, from where its book is by now. */
function changeOf({ change }: BlockedClaim, wasParked: boolean): ScanChange {
  const { what } = change;
  if (!wasParked || what.kind !== 'book') return change;
  return { ...change, what: { ...what, seen: { ...what.seen, path: parkedPath(what.seen.path, what.id) } } };
}

function parking({ change: { what } }: BlockedClaim): ScanChange[] {
  if (what.kind !== 'book') return [];
  const { id, seen } = what;
  return [{ what: { kind: 'book', id, seen, change: { path: parkedPath(seen.path, id) } } }];
}

/**
 * Writes books to paths that other books had: whoever leaves goes first, and books that change places do so in one transaction.
 * Cut off between, each book is at its old path, at its new one, or at none where the next scan finds it by its content.
 * @param vacated by path: the known book that leaves it
 */
export async function writeClaims(
  writer: ChangeWriter,
  claims: readonly BlockedClaim[],
  vacated: ReadonlyMap<string, string>,
): Promise<void> {
  for (const unit of orderClaims(claims, vacated)) {
    const parked = new Set(unit.flatMap(({ kind, claim }) => (kind === 'park' ? [claim] : [])));
    const changes = unit.flatMap(({ kind, claim }) =>
      kind === 'park' ? parking(claim) : [changeOf(claim, parked.has(claim))],
    );
    await writer.pushTogether(changes);
  }
}
