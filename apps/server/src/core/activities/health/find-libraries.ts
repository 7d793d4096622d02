import { listHeldBackLibraries } from '#db/repos/system/health.repo.ts';
import { listInspectedLibraries } from '#db/repos/system/system.repo.ts';
import { countFailedBooks } from '#db/repos/catalog/failed-books.repo.ts';
import { EVERYONE } from '#db/repos/rows/viewer-scope.ts';
import { say } from '#words/say.ts';
import { checkLibrary } from '../doctor/check-libraries.ts';
import { type Finding, warning } from '../doctor/finding.ts';
import type { HealthContext } from './health-context.ts';

/** Libraries whose folder does not answer, or is in a wrong place. */
export async function findSickLibraries({ db, config }: HealthContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const library of await listInspectedLibraries(db)) {
    const found = await checkLibrary(library, config);
    findings.push(
      ...found.map((one, index) => ({
        area: 'libraries' as const,
        ...one,
        key: `library ${library.id} ${String(index)}`,
      })),
    );
  }
  return findings;
}

/** Libraries with removals that wait for an answer. */
export async function findHeldBackRemovals({ db }: HealthContext): Promise<Finding[]> {
  const libraries = await listHeldBackLibraries(db.read);
  return libraries.map(({ id, name, count, since }) => ({
    area: 'libraries',
    key: `removals ${id}`,
    page: 'health',
    since,
    fingerprint: String(count),
    ...warning(
      say('Library “{name}”: the files of {count, plural, one {# book} other {# books}} are missing', { name, count }),
      say('Say whether they are gone for good. Until then Lectern keeps the books'),
    ),
  }));
}

/** Books that cannot be read. */
export async function findBrokenBooks({ db }: HealthContext): Promise<Finding[]> {
  const count = await countFailedBooks(db.read, EVERYONE, {});
  if (count === 0) return [];
  const found = warning(
    say('{count, plural, one {# book has an error} other {# books have errors}}', { count }),
    say('The list says what is wrong with each file. Replace the file, or ignore the error'),
  );
  return [{ area: 'books', key: 'book errors', page: 'health', fingerprint: String(count), ...found }];
}
