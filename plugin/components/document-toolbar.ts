import type { EditorAction, Tools } from '../editor/editor-contract.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { type Children, m } from '../view.ts'
import { type IconName, icon } from './icon.ts'

type BlockName = 'heading' | 'bullet' | 'number' | 'check' | 'quote'

const BLOCKS: readonly [BlockName, IconName][] = [
  ['heading', 'heading'],
  ['bullet', 'list'],
  ['number', 'numbers'],
  ['check', 'tasks'],
  ['quote', 'quote'],
]

/**
 * The group whose place the tools of a table take, within one: the text below never moves, and no
 * tool takes the pointer's place.
 */
const CHANGING = 1

interface Tool {
  label: string
  icon: IconName
  /** Beside the icon, where that says too little. */
  text?: string
  action: EditorAction
  disabled: boolean
  /** Undefined: it is no switch. */
  pressed?: boolean
}

/**
 * One stop of the Tab key; the arrows go through it. The focus stays in the text for whoever
 * clicks.
 */
export function documentToolbar(
  t: Catalogue,
  tools: Tools,
  run: (action: EditorAction) => void,
  openRewriteMenu: (button: HTMLElement) => void,
): Children {
  const groups = groupsOf(t, tools)
  const first = groups.flat().find(({ disabled }) => !disabled)
  return m(
    '.editor-toolbar[role=toolbar]',
    { 'aria-label': t.editor.toolbar, onkeydown: onArrow },
    groups.map((group, i) =>
      m(
        '.tool-group',
        { key: i, class: i === CHANGING ? 'changing' : '' },
        group.map((tool) => toolButton(tool, tool === first, run)),
      ),
    ),
    m('.tool-group', rewriteButton(t, openRewriteMenu)),
  )
}

function groupsOf({ editor }: Catalogue, tools: Tools): Tool[][] {
  const { block, inTable, canUndo, canRedo, canMove, doubts } = tools
  return [
    [
      { label: editor.undo, icon: 'undo', action: { do: 'undo' }, disabled: !canUndo },
      { label: editor.redo, icon: 'redo', action: { do: 'redo' }, disabled: !canRedo },
    ],
    inTable ? tableTools(editor) : blockTools(editor, block),
    [
      { label: editor.moveUpKeys, icon: 'up', action: { do: 'moveUp' }, disabled: !canMove },
      { label: editor.moveDownKeys, icon: 'down', action: { do: 'moveDown' }, disabled: !canMove },
    ],
    ...(doubts > 0 ? [[doubtTool(editor, doubts)]] : []),
  ]
}

function blockTools(editor: Catalogue['editor'], block: Tools['block']): Tool[] {
  const disabled = block === undefined
  return [
    ...BLOCKS.map(
      ([kind, name]): Tool => ({
        label: editor.blocks[kind],
        icon: name,
        action: { do: 'block', kind },
        disabled,
        pressed: block === kind,
      }),
    ),
    { label: editor.table, icon: 'table', action: { do: 'table' }, disabled },
    { label: editor.separator, icon: 'rule', action: { do: 'separator' }, disabled },
  ]
}

function doubtTool({ nextDoubt }: Catalogue['editor'], doubts: number): Tool {
  return {
    label: nextDoubt(doubts),
    icon: 'warning',
    text: String(doubts),
    action: { do: 'nextDoubt' },
    disabled: false,
  }
}

function tableTools({ tables }: Catalogue['editor']): Tool[] {
  const tool = (what: keyof typeof tables, symbol: IconName): Tool => ({
    label: tables[what],
    icon: symbol,
    action: { do: what },
    disabled: false,
  })
  return [
    tool('addRow', 'rowPlus'),
    tool('addColumn', 'columnPlus'),
    tool('deleteRow', 'rowMinus'),
    tool('deleteColumn', 'columnMinus'),
    tool('deleteTable', 'tableOff'),
  ]
}

function toolButton(tool: Tool, isFirst: boolean, run: (action: EditorAction) => void): Children {
  return m(
    'button.icon-button[type=button]',
    {
      key: tool.label,
      class: tool.text ? 'worded' : '',
      'aria-label': tool.label,
      title: tool.label,
      'aria-pressed': tool.pressed === undefined ? null : String(tool.pressed),
      'aria-disabled': tool.disabled ? 'true' : null,
      tabindex: isFirst ? 0 : -1,
      onmousedown: (event: Event) => event.preventDefault(),
      onclick: () => {
        if (!tool.disabled) run(tool.action)
      },
    },
    icon(tool.icon, 16),
    tool.text && m('span', tool.text),
  )
}

/** Its menu says why where nothing can be asked, so it is never disabled itself. */
function rewriteButton(t: Catalogue, open: (button: HTMLElement) => void): Children {
  return m(
    'button.icon-button.worded.lone-icon[type=button][aria-haspopup=menu][tabindex=-1]',
    {
      'aria-label': t.rewrite.menu,
      title: t.rewrite.menu,
      onmousedown: (event: Event) => event.preventDefault(),
      onclick: (event: Event) => open(event.currentTarget as HTMLElement),
    },
    icon('sparkle', 16),
    m('span', t.rewrite.short),
  )
}

function onArrow(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const bar = event.currentTarget as HTMLElement
  const stops = [...bar.querySelectorAll<HTMLElement>('button')]
  const at = stops.indexOf(event.target as HTMLElement)
  stops.at((at + step) % stops.length)?.focus()
  event.preventDefault()
}
