import { t } from '@lingui/core/macro';
import type { Release } from '@lectern/contract';
import { type Picked, stateAfter, useChangeReleases } from '#entities/release/change-releases.ts';
import {
  findDoubt,
  holdsWords,
  languageWords,
  safeAddress,
  STATE_WORDS,
  getReleaseTitle,
} from '#entities/release/release-words.ts';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { IconButton } from '#ui/controls/button.tsx';
import css from './releases-page.module.css';
import { SeriesChoice } from './series-choice.tsx';

interface ReleaseLineProps {
  readonly release: Release;
  readonly edits: boolean;
  /** Name of the source; undefined without permission. */
  readonly sourceName: string | undefined;
  readonly isPicked: boolean;
  readonly onPick: (release: Picked, isIn: boolean) => void;
}

export function ReleaseLine({ release, edits, sourceName, isPicked, onPick }: ReleaseLineProps) {
  const title = getReleaseTitle(release);
  const { waiting, enqueue } = useChangeReleases();
  const state = stateAfter(release, waiting) ?? release.state;
  const put = (action: 'mark-acquired' | 'dismiss' | 'reset') =>
    enqueue({ picked: [{ id: release.id, state }], action });
  return (
    <li className={css['line']} data-state={state}>
      {edits && (
        <label className={css['pick']}>
          <input
            type="checkbox"
            checked={isPicked}
            aria-label={t`Select ${title}`}
            onChange={(event) => onPick(release, event.target.checked)}
          />
        </label>
      )}
      <div className={css['words']}>
        <Title release={release} title={title} />
        <Details release={{ ...release, state }} sourceName={sourceName} />
        <Doubt release={release} edits={edits} />
      </div>
      {edits && (
        <div className={css['acts']}>
          {actsOn(state).map(({ place, icon, name, action }) => (
            <IconButton key={place} icon={icon} label={name(title)} onClick={() => put(action)} />
          ))}
        </div>
      )}
    </li>
  );
}

const HAVE_IT = {
  place: 'have',
  icon: 'check',
  name: (title: string) => t`I have it: ${title}`,
  action: 'mark-acquired',
} as const;

const DISMISS = {
  place: 'dismiss',
  icon: 'close',
  name: (title: string) => t`Dismiss: ${title}`,
  action: 'dismiss',
} as const;

const markAsNew = (title: string) => t`Mark as new: ${title}`;

/** Actions on a release. The clicked button becomes the undo button and keeps the focus. */
function actsOn(state: Release['state']) {
  if (state === 'announced') return [HAVE_IT, DISMISS];
  const { place } = state === 'dismissed' ? DISMISS : HAVE_IT;
  return [{ place, icon: 'refresh', name: markAsNew, action: 'reset' }] as const;
}

function Title({ release, title }: { readonly release: Release; readonly title: string }) {
  const address = safeAddress(release.payloadUrl);
  if (address === undefined) return <span className={css['title']}>{title}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer" className={css['title']}>
      {title}
    </a>
  );
}

const MEDIA = { torrent: t`Torrent`, magnet: t`Magnet`, direct: t`File`, other: t`Link` } as const;

function Details({ release, sourceName }: Pick<ReleaseLineProps, 'release' | 'sourceName'>) {
  const { groupOrUploader: uploader, language, mediaUrl, mediaUrlKind, state } = release;
  const at = release.releasedAt ?? release.observedAt;
  const media = safeAddress(mediaUrl);
  const title = getReleaseTitle(release);
  const medium = MEDIA[mediaUrlKind ?? 'other'];
  const holds = holdsWords(release);
  const facts = [
    state === 'announced' ? undefined : STATE_WORDS[state],
    holds === title ? undefined : holds,
    language === null ? undefined : languageWords(language),
    uploader === null ? undefined : t`by ${uploader}`,
    sourceName,
  ];
  return (
    <p className={css['details']}>
      {facts.filter((fact) => fact !== undefined).join(' · ')}
      {' · '}
      <time dateTime={at} title={formatMoment(at)}>
        {formatAgo(at, Date.now())}
      </time>
      {media !== undefined && (
        <>
          {' · '}
          <a href={media} rel="noreferrer" aria-label={t`${medium}: ${title}`}>
            {medium}
          </a>
        </>
      )}
    </p>
  );
}

function Doubt({ release, edits }: Pick<ReleaseLineProps, 'release' | 'edits'>) {
  if (edits && release.candidates.length > 1) return <SeriesChoice release={release} />;
  const doubt = findDoubt(release);
  return doubt === undefined ? null : <p className={css['details']}>{doubt}</p>;
}
