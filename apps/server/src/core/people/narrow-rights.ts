import type { EffectiveGrants, RightSource } from '@lectern/contract';
import { joinAgeLimits } from '#db/repos/rows/viewer-scope.ts';

type Grant = EffectiveGrants['grants'][number];

const BY_PARENT: RightSource = { kind: 'parent' };

function isAllowed({ accessMode }: Grant): boolean {
  return accessMode === 'allow';
}

function hasTag(grants: readonly Grant[], { sharingTagId }: Grant): boolean {
  return grants.some((grant) => grant.sharingTagId === sharingTagId);
}

/** Every denied tag of either; where both allow tags, those that both allow. */
function narrowGrants(child: readonly Grant[], parent: readonly Grant[]): Grant[] {
  const theirs = parent.map((grant) => ({ ...grant, sources: [BY_PARENT] }));
  const [allowed, allowedThere] = [child.filter(isAllowed), theirs.filter(isAllowed)];
  const both = allowed.filter((grant) => hasTag(allowedThere, grant));
  const one = allowed.length === 0 ? allowedThere : allowed;
  const denied = child.filter((grant) => !isAllowed(grant));
  const deniedThere = theirs.filter((grant) => !isAllowed(grant) && !hasTag(denied, grant));
  const shown = allowed.length > 0 && allowedThere.length > 0 ? both : one;
  return [...denied, ...deniedThere, ...shown.filter((grant) => !hasTag([...denied, ...deniedThere], grant))];
}

function narrowLibraries(child: EffectiveGrants, parent: EffectiveGrants): EffectiveGrants['libraries'] {
  if (parent.allLibraries.length > 0) return child.libraries;
  if (child.allLibraries.length > 0) return parent.libraries.map((library) => ({ ...library, sources: [BY_PARENT] }));
  return child.libraries.filter(({ libraryId }) => parent.libraries.some((other) => other.libraryId === libraryId));
}

/** What a child profile may see within what its parent may see, with the reasons. It agrees with `narrowSight`. */
export function narrowRights(child: EffectiveGrants, parent: EffectiveGrants): EffectiveGrants {
  const ageLimits = [...child.ageLimits, ...parent.ageLimits.map((limit) => ({ ...limit, source: BY_PARENT }))];
  return {
    userId: child.userId,
    grants: narrowGrants(child.grants, parent.grants),
    allLibraries: parent.allLibraries.length > 0 ? child.allLibraries : [],
    libraries: narrowLibraries(child, parent),
    ageLimit: joinAgeLimits(ageLimits) ?? null,
    ageLimits,
  };
}
