/**
 * Editors that keep form: what they hold is their own data, and the page only shows it. They take
 * what is pasted and what their keys undo; a plain editable element takes the browser's commands.
 */
import type { Words } from './page-words.ts'
import type { Plan } from './plan.ts'

/** Editors learn of a selection by an event that comes after it. */
const TICK_MS = 60
/** Steps that an editor may make of one insertion. */
const MOST_STEPS = 4
const Z_KEY = 90

/** @param isWhole in the place of all that is there; else at the caret, or at the field's end */
export function richPlan(field: HTMLElement, words: Words, isWhole: boolean): Plan {
  const page = field.ownerDocument
  const wanted = packed(textOf(words.html))
  const textNow = () => packed(textContentOf(field))
  let before = ''
  let formBefore = ''
  let after = ''

  async function paste(given: Words, replacing: boolean) {
    field.focus({ preventScroll: true })
    const selection = page.getSelection()
    if (selection) select(field, selection, replacing)
    await tick()
    if (given.html === '') return page.execCommand('delete')
    const at = selection?.focusNode ?? field
    const from = field.contains(at) ? at : field
    const isLeft = from.dispatchEvent(pasteOf(given))
    if (isLeft) page.execCommand('insertHTML', false, given.html)
  }

  /** With the editor's own key, as far as it goes back. */
  async function undoByKey() {
    field.focus({ preventScroll: true })
    for (let step = 0; step < MOST_STEPS && textNow() !== before; step++) {
      const held = textNow()
      if (field.dispatchEvent(undoKey())) page.execCommand('undo')
      await tick()
      if (textNow() === held) return
    }
  }

  return {
    field,
    // biome-ignore lint/performance/useDomNodeTextContent: it is shown as it is drawn
    now: () => field.innerText.trim(),
    next: words.plain,
    async write() {
      before = textNow()
      formBefore = before === '' ? '' : field.innerHTML
      await paste(words, isWhole)
    },
    outcome() {
      after = textNow()
      if (!field.isConnected || after === before) return 'not_kept'
      if (isWhole) return after === wanted ? 'written' : 'altered'
      return countOf(after, wanted) === countOf(before, wanted) + 1 ? 'written' : 'not_kept'
    },
    async undo() {
      if (!field.isConnected || textNow() !== after) return false
      await undoByKey()
      // An editor that was given its text by a script may know of no step between that and nothing.
      if (textNow() !== before) await paste({ html: formBefore, plain: textOf(formBefore) }, true)
      await tick()
      return textNow() === before
    },
  }
}

/**
 * Firefox takes no data with a new event, and lets a page read only what its own side of the event
 * was given.
 */
function pasteOf({ html, plain }: Words): ClipboardEvent {
  const taken = { bubbles: true, cancelable: true, composed: true }
  const event = new ClipboardEvent('paste', { ...taken, clipboardData: new DataTransfer() })
  const { wrappedJSObject: ofPage = event } = event as { wrappedJSObject?: ClipboardEvent }
  ofPage.clipboardData!.setData('text/html', html)
  ofPage.clipboardData!.setData('text/plain', plain)
  return event
}

function undoKey(): KeyboardEvent {
  const isMac = navigator.userAgent.includes('Mac OS')
  const keys = { key: 'z', code: 'KeyZ', keyCode: Z_KEY, which: Z_KEY }
  const held = isMac ? { metaKey: true } : { ctrlKey: true }
  const event = { ...keys, ...held, bubbles: true, cancelable: true, composed: true }
  return new KeyboardEvent('keydown', event)
}

function select(field: HTMLElement, selection: Selection, isWhole: boolean) {
  const { focusNode } = selection
  if (!isWhole && focusNode && field.contains(focusNode)) return
  selection.selectAllChildren(field)
  if (!isWhole) selection.collapseToEnd()
}

/** Without what an editor shows in an empty field, or keeps to itself. */
function textContentOf(field: HTMLElement): string {
  return field.textContent.replaceAll('\u{feff}', '').replaceAll('\u{200b}', '')
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}

function packed(text: string): string {
  return text.replace(/\s/g, '')
}

function countOf(text: string, part: string): number {
  return part ? text.split(part).length - 1 : 0
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TICK_MS))
}
