import css from './icon.module.css';

/** Strokes on a 24 by 24 grid. */
const SHAPES = {
  home: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  library: 'M4 4v16M9 4v16M13 5l5 15M4 20h5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500v5M8 14.500v5',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6',
  users:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c.8-3.8 3.5-5.5 6.5-5.5s5.7 1.7 6.5 5.5M15.5 4.300a3.5 3.5 0 010 6.400M17.5 14.900c2.2.8 3.5 2.500 4 5.100',
  key: 'M8 11.500a4 4 0 100 8 4 4 0 000-8zM11 12.700L20 4M16.5 7.300l3 3',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  link: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1.500 1.500M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1.500-1.500',
  copy: 'M9 8h11v12H9zM15 8V4H4v12h5',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6 8.5-6',
  stats: 'M3 20h18M6 20v-7M12 20V5M18 20v-10',
  bell: 'M6 16.500V11a6 6 0 0112 0v5.500l1.5 1.500h-15zM10 21h4',
  tasks: 'M4 6l1.5 1.500L8 5M4 12l1.5 1.500L8 11M4 18l1.5 1.500L8 17M12 6.500h8M12 12.500h8M12 18.500h8',
  health: 'M3 12h4l2.5-6 4.5 12 2.5-6H21',
  book: 'M12 6c-2.5-1.5-5-2-8-2v14c3 0 5.5.5 8 2 2.5-1.5 5-2 8-2V4c-3 0-5.5.5-8 2zM12 6v14',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8.5 5v14M15.5 5v14',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  folder: 'M3 6.500h6l2 2.500h10v10H3z',
  'folder-up': 'M3 6.500h6l2 2.500h10v10H3zM12 17v-5M9.5 14l2.5-2.5 2.5 2.5',
  refresh: 'M20 11a8 8 0 10-2 6M20 4v7h-7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 3.500a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 11v5M12 8h.01',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  download: 'M12 4v12M7 11l5 5 5-5M4 16v4h16v-4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  edit: 'M5 19h3.500L19 8.5 15.5 5 5 15.500zM13 7.500l3.5 3.5',
  sort: 'M7 4v16M3.5 16.500L7 20l3.5-3.500M17 20V4M13.5 7.500L17 4l3.5 3.5',
  'sign-out': 'M14 4H5v16h9M10 12h11M17.5 8.500L21 12l-3.5 3.5',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  eye: 'M2.5 12C5 7.5 8.5 5.5 12 5.500s7 2 9.5 6.500c-2.5 4.5-6 6.5-9.5 6.500S5 16.5 2.5 12zM12 9.500a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  'eye-off':
    'M4 4l16 16M9 6c1-.3 2-.5 3-.5 3.5 0 7 2 9.5 6.5-.8 1.4-1.7 2.5-2.7 3.500M6.2 7.800C4.8 8.8 3.5 10.2 2.5 12c2.5 4.5 6 6.5 9.5 6.5 1.6 0 3.1-.4 4.6-1.200M10 10a2.8 2.8 0 004 4',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.500L20.5 20.5',
  cloud: 'M4 4l16 16M9 7.500A5 5 0 0117 10c2.5 0 4 1.7 4 4 0 1-.4 2-1 2.700M7 9.600A4.7 4.7 0 007.5 19H16',
  fullscreen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  unlock: 'M6 11h12v9H6zM8.5 11V7.500a3.5 3.5 0 016.800-1',
  undo: 'M9 14L4 9l5-5M4 9h9.5a6 6 0 010 12H9',
  history: 'M4 5v5h5M4.700 14.500A8 8 0 105.500 8L4 10M12 8v4.500l3 2',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  stack: 'M5 8h14v12H5zM7 5h10M9 2.500h6',
  filter: 'M4 5h16l-6 7.500V19l-4-2v-4.5z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  'bookmark-check': 'M7 4h10v16l-5-4-5 4zM9.5 9.500l2 2 3.5-3.5',
  command:
    'M9 9h6v6H9zM9 9V6.500A2.5 2.5 0 106.500 9H9M15 9h2.500A2.5 2.5 0 1015 6.500V9M15 15v2.500a2.5 2.5 0 102.500-2.500H15M9 15H6.500A2.5 2.5 0 109 17.500V15',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decorative; a control with only an icon needs a label. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={css['icon']} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} data-shape={name} />
    </svg>
  );
}
