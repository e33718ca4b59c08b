import { type Children, m } from '../view.ts'

/** Line icons on a 20 px grid, drawn in the colour of the text around them. */
const PATHS = {
  mic: 'M10 2.5a2.5 2.5 0 0 0-2.5 2.5v4.5a2.5 2.5 0 0 0 5 0V5A2.5 2.5 0 0 0 10 2.5ZM4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5M7 17.5h6',
  micOff:
    'M3 3l14 14M7.5 7.5v2a2.5 2.5 0 0 0 4 2M12.5 8.5V5a2.5 2.5 0 0 0-4.6-1.3M4.5 9.5a5.5 5.5 0 0 0 8.6 4.5M15.5 9.5c0 .8-.2 1.6-.5 2.3M10 15v2.5M7 17.5h6',
  pause: 'M7 4.5v11M13 4.5v11',
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  minus: 'M4.5 10h11',
  expand: 'M12 3.5h4.5V8M16.5 3.5L11.5 8.5M8 16.5H3.5V12M3.5 16.5l5-5',
  shrink: 'M16.5 8H12V3.5M12 8l4.5-4.5M3.5 12H8v4.5M8 12l-4.5 4.5',
  more: 'M10 4.5h.01M10 10h.01M10 15.5h.01',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5a6 6 0 0 1 12 0',
  video:
    'M3 6.5A1.5 1.5 0 0 1 4.5 5h6A1.5 1.5 0 0 1 12 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 3 13.5v-7ZM12 9l5-3v8l-5-3',
  quote: 'M4 5.5h12M4 10h12M4 14.5h7',
  document:
    'M5.5 2.5h6l3.5 3.5v10a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 16V4a1.5 1.5 0 0 1 1.5-1.5ZM11.5 2.5V6H15M7 10h6M7 13.5h4',
  sparkle:
    'M9 3l1.6 4.4L15 9l-4.4 1.6L9 15l-1.6-4.4L3 9l4.4-1.6L9 3ZM15.5 13l.7 1.8 1.8.7-1.8.7-.7 1.8-.7-1.8-1.8-.7 1.8-.7.7-1.8Z',
  copy: 'M7.5 6.5h7A1.5 1.5 0 0 1 16 8v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 6 15V8a1.5 1.5 0 0 1 1.5-1.5ZM12.5 6.5V5A1.5 1.5 0 0 0 11 3.5H5A1.5 1.5 0 0 0 3.5 5v6A1.5 1.5 0 0 0 5 12.5h1',
  send: 'M3.5 10h10M9.5 5.5L14 10l-4.5 4.5M16.5 4v12',
  pencil: 'M12.5 4.5l3 3L7 16l-3.5.5L4 13l8.5-8.5Z',
  warning: 'M10 3.5l7 12.5H3L10 3.5ZM10 8.5v3.5M10 14.2h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.3v4M10 6.7h.01',
  offline:
    'M3 3l14 14M5.5 10.5a6.5 6.5 0 0 1 2-1.3M14.5 10.5a6.5 6.5 0 0 0-3-1.7M2.8 7.7A10 10 0 0 1 6 5.6M17.2 7.7A10 10 0 0 0 9.5 5M8 13.3a3 3 0 0 1 3.6-.3M10 16h.01',
  chevron: 'M5.5 7.5L10 12l4.5-4.5',
  down: 'M10 4v11M5.5 10.5L10 15l4.5-4.5',
  back: 'M16 10H4.5M9 5l-5 5 5 5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3.5V7H7M10 6.5V10l2.5 1.5',
  shield:
    'M10 2.5l6 2.2v4.6c0 3.8-2.5 6.6-6 8.2-3.5-1.6-6-4.4-6-8.2V4.7l6-2.2ZM7.3 9.8l2 2 3.5-3.8',
  up: 'M10 16V5M5.5 9.5L10 5l4.5 4.5',
  plus: 'M10 4.5v11M4.5 10h11',
  trash:
    'M4 6h12M8 6V4.5A1 1 0 0 1 9 3.5h2a1 1 0 0 1 1 1V6M5.5 6l.7 9.6a1.4 1.4 0 0 0 1.4 1.4h4.8a1.4 1.4 0 0 0 1.4-1.4l.7-9.6M8.5 9v5M11.5 9v5',
  upload: 'M10 13V3.5M6 7.500l4-4 4 4M3.500 13v2.500a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V13',
  play: 'M7 4.5v11l9-5.5-9-5.500Z',
  stop: 'M6 6h8v8H6z',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  eyeOff:
    'M3 3l14 14M8.2 5.3A7 7 0 0 1 10 5c4.500 0 7.500 5 7.500 5a13 13 0 0 1-2.200 2.700M5.200 6.900A13 13 0 0 0 2.500 10s3 5 7.500 5a7 7 0 0 0 2.600-.5M8.400 8.500a2.200 2.200 0 0 0 3.100 3.100',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6ZM6 10h6a3 3 0 0 1 0 6H6Z',
  keyboard:
    'M3.500 5.500h13a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM5.500 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M7 11.500h6',
  star: 'M10 3l2.100 4.500 4.900.6-3.600 3.400.9 4.900L10 14l-4.300 2.400.9-4.900L3 8.100l4.900-.6L10 3Z',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1',
  clip: 'M15.5 9.5l-5.6 5.6a3.4 3.4 0 0 1-4.8-4.8l6-6a2.2 2.2 0 0 1 3.2 3.2l-5.9 5.9a1 1 0 0 1-1.5-1.5l5.2-5.2',
  image:
    'M4.5 3.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7.5 8.7a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4ZM4 14.5l4-3.5 2.5 2 2.5-2.5 3.5 3.5',
  grip: 'M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01',
  heading: 'M5 4v12M15 4v12M5 10h10',
  list: 'M8 5.5h9M8 10h9M8 14.5h9M4 5.5h.01M4 10h.01M4 14.5h.01',
  undo: 'M7.5 4L3.5 8l4 4M4 8h7.5a5 5 0 0 1 0 10H8',
  redo: 'M12.5 4l4 4-4 4M16 8H8.5a5 5 0 0 0 0 10H12',
  numbers: 'M9 5h8M9 10h8M9 15h8M3 4l1.2-.8V7M2.8 12.2c.3-1.3 2.4-1 2 .3-.2.7-1.4 1.4-2 2.3H5',
  tasks: 'M3 4.5h4v4H3zM3 11.5h4v4H3zM10 6.5h7M10 13.5h7',
  table: 'M3 4h14v12H3zM3 8.5h14M10 4v12',
  rule: 'M3 10h14M6 5h8M6 15h8',
} as const

/** For whoever draws without views. */
export function iconPath(name: IconName): string {
  return PATHS[name]
}

export type IconName = keyof typeof PATHS

/** Decoration only: the words next to it, or the button's label, say what it means. */
export function icon(name: IconName, size = 18): Children {
  return m(
    'svg.icon',
    {
      viewBox: '0 0 20 20',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.6,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    m('path', { d: PATHS[name] }),
  )
}
