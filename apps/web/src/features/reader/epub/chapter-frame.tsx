import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useGestures } from '../controls/use-gestures.ts';
import { type Aim, ChapterDocument, type Look } from './chapter-document.ts';
import css from './epub-reader.module.css';
import { type FrameInput, listenInFrame, watchSelection } from './frame-input.ts';
import type { Passage } from './read-passage.ts';

interface ChapterFrameProps {
  readonly address: string;
  readonly title: string;
  readonly look: Look;
  readonly aim: Aim;
  /** False while it is prepared behind the visible chapter. */
  readonly isShown: boolean;
  readonly input: FrameInput;
  readonly onReady: (chapter: ChapterDocument) => void;
  /** The layout changed, at the same place in the text. */
  readonly onDressed: () => void;
  readonly onFail: (message: string) => void;
  /** Taken once: it must stay the same. */
  readonly onSelect: (passage: Passage | undefined) => void;
}

/** Why the frame shows no chapter; undefined when it does. */
function findFailure(document: Document | null): string | undefined {
  if (document === null) return t`The chapter cannot be loaded.`;
  if (!document.contentType.includes('json')) return undefined;
  try {
    const body: unknown = JSON.parse(document.body.textContent);
    if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  } catch {
    // the server sent no error text
  }
  return t`The server cannot open this chapter.`;
}

/** A chapter in a sandboxed frame without scripts; the server also sanitises the text. */
export function ChapterFrame(props: ChapterFrameProps) {
  const { look, input } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const chapter = useRef<ChapterDocument>(undefined);
  const [isDeaf, setDeaf] = useState(false);
  const pointers = useGestures((gesture, pointer) => {
    const href = gesture.kind === 'tap' ? chapter.current?.linkAt(gesture.at.x, gesture.at.y) : undefined;
    if (href !== undefined) input.onLink(href);
    else input.onGesture(gesture, pointer);
  });

  useEffect(() => {
    const opened = chapter.current;
    if (opened === undefined) return;
    opened.dress(look);
    props.onDressed();
  }, [look]);

  const open = () => {
    const document = frame.current?.contentDocument ?? null;
    const failure = findFailure(document);
    if (document === null || failure !== undefined) {
      props.onFail(failure ?? '');
      return;
    }
    if (document.location.href === 'about:blank') return;
    const opened = new ChapterDocument(document, look);
    chapter.current = opened;
    opened.goTo(props.aim);
    setDeaf(!listenInFrame(document, input));
    watchSelection(document, () => props.onSelect(opened.selected));
    props.onReady(opened);
    document.fonts.ready.then(() => {
      if (opened.refit()) props.onDressed();
    }, ignore);
  };
  return (
    <div className={css['chapter']} data-shown={props.isShown} inert={!props.isShown}>
      <iframe
        ref={frame}
        className={css['frame']}
        sandbox="allow-same-origin"
        src={props.address}
        title={props.title}
        style={{ width: look.window.width, height: look.window.height }}
        onLoad={open}
      />
      {isDeaf && <div className={css['glass']} {...pointers} />}
    </div>
  );
}

function ignore(): void {
  // a font that fails to load changes no layout
}
