import { Link } from '@tanstack/react-router';
import { Tile, tileLinkClass } from '#ui/pictures/tile.tsx';
import { listCover, listFacts, type SharedList } from './shared-list.ts';

interface ListTileProps {
  readonly shared: SharedList;
  /** False removes the tile from the tab order, for grids with arrow keys. */
  readonly focusable?: boolean;
}

export function ListTile({ shared, focusable = true }: ListTileProps) {
  const { kind, list } = shared;
  const link = { className: tileLinkClass, tabIndex: focusable ? undefined : -1 };
  return (
    <Tile
      cover={listCover(shared)}
      heading={
        kind === 'collection' ? (
          <Link {...link} to="/list/collection/$collectionId" params={{ collectionId: list.id }}>
            {list.name}
          </Link>
        ) : (
          <Link {...link} to="/list/reading/$readListId" params={{ readListId: list.id }}>
            {list.name}
          </Link>
        )
      }
      detail={listFacts(shared)}
      badge={kind === 'collection' && list.automatic ? { icon: 'filter' } : undefined}
    />
  );
}
