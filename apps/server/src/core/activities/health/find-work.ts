import { type FailedWork, listFailedWork } from '#db/repos/system/health.repo.ts';
import { listTargets } from '#db/repos/system/notices.repo.ts';
import { listEnabledSources } from '#db/repos/releases/release-sources.repo.ts';
import { type Finding, warning, problem } from '../doctor/finding.ts';
import { countWords } from './find-libraries.ts';
import type { HealthContext } from './health-context.ts';

/** One failure is no news: other servers are away for a moment now and then. */
const FAILURES = 3;

/** Tasks whose failure another finding reports in its own words. */
const REPORTED_ELSEWHERE: readonly string[] = ['poll_release_source', 'send_notice'];

const TRY_AGAIN = 'Read the error, mend its cause, and try the task again';

function describeFailure({
  type,
  libraryName,
  count,
  lastError: reason,
}: FailedWork): Pick<Finding, 'area' | 'message' | 'advice' | 'state'> {
  if (type === 'scan_library') {
    return {
      area: 'libraries',
      ...problem(`The last scan of library "${libraryName ?? '?'}" failed: ${reason}`, TRY_AGAIN),
    };
  }
  if (type === 'send_mail') {
    const message = `${countWords(count, 'mail was', 'mails were')} not sent: ${reason}`;
    return { area: 'mail', ...problem(message, 'Send a test mail from the settings, and check the mail server') };
  }
  const place = libraryName === null ? '' : ` of library "${libraryName}"`;
  const name = type.replaceAll('_', ' ');
  return {
    area: 'tasks',
    ...warning(`${countWords(count, `task "${name}"`, `tasks "${name}"`)}${place} failed: ${reason}`, TRY_AGAIN),
  };
}

/** Tasks, scans and mails that failed, until the same work succeeds. */
export async function findFailedWork({ db }: HealthContext): Promise<Finding[]> {
  const failed = await listFailedWork(db);
  return failed
    .filter(({ type }) => !REPORTED_ELSEWHERE.includes(type))
    .map((work) => ({
      key: `failed ${work.type} ${work.libraryId ?? ''}`,
      page: work.type === 'send_mail' ? ('settings' as const) : ('tasks' as const),
      fingerprint: String(work.lastAt),
      since: work.firstAt,
      ...describeFailure(work),
    }));
}

/** Release sources that failed several times in a row. */
export async function findFailingSources({ db }: HealthContext): Promise<Finding[]> {
  const sources = await listEnabledSources(db.read);
  return sources
    .filter(({ failures }) => failures >= FAILURES)
    .map(({ id, displayName, failures, lastError }) => ({
      area: 'releases',
      key: `release source ${id}`,
      fingerprint: lastError ?? '',
      ...warning(
        `Release source "${displayName}" failed ${String(failures)} times in a row: ${lastError ?? 'no reason is known'}`,
        'Check its address, or switch the source off',
      ),
    }));
}

/** Targets of the server's notices that failed several times in a row. */
export async function findFailingTargets({ db }: HealthContext): Promise<Finding[]> {
  const targets = await listTargets(db.read, null);
  return targets
    .filter(({ enabled, failures }) => enabled === 1 && failures >= FAILURES)
    .map(({ id, name, lastError }) => ({
      area: 'mail',
      key: `notification target ${id}`,
      page: 'notifications',
      fingerprint: lastError ?? '',
      ...warning(
        `Notices do not reach "${name}": ${lastError ?? 'no reason is known'}`,
        'Check its address and secret, and send a test notice',
      ),
    }));
}
