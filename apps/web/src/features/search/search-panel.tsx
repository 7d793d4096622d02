import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { Button } from '#ui/controls/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import type { FoundGroup, FoundItem } from './found-groups.ts';
import { highlight } from './highlight.ts';
import { Highlighted } from './highlighted.tsx';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import css from './search.module.css';
import { useFound } from './use-found.ts';

interface SearchPanelProps {
  readonly text: string;
  /** Id of the option selected by keyboard. */
  readonly active: string | undefined;
  readonly onDone: () => void;
}

const REST_MS = 80;

/** Results while typing; recent searches before that. */
export function SearchPanel(props: SearchPanelProps) {
  return props.text.trim() === '' ? <Recent {...props} /> : <Found {...props} />;
}

function Found({ text, active, onDone }: SearchPanelProps) {
  const typed = text.trim();
  const q = useDebounced(typed, REST_MS);
  const { groups, query, words, isKept, error } = useFound(q);
  const { data: user } = useQuery(currentUserQuery());
  const done = () => {
    if (user !== undefined) rememberSearch(user.id, text);
    onDone();
  };
  return (
    <>
      <p role="status" className={isKept ? css['none'] : 'visually-hidden'}>
        {words}
      </p>
      {error !== null && groups === undefined && <p className={css['none']}>{problemSentence(error)}</p>}
      {groups?.length === 0 && <NothingFound query={query} />}
      <div role="listbox" aria-label={t`Results`}>
        {groups?.map((group) => (
          <GroupOfFound key={group.label} group={group} query={query} active={active} onDone={done} />
        ))}
        <Option link={{ to: '/search', search: { q: typed } }} active={active} onDone={done}>
          <Icon name="search" size={18} />
          <span className={css['words']}>{t`All results for “${typed}”`}</span>
        </Option>
      </div>
    </>
  );
}

function NothingFound({ query }: { readonly query: string }) {
  return <p className={css['none']}>{t`Nothing found for “${query}”. Try fewer or other words.`}</p>;
}

interface GroupProps {
  readonly group: FoundGroup;
  readonly query: string;
  readonly active: string | undefined;
  readonly onDone: () => void;
}

function GroupOfFound({ group, query, active, onDone }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={css['group']}>
      <p id={id} className={css['heading']}>
        {group.label}
      </p>
      {group.items.map((item) => (
        <Option key={item.key} link={item.link} active={active} onDone={onDone}>
          <Picture item={item} />
          <span className={css['words']}>
            <span className={css['title']} dir="auto">
              <Highlighted text={item.title} query={query} />
            </span>
            <Detail item={item} query={query} />
          </span>
        </Option>
      ))}
    </div>
  );
}

/** Facts, and the matching name when the title does not match. */
function Detail({ item: { title, detail, also }, query }: { readonly item: FoundItem; readonly query: string }) {
  const isInTitle = highlight(title, query).some(({ isMatch }) => isMatch);
  return (
    <span className={css['detail']}>
      {also !== undefined && !isInTitle && (
        <>
          <Highlighted text={also} query={query} /> ·{' '}
        </>
      )}
      <Highlighted text={detail} query={isInTitle ? '' : query} />
    </span>
  );
}

function Picture({ item: { cover, icon } }: { readonly item: FoundItem }) {
  return cover === undefined ? (
    <span className={css['icon']}>
      <Icon name={icon} size={18} />
    </span>
  ) : (
    <span className={css['cover']}>
      <Cover {...cover} title="" icon={icon} sizes="32px" />
    </span>
  );
}

interface OptionProps {
  readonly link: LinkProps;
  readonly active: string | undefined;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A link reached by the field's arrow keys; it never gets the focus. */
function Option({ link, active, onDone, children }: OptionProps) {
  const id = useId();
  return (
    <Link
      {...link}
      id={id}
      role="option"
      aria-selected={id === active}
      tabIndex={-1}
      className={css['option']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onDone}
    >
      {children}
    </Link>
  );
}

function Recent({ active, onDone }: SearchPanelProps) {
  const { data: user } = useQuery(currentUserQuery());
  const [forgotten, setForgotten] = useState(false);
  const texts = user === undefined || forgotten ? [] : recentSearches(user.id);
  if (texts.length === 0) {
    return <p className={css['none']}>{t`Search titles, aliases, creators, publishers, genres and tags.`}</p>;
  }
  return (
    <>
      <div role="listbox" aria-label={t`Recent searches`}>
        {texts.map((text) => (
          <Option key={text} link={{ to: '/search', search: { q: text } }} active={active} onDone={onDone}>
            <Icon name="history" size={18} />
            <span className={css['words']}>{text}</span>
          </Option>
        ))}
      </div>
      <Button
        look="quiet"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (user !== undefined) forgetSearches(user.id);
          setForgotten(true);
        }}
      >{t`Clear recent searches`}</Button>
    </>
  );
}
