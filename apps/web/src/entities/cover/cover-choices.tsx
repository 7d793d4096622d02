import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { Cover } from '#ui/pictures/cover.tsx';
import { type PictureChoice, PictureChoices } from '#ui/pictures/picture-choices.tsx';
import type { CoverChange } from './cover-choice.ts';
import { automaticPicture, type CoverOwner, type GivenCover, givenPicture } from './cover-owner.ts';
import { automaticCaption, coverCaption } from './cover-words.ts';

interface CoverChoicesProps {
  readonly owner: CoverOwner;
  readonly covers: readonly GivenCover[];
  /** Books of the series, in reading order. */
  readonly books: readonly Book[];
  /** Pending changes, newest last. */
  readonly waiting: readonly CoverChange[];
  readonly onApply: (change: CoverChange) => void;
  readonly onRemove: (coverId: string) => void;
}

const AUTOMATIC = 'automatic';

export function CoverChoices({ owner, covers, books, waiting, onApply, onRemove }: CoverChoicesProps) {
  const isChosen = covers.some(({ isSelected }) => isSelected);
  const choices: readonly PictureChoice[] = [
    {
      id: AUTOMATIC,
      ...automaticCaption(owner),
      isChosen: !isChosen,
      picture: <Cover {...automaticPicture(owner, isChosen, books)} eager sizes="140px" />,
    },
    ...covers.map((cover) => ({
      id: cover.id,
      ...coverCaption(cover, books),
      isChosen: cover.isSelected,
      picture: <Cover {...givenPicture(owner, cover)} eager sizes="140px" />,
      // the next scan would restore a sidecar file
      onRemove: cover.source === 'sidecar' ? undefined : () => onRemove(cover.id),
    })),
  ];
  return (
    <PictureChoices
      label={t`Cover`}
      choices={choices}
      busyId={findBusyId(waiting.at(-1))}
      onChoose={(id) => onApply(id === AUTOMATIC ? { how: 'automatic' } : { how: 'cover', coverId: id })}
    />
  );
}

function findBusyId(change: CoverChange | undefined): string | undefined {
  if (change?.how === 'automatic') return AUTOMATIC;
  return change?.how === 'cover' ? change.coverId : undefined;
}
