import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import css from './epub-reader.module.css';
import type { Publication, Target } from './publication.ts';

interface ContentsProps {
  readonly publication: Publication;
  readonly chapter: number;
  readonly onGo: (target: Target) => void;
}

/** Index of the current entry: the last one at or before the chapter. */
function currentLine({ toc }: Publication, chapter: number): number {
  return toc.findLastIndex(({ target }) => target !== undefined && target.chapter <= chapter);
}

export function Contents({ publication, chapter, onGo }: ContentsProps) {
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' });
  }, []);
  const at = currentLine(publication, chapter);
  if (publication.toc.length === 0) return <p className={css['heading']}>{t`This book has no table of contents.`}</p>;
  return (
    <ol className={css['contents']}>
      {publication.toc.map(({ title, depth, target }, index) => (
        // the table of contents is constant
        <li key={index} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
          {target === undefined ? (
            <p className={css['heading']}>{title}</p>
          ) : (
            <button
              ref={index === at ? current : undefined}
              type="button"
              aria-current={index === at ? 'true' : undefined}
              onClick={() => onGo(target)}
            >
              {title}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
