import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { ConditionBuilder } from '#entities/condition/builder/condition-builder.tsx';
import { newClause } from '#entities/condition/builder/draft.ts';
import type { ListCondition, ListQuery, ListTarget } from '#entities/condition/list-query.ts';
import { type GroupNode, newGroup, serialiseTree, parseTree } from '#entities/condition/tree.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { problemsByPart } from './sheet-problems.ts';
import { useCount } from './use-count.ts';

interface FilterSheetProps {
  readonly query: ListQuery;
  readonly onCondition: (condition: ListCondition | undefined) => void;
  readonly onClose: () => void;
}

const TYPED_MS = 250;

/** Builds the filter of a list in a side sheet, with a live result count. */
export function FilterSheet({ query, onCondition, onClose }: FilterSheetProps) {
  const { target } = query;
  const [tree, setTree] = useState(() => startTree(query));
  const [asksToLeave, setAsksToLeave] = useState(false);
  const sent = serialiseTree(target, tree);
  const condition = useDebounced(sent.condition, TYPED_MS);
  const { condition: before, ...list } = query;
  const count = useCount(condition === undefined ? list : { ...list, condition });
  const isChanged = JSON.stringify(sent.condition) !== JSON.stringify(before);
  const problems = problemsByPart(count.error, sent);
  const isCurrent = JSON.stringify(condition) === JSON.stringify(sent.condition);
  const found = count.isError ? undefined : count.data;
  const use = () => {
    onCondition(sent.condition);
    onClose();
  };
  return (
    <Dialog
      title={target === 'series' ? t`Filter series` : t`Filter books`}
      open
      wide
      place="side"
      mayClose={() => {
        setAsksToLeave(isChanged);
        return !isChanged || asksToLeave;
      }}
      onClose={onClose}
      actions={
        <>
          <Button
            look="quiet"
            disabled={tree.parts.length === 0}
            onClick={() => setTree(newGroup('allOf', []))}
          >{t`Clear`}</Button>
          <Button look="primary" disabled={count.isError} onClick={use}>
            {found === undefined ? t`Show` : showWords(target, found)}
            {found !== undefined && !isCurrent && '…'}
          </Button>
        </>
      }
    >
      {asksToLeave && (
        <Note
          tone="warning"
          action={<Button onClick={onClose}>{t`Discard`}</Button>}
        >{t`This filter is not applied yet.`}</Note>
      )}
      {count.isError && problems.size === 0 && <Note tone="danger">{problemSentence(count.error)}</Note>}
      <p role="status" className="visually-hidden">
        {found !== undefined && isCurrent && foundWords(target, found)}
      </p>
      <ConditionBuilder target={target} tree={tree} onTree={setTree} problems={problems} />
    </Dialog>
  );
}

function showWords(target: ListTarget, count: number): string {
  return target === 'series'
    ? plural(count, { one: 'Show # series', other: 'Show # series' })
    : plural(count, { one: 'Show # book', other: 'Show # books' });
}

function foundWords(target: ListTarget, count: number): string {
  return target === 'series'
    ? plural(count, { one: '# series found', other: '# series found' })
    : plural(count, { one: '# book found', other: '# books found' });
}

/** The current filter, or one empty line. */
function startTree({ target, condition }: ListQuery): GroupNode {
  const { tree } = parseTree(target, condition);
  return tree.parts.length === 0 ? { ...tree, parts: [newClause()] } : tree;
}
