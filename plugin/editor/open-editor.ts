/**
 * The editor of a document: one text for the whole of it, so that blocks can be moved between
 * sections and undo goes over all. It lives in the panel's shadow root and writes no styles of its
 * own. It holds no truth: every change is told, and what is saved, or came from elsewhere, is told
 * to it.
 */
import { gapCursor } from 'prosemirror-gapcursor'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import {
  AllSelection,
  type Command,
  EditorState,
  type Plugin,
  TextSelection,
} from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  tableEditing,
} from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { RewriteStyle } from '../../core/contract/rewrite.ts'
import { caretOf, caretSync } from './caret-sync.ts'
import {
  blockKindAt,
  insertSeparator,
  insertTable,
  moveBlock,
  replaceText,
  setBlock,
} from './commands.ts'
import { contentOf, docOf } from './content-doc.ts'
import type { DocumentEditor, EditorAction, EditorOptions, Tools } from './editor-contract.ts'
import { dragHandle } from './handle.ts'
import { looking, pointAt } from './looking.ts'
import { goToNextDoubt, type MarksMeta, marks, marksKey } from './marks.ts'
import { pasting } from './paste.ts'
import { pastedPage } from './pasted-page.ts'
import {
  beginRewrite,
  endRewrite,
  isRewriteStale,
  rewriteTarget,
  rewriting,
  STYLES,
} from './rewriting.ts'
import { schema } from './schema.ts'
import { type MenuItem, openMenu } from './section-menu.ts'
import { findSection, sectionAt, structureGuard } from './structure.ts'
import { keys, signs } from './typing.ts'
import { moveUnit, stepGap, unitAt } from './units.ts'
import { nodeViews } from './views.ts'

export function openEditor(options: EditorOptions): DocumentEditor {
  const { mount, fields, words, onChange, onTools, onLook, announce } = options
  let base = options.document
  const look = looking(() => view, onLook)
  let closeMenu: (() => void) | undefined

  const toNextDoubt = goToNextDoubt((text, support) =>
    announce(words.doubtAt(text, words.mark(support))),
  )

  const closedIn = (state: EditorState) => marksKey.getState(state)?.closed ?? new Set<string>()
  const isShown = (section: Node) => !closedIn(view.state).has(section.attrs.name as string)

  function newState(
    document: ClinicalDocument,
    shown = document as Pick<ClinicalDocument, 'content' | 'layout'>,
  ) {
    const { content, layout = null } = shown
    const plugins: Plugin[] = [
      caretSync(),
      signs(),
      ...keys(isShown, tellMove, toNextDoubt),
      history(),
      tableEditing(),
      gapCursor(),
      structureGuard(),
      pasting(options.dragging),
      marks(document, words.mark),
      rewriting(),
    ]
    return EditorState.create({ schema, doc: docOf({ content, layout }, fields), plugins })
  }

  const view = new EditorView(mount, {
    state: newState(base, options.draft ?? base),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': words.label,
      class: 'editor-text',
      spellcheck: 'true',
      lang: 'pt-BR',
    },
    nodeViews: nodeViews({
      words,
      onLook: look.at,
      onMenu: sectionMenu,
      onSearchCode: (name) => options.onSearchCode(wordsIn(name)),
    }),
    clipboardParser: pastedPage,
    scrollMargin: 60,
    scrollThreshold: 48,
    dispatchTransaction(tr) {
      const state = view.state.apply(tr)
      view.updateState(state)
      const isNew = tr.docChanged && !tr.getMeta('replace-all')
      if (isNew) {
        pointAt(view, undefined)
        const { content, layout } = contentOf(state.doc, base.content, fields)
        onChange(content, layout)
        handle?.forget()
      }
      if (tr.docChanged || tr.selectionSet || tr.getMeta(marksKey)) tellTools()
      if (tr.selectionSet && view.hasFocus()) look.atCursor()
    },
    handleDOMEvents: {
      mousemove(_view, event) {
        if (event.buttons === 0) look.atMouse(event)
        return false
      },
    },
  })
  const handle = options.dragging
    ? dragHandle({
        view,
        frame: mount,
        label: words.drag,
        isShown,
        onMoved: () => tellMove('moved'),
      })
    : undefined

  function tools(): Tools {
    const { state } = view
    return {
      block: blockKindAt(state),
      inTable: isInTable(state),
      canUndo: undo(state),
      canRedo: redo(state),
      canMove: unitAt(state.selection.$from) !== undefined,
      doubts: marksKey.getState(state)?.doubts.length ?? 0,
      isRewriteStale: isRewriteStale(state),
    }
  }

  function tellTools() {
    onTools(tools(), [...closedIn(view.state)])
  }

  function tellMove(kind: 'moved' | 'edge') {
    if (kind === 'edge') return announce(words.cannotMove)
    const unit = unitAt(view.state.selection.$from)
    const around = sectionAt(view.state.selection.$from)
    if (!unit || !around) return
    const name = around.node.attrs.name as string
    const $pos = view.state.doc.resolve(unit.pos)
    const place = $pos.index() + 1
    const total = $pos.parent.childCount
    if (unit.node.type === schema.nodes.section) tellSectionMove(name)
    else announce(words.movedTo(place, total, name))
  }

  /** Counted among those that are shown. */
  function tellSectionMove(name: string) {
    const shown = view.state.doc.children.filter(isShown)
    const place = shown.findIndex(({ attrs }) => attrs.name === name) + 1
    announce(words.movedSection(name, place, shown.length))
  }

  function mark(meta: MarksMeta) {
    view.dispatch(view.state.tr.setMeta(marksKey, meta).setMeta('addToHistory', false))
  }

  function sectionMenu(name: string, button: HTMLElement) {
    closeMenu?.()
    const found = findSection(view.state.doc, name)
    if (!found) return
    const { node, pos } = found
    const step = (direction: -1 | 1): MenuItem => {
      const gap = stepGap(view.state.doc, found, direction, isShown)
      return {
        label: direction < 0 ? words.moveUp : words.moveDown,
        disabled: gap === undefined,
        choose() {
          const tr = gap === undefined ? undefined : moveUnit(view.state, found, gap)
          if (!tr) return
          view.dispatch(tr)
          tellSectionMove(name)
        },
      }
    }
    const isHidden = node.attrs.hidden as boolean
    const items: MenuItem[] = [
      step(-1),
      step(1),
      {
        label: isHidden ? words.show : words.hide,
        choose: () => view.dispatch(view.state.tr.setNodeAttribute(pos, 'hidden', !isHidden)),
      },
    ]
    if (options.copying)
      items.push({ label: words.copySection, choose: () => options.onCopySection(name) })
    if (!isHidden) items.push(...rewriteItems(words.rewriteSection, name))
    closeMenu = openMenu(mount, button, words.sectionMenu(name), items)
  }

  function rewriteItems(labels: Record<RewriteStyle, string>, section?: string): MenuItem[] {
    const target = rewriteTarget(view.state, isShown, section)
    const bar = options.rewriteBar() ?? (target ? undefined : words.rewriteNothing)
    return STYLES.map((style) => ({
      label: labels[style],
      bar,
      choose: () => target && options.onRewrite(style, beginRewrite(view, target)),
    }))
  }

  /** The line of the cursor if it is in that section, else its first. */
  function wordsIn(name: string): string {
    const { $from } = view.state.selection
    const isHere = $from.depth > 0 && $from.node(1).attrs.name === name
    const line = isHere
      ? $from.parent
      : findSection(view.state.doc, name)?.node.firstChild?.firstChild
    return line?.textContent ?? ''
  }

  function perform(command: Command) {
    view.focus()
    // A step of its own to undo, however soon it follows on something typed.
    command(view.state, (tr) => view.dispatch(closeHistory(tr)), view)
  }

  const commands: Record<Exclude<EditorAction['do'], 'block'>, Command> = {
    separator: insertSeparator,
    table: insertTable,
    addRow: addRowAfter,
    addColumn: addColumnAfter,
    deleteRow,
    deleteColumn,
    deleteTable,
    undo,
    redo,
    moveUp: moveBlock(-1, isShown, tellMove),
    moveDown: moveBlock(1, isShown, tellMove),
    nextDoubt: toNextDoubt,
  }

  tellTools()
  return {
    saved(document) {
      base = document
      mark({ saved: document })
    },
    replace(document, draft) {
      base = document
      handle?.stop()
      look.forget()
      const { content, layout = null } = draft ?? document
      const tr = replaceText(view.state, docOf({ content, layout }, fields))
      if (tr) return view.dispatch(tr.setMeta(marksKey, { saved: document, anew: true }))
      view.updateState(newState(document, draft ?? document))
      tellTools()
    },
    fillIn(name) {
      mark({ open: name })
      const found = findSection(view.state.doc, name)
      if (!found) return
      const near = TextSelection.near(view.state.doc.resolve(found.pos + 2), 1)
      view.dispatch(view.state.tr.setSelection(near).scrollIntoView())
      view.focus()
    },
    run(action) {
      perform(action.do === 'block' ? setBlock(action.kind) : commands[action.do])
    },
    openRewriteMenu(button) {
      closeMenu?.()
      const items = rewriteItems(words.rewriteStyles)
      closeMenu = openMenu(mount, button, words.rewriteMenu, items)
    },
    endRewrite: (suggestion) => endRewrite(view, suggestion),
    focus: () => view.focus(),
    caret: () => caretOf(view),
    selectAll() {
      view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
      view.focus()
    },
    destroy() {
      closeMenu?.()
      handle?.stop()
      pointAt(view, undefined)
      view.destroy()
    },
  }
}
