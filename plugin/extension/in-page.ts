/**
 * The script that runs in the EHR's page, in a world of its own, after a doctor's click and for as
 * long as the page stays. The page sees what is written, as if it were typed, and nothing else.
 */
import type { InPage, Outcome, Words } from './page-words.ts'

type Plain = HTMLInputElement | HTMLTextAreaElement

/** What can be taken back. */
interface Done {
  field: Plain
  before: string
  after: string
}

const TEXT_INPUTS = new Set(['text', 'search', 'tel', 'url', 'number'])
/** A page that draws its fields from data of its own has drawn them by then. */
const KEPT_AFTER_MS = 200
/** So many characters, spaces aside, tell that a text has arrived. */
const TELLING = 60

const FIELDS = 'input, textarea, select, button'
const LONGEST_NAME = 80
/** As the service takes names and identifiers. */
const LONGEST_READ = 255

let done: Done | undefined

const inPage: InPage = {
  where: () => location.href,
  read(selectors) {
    const found: Record<string, string> = {}
    for (const [name, selector] of Object.entries(selectors)) {
      const element = find(selector)
      if (!element || !isSeen(element)) continue
      const text = (isPlain(element) ? element.value : element.textContent)
        .replace(/\s+/g, ' ')
        .trim()
      if (text) found[name] = text.slice(0, LONGEST_READ)
    }
    return found
  },
  async insert(words) {
    const field = focused(document)
    done = undefined
    if (field === 'foreign_frame') return { name: '', outcome: field }
    if (!field) return { name: '', outcome: 'no_field' }
    return { name: nameOf(field), outcome: await put(field, words) }
  },
  undo() {
    const last = done
    done = undefined
    if (!last || last.field.value !== last.after) return false
    setValue(last.field, last.before)
    return true
  },
}

// Put into the page before each question: what can be undone is the first one's.
const world = globalThis as { svcInPage?: InPage }
world.svcInPage ??= inPage

/** The deepest field with the focus, through frames of this origin and open shadow roots. */
function focused(from: Document | ShadowRoot): HTMLElement | 'foreign_frame' | undefined {
  const active = from.activeElement as HTMLElement | null
  if (!active) return undefined
  if (active.tagName === 'IFRAME' || active.tagName === 'FRAME') {
    const inner = (active as HTMLIFrameElement).contentDocument
    return inner ? focused(inner) : 'foreign_frame'
  }
  if (active.shadowRoot?.activeElement) return focused(active.shadowRoot)
  return isPlain(active) || active.isContentEditable ? active : undefined
}

/** `frame >>> field`: a field in a frame of the same origin. */
function find(selector: string): HTMLElement | undefined {
  let from: Document | undefined = document
  const steps = selector.split('>>>')
  try {
    for (const step of steps.slice(0, -1))
      from = from?.querySelector<HTMLIFrameElement>(step)?.contentDocument ?? undefined
    const found = from?.querySelectorAll<HTMLElement>(steps.at(-1)!)
    // Of two that match nobody knows which is meant.
    return found?.length === 1 ? found[0] : undefined
  } catch {
    // A selector that the browser does not understand finds nothing.
    return undefined
  }
}

async function put(field: HTMLElement, words: Words): Promise<Outcome> {
  const refusal = refusalOf(field, words)
  if (refusal) return refusal
  return isPlain(field) ? putPlain(field, words) : putRich(field, words)
}

function refusalOf(field: HTMLElement, words: Words): Outcome | undefined {
  if (!isSeen(field)) return 'not_writable'
  if (!isPlain(field)) return field.isContentEditable ? undefined : 'not_writable'
  if (field.readOnly || field.disabled) return 'not_writable'
  if (field.tagName === 'INPUT' && !TEXT_INPUTS.has(field.type)) return 'not_writable'
  const length = field.value.length + textFor(field, words).length
  return field.maxLength >= 0 && length > field.maxLength ? 'too_long' : undefined
}

/** Nothing is written where no doctor would see it. */
function isSeen(field: HTMLElement): boolean {
  const { width, height } = field.getBoundingClientRect()
  const view = field.ownerDocument.defaultView!
  const { visibility, opacity } = view.getComputedStyle(field)
  return width > 1 && height > 1 && visibility === 'visible' && opacity !== '0'
}

async function putPlain(field: Plain, words: Words): Promise<Outcome> {
  const before = field.value
  const text = textFor(field, words)
  // Fields for numbers know no caret.
  const start = field.selectionStart ?? before.length
  const end = field.selectionEnd ?? before.length
  const after = before.slice(0, start) + text + before.slice(end)
  setValue(field, after)
  if (field.selectionStart !== null)
    field.setSelectionRange(start + text.length, start + text.length)
  await later()
  if (!field.isConnected || field.value !== after) return 'not_kept'
  done = { field, before, after }
  return 'written'
}

/**
 * From this world the browser's own setter is called, whatever the page's library has put in front
 * of it; the events then tell the library.
 */
function setValue(field: Plain, value: string) {
  field.value = value
  const told = { bubbles: true, composed: true }
  field.dispatchEvent(new InputEvent('input', { ...told, inputType: 'insertText', data: value }))
  field.dispatchEvent(new Event('change', told))
}

/** Editors take what is pasted; what takes no paste is written to as by typing. */
async function putRich(field: HTMLElement, words: Words): Promise<Outcome> {
  const { ownerDocument: page } = field
  field.focus()
  const countBefore = occurrences(field.textContent, words.plain)
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', words.html)
  clipboardData.setData('text/plain', words.plain)
  const paste = { clipboardData, bubbles: true, cancelable: true, composed: true }
  const isLeft = (page.getSelection()?.focusNode ?? field).dispatchEvent(
    new ClipboardEvent('paste', paste),
  )
  if (isLeft) page.execCommand('insertHTML', false, words.html)
  await later()
  const isThere = occurrences(field.textContent, words.plain) === countBefore + 1
  return field.isConnected && isThere ? 'written' : 'not_kept'
}

function textFor(field: Plain, { plain }: Words): string {
  return field.tagName === 'INPUT' ? plain.replace(/\s+/g, ' ').trim() : plain
}

/** How often the beginning of a text stands in another, spaces aside. */
function occurrences(text: string, part: string): number {
  const packed = (words: string) => words.replace(/\s/g, '')
  return packed(text).split(packed(part).slice(0, TELLING)).length - 1
}

/** The words of its label, without what stands in the field itself. */
function nameOf(field: HTMLElement): string {
  const label = isPlain(field) ? field.labels?.[0]?.cloneNode(true) : undefined
  for (const inner of (label as HTMLElement | undefined)?.querySelectorAll(FIELDS) ?? [])
    inner.remove()
  return (label?.textContent ?? field.getAttribute('aria-label') ?? '')
    .trim()
    .slice(0, LONGEST_NAME)
}

/** By name, not by class: a frame has classes of its own. */
function isPlain(element: Element): element is Plain {
  return element.tagName === 'INPUT' || element.tagName === 'TEXTAREA'
}

function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
}
