import { type FailedWork, listFailedWork } from '#db/repos/system/health.repo.ts';
import { listTargets } from '#db/repos/system/notices.repo.ts';
import { listEnabledSources } from '#db/repos/releases/release-sources.repo.ts';
import { mark, say } from '#words/say.ts';
import { sayStored } from '#words/stored-message.ts';
import { type Finding, warning, problem } from '../doctor/finding.ts';
import { sayTask } from '#jobs/task-words.ts';
import type { HealthContext } from './health-context.ts';

/** One failure is no news: other servers are away for a moment now and then. */
const FAILURES = 3;

/** Tasks whose failure another finding reports in its own words. */
const REPORTED_ELSEWHERE: readonly string[] = ['poll_release_source', 'send_notice'];

const TRY_AGAIN = mark('Read the error, mend its cause, and try the task again');

function sayReason(lastError: string | null): string {
  return lastError === null ? say('no reason is known') : sayStored(lastError);
}

function describeFailure({
  type,
  libraryName,
  count,
  lastError,
}: FailedWork): Pick<Finding, 'area' | 'message' | 'advice' | 'state'> {
  const values = { library: libraryName ?? '?', count, task: sayTask(type), reason: sayStored(lastError) };
  if (type === 'scan_library') {
    const message = say('The last scan of library “{library}” failed: {reason}', values);
    return { area: 'libraries', ...problem(message, say(TRY_AGAIN)) };
  }
  if (type === 'send_mail') {
    const message = say('{count, plural, one {# mail was} other {# mails were}} not sent: {reason}', values);
    return { area: 'mail', ...problem(message, say('Send a test mail from the settings, and check the mail server')) };
  }
  const message =
    libraryName === null
      ? say('{count, plural, one {# task} other {# tasks}} “{task}” failed: {reason}', values)
      : say('{count, plural, one {# task} other {# tasks}} “{task}” of library “{library}” failed: {reason}', values);
  return { area: 'tasks', ...warning(message, say(TRY_AGAIN)) };
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
      fingerprint: sayReason(lastError),
      ...warning(
        say('Release source “{name}” failed {count, plural, one {# time} other {# times}} in a row: {reason}', {
          name: displayName,
          count: failures,
          reason: sayReason(lastError),
        }),
        say('Check its address, or switch the source off'),
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
      fingerprint: sayReason(lastError),
      ...warning(
        say('Notices do not reach “{name}”: {reason}', { name, reason: sayReason(lastError) }),
        say('Check its address and secret, and send a test notice'),
      ),
    }));
}
