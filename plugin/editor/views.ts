/**
 * How sections, rows, entries and tasks look: their fixed parts (title, key, source) beside the
 * words, which alone can be edited.
 */
import type { Node } from 'prosemirror-model'
import type { Decoration, EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view'
import { isDoubtful } from '../text/evidence.ts'
import { toggleCheck } from './commands.ts'
import type { EditorWords } from './editor-contract.ts'
import { element, iconOf } from './elements.ts'
import { sectionKind } from './marks.ts'
import type { ShownValue } from './sources.ts'

export interface ViewDeps {
  words: EditorWords
  /** The doctor's eye is on a value: hovered, focused or clicked. */
  onLook(value: ShownValue): void
  onMenu(name: string, button: HTMLElement): void
  onSearchCode(name: string): void
}

export function nodeViews(deps: ViewDeps): Record<string, NodeViewConstructor> {
  return {
    section: (node, _view, _getPos, decorations) => sectionView(node, decorations, deps),
    entry: (node, _view, _getPos, decorations) => entryView(node, decorations, deps),
    row: (node, _view, _getPos, decorations) => rowView(node, decorations, deps),
    list_item: (node, view, getPos) => itemView(node, view, getPos, deps),
  }
}

function sectionView(node: Node, decorations: readonly Decoration[], deps: ViewDeps): NodeView {
  const { words, onMenu, onSearchCode } = deps
  const name = node.attrs.name as string
  const kind = sectionKind(name)
  const title = element('h3', { id: titleId(name) }, [name])
  const note = element('span', { class: 'hidden-note' }, [words.hiddenNote])
  const chip = sourceChip(deps)
  const menu = element('button', {
    class: 'icon-button section-menu',
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-label': words.sectionMenu(name),
    title: words.sectionMenu(name),
  })
  menu.append(iconOf('more'))
  menu.addEventListener('click', () => onMenu(name, menu))
  const parts: (HTMLElement | SVGElement)[] = [title, note, chip.dom]
  if (kind === 'diagnosis') {
    const search = element('button', { class: 'link', type: 'button' }, [words.searchCode])
    search.addEventListener('click', () => onSearchCode(name))
    parts.push(search)
  }
  parts.push(menu)
  const head = element('div', { class: 'field-head', contenteditable: 'false' })
  head.append(...parts)
  const contentDOM = element('div', { class: 'section-body' })
  const dom = element('section', {
    class: `field kind-${kind}`,
    'aria-labelledby': titleId(name),
    'data-field': name,
  })
  dom.append(head, contentDOM)
  const show = (current: Node, drawn: readonly Decoration[]) => {
    note.hidden = !current.attrs.hidden
    chip.show(valueOfMarks(drawn))
  }
  show(node, decorations)
  return {
    dom,
    contentDOM,
    update(next, drawn) {
      if (next.type !== node.type || next.attrs.name !== name) return false
      show(next, drawn)
      return true
    },
    stopEvent: (event) => head.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  }
}

function entryView(node: Node, decorations: readonly Decoration[], deps: ViewDeps): NodeView {
  const contentDOM = element('div', { class: 'value-text' })
  const chip = sourceChip(deps)
  const dom = element('li', { class: 'value' })
  dom.append(contentDOM, chip.dom)
  return valueView(node, decorations, { dom, contentDOM, chip })
}

function rowView(node: Node, decorations: readonly Decoration[], deps: ViewDeps): NodeView {
  const key = node.attrs.key as string
  const label = element('span', { class: 'value-key', contenteditable: 'false' }, [key])
  const contentDOM = element('div', {
    class: 'value-text',
    'data-empty': deps.words.notInformed,
  })
  const chip = sourceChip(deps)
  const dom = element('div', { class: 'value row', 'data-key': key })
  dom.append(label, contentDOM, chip.dom)
  return valueView(node, decorations, { dom, contentDOM, chip })
}

function valueView(
  node: Node,
  decorations: readonly Decoration[],
  parts: { dom: HTMLElement; contentDOM: HTMLElement; chip: ReturnType<typeof sourceChip> },
): NodeView {
  const { dom, contentDOM, chip } = parts
  chip.show(valueOfMarks(decorations))
  return {
    dom,
    contentDOM,
    update(next, drawn) {
      if (next.type !== node.type || next.attrs.key !== node.attrs.key) return false
      chip.show(valueOfMarks(drawn))
      return true
    },
    stopEvent: (event) => chip.dom.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  }
}

/**
 * Its box is only shown in check lists (documents.css): the same item may move into another list.
 */
function itemView(
  node: Node,
  view: EditorView,
  getPos: () => number | undefined,
  { words }: ViewDeps,
): NodeView {
  const box = element('input', {
    type: 'checkbox',
    contenteditable: 'false',
    tabindex: '-1',
  }) as HTMLInputElement
  const show = (item: Node) => {
    box.checked = item.attrs.checked === true
    box.setAttribute('aria-label', words.task(item.textContent))
  }
  show(node)
  box.addEventListener('mousedown', (event) => event.preventDefault())
  box.addEventListener('click', (event) => {
    event.preventDefault()
    const pos = getPos()
    if (pos !== undefined) toggleCheck(pos)(view.state, view.dispatch)
  })
  const contentDOM = element('div', {})
  const dom = element('li', {})
  dom.append(box, contentDOM)
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  }
}

/** The mark that names a value's source; nothing while there is no value. */
function sourceChip({ words, onLook }: ViewDeps) {
  const text = element('span', {})
  const dom = element('button', {
    class: 'source',
    type: 'button',
    contenteditable: 'false',
    'aria-controls': 'svc-evidence',
  })
  let value: ShownValue | undefined
  const look = () => {
    if (value) onLook(value)
  }
  dom.addEventListener('focus', look)
  dom.addEventListener('click', look)
  return {
    dom,
    show(next: ShownValue | undefined) {
      value = next
      const support = next?.support
      dom.hidden = !support
      if (!support || !next) return
      const mark = words.mark(support)
      const kind = isDoubtful(support) ? 'unsupported' : support.kind
      if (dom.dataset.shown === `${kind} ${mark}`) return
      dom.dataset.shown = `${kind} ${mark}`
      dom.className = `source ${kind}`
      dom.setAttribute('aria-label', `${words.sourceOf(next.label)}: ${mark}`)
      text.textContent = mark
      const name = kind === 'unsupported' ? 'warning' : kind === 'typed' ? 'pencil' : 'link'
      dom.replaceChildren(iconOf(name, 12), text)
    },
  }
}

function valueOfMarks(decorations: readonly Decoration[]): ShownValue | undefined {
  return decorations.find(({ spec }) => 'value' in spec)?.spec.value
}

function titleId(name: string): string {
  return `svc-field-${name.replace(/\P{L}+/gu, '-')}`
}
