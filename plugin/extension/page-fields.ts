/**
 * Fields of the EHR's page: where they are, and whether a doctor sees them. A page can name its
 * elements so that they stand in front of a document's own properties (`<img name=activeElement>`):
 * those are asked of the prototype, which is of this world.
 */
export type Plain = HTMLInputElement | HTMLTextAreaElement

export type Found = { field: HTMLElement } | { refusal: 'no_field' | 'twice' | 'foreign_frame' }

const ACTIVE = getterOf<Element | null>('activeElement')
const VIEW = getterOf<Window & typeof globalThis>('defaultView')
const { querySelectorAll, elementFromPoint } = Document.prototype

const FIELDS = 'input, textarea, select, button'
const LONGEST_NAME = 80
const LEAST_SIZE_PX = 2
const LEAST_OPACITY = 0.2

/**
 * The deepest field with the focus, through frames of this origin and open shadow roots; a frame of
 * another origin is itself the answer.
 */
export function focused(from: Document | ShadowRoot = document): HTMLElement | undefined {
  const active = (isDocument(from) ? ACTIVE(from) : from.activeElement) as HTMLElement | null
  if (!active) return undefined
  if (isFrame(active)) return active.contentDocument ? focused(active.contentDocument) : active
  if (active.shadowRoot?.activeElement) return focused(active.shadowRoot)
  return isPlain(active) || active.isContentEditable ? active : undefined
}

/** `frame >>> field`: a field in a frame of the same origin, or in an open shadow root. */
export function find(selector: string): Found {
  const steps = selector.split('>>>')
  let from: Document | ShadowRoot = document
  for (const step of steps.slice(0, -1)) {
    const found = one(from, step)
    if ('refusal' in found) return found
    const { field } = found
    const inner = isFrame(field) ? field.contentDocument : field.shadowRoot
    if (!inner) return { refusal: isFrame(field) ? FOREIGN : 'no_field' }
    from = inner
  }
  return one(from, steps.at(-1)!)
}

/** Of two that match nobody knows which is meant; radio buttons of one name are one field. */
function one(from: Document | ShadowRoot, selector: string): Found {
  const found = allOf(from, selector)
  const [field] = found
  if (!field) return { refusal: 'no_field' }
  if (found.length === 1 || isGroup(found)) return { field }
  return { refusal: 'twice' }
}

/** A selector that the browser does not understand finds nothing. */
function allOf(from: Document | ShadowRoot, selector: string): HTMLElement[] {
  try {
    const all: NodeListOf<Element> = isDocument(from)
      ? querySelectorAll.call(from, selector)
      : from.querySelectorAll(selector)
    return [...(all as NodeListOf<HTMLElement>)]
  } catch {
    return []
  }
}

/** All radio buttons among which the doctor chooses one. */
export function groupOf(radio: HTMLInputElement): HTMLInputElement[] {
  const all = allOf(radio.getRootNode() as Document | ShadowRoot, 'input[type=radio]')
  return (all as HTMLInputElement[]).filter(
    ({ name, form }) => name === radio.name && form === radio.form,
  )
}

function isGroup(found: readonly HTMLElement[]): boolean {
  const [first] = found as HTMLInputElement[]
  if (first?.tagName !== 'INPUT' || first.type !== 'radio' || !first.name) return false
  const group = new Set<HTMLElement>(groupOf(first))
  return found.every((field) => group.has(field))
}

/** As far as it is drawn, whatever lies above it. */
export function isSeen(element: HTMLElement): boolean {
  const { right, bottom, width, height } = element.getBoundingClientRect()
  const view = VIEW(element.ownerDocument)
  if (Math.min(width, height) < LEAST_SIZE_PX) return false
  // Nobody can scroll to the left of a page, nor above it.
  if (right + view.scrollX <= 0 || bottom + view.scrollY <= 0) return false
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  if (opacityOf(element, view) < LEAST_OPACITY) return false
  const frame = view.frameElement as HTMLElement | null
  return !frame || isSeen(frame)
}

/** Nothing is written where no doctor would see it. */
export function isOpenToView(field: HTMLElement): boolean {
  if (!isSeen(field)) return false
  const { left, top, width, height } = field.getBoundingClientRect()
  const view = VIEW(field.ownerDocument)
  const frame = view.frameElement as HTMLElement | null
  if (frame && !isOpenToView(frame)) return false
  const places = [0.5, 0.1, 0.9].map((part) => [left + width * part, top + height * part] as const)
  const inView = places.filter(
    ([x, y]) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight,
  )
  // What is scrolled out of sight is looked at when it is written to.
  return inView.length === 0 || inView.some(([x, y]) => isOnTop(field, x, y))
}

function opacityOf(field: HTMLElement, view: Window): number {
  let opacity = 1
  for (let at: HTMLElement | null = field; at; at = parentOf(at))
    opacity *= Number(view.getComputedStyle(at).opacity)
  return opacity
}

function parentOf(element: HTMLElement): HTMLElement | null {
  const { parentElement, parentNode } = element
  return parentElement ?? ((parentNode as ShadowRoot | null)?.host as HTMLElement) ?? null
}

/** Nothing lies above it there but its own parts, or its label. */
function isOnTop(field: HTMLElement, x: number, y: number): boolean {
  const page = field.ownerDocument
  let top: Element | null = elementFromPoint.call(page, x, y)
  while (top?.shadowRoot) {
    const inner: Element | null = top.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === top) break
    top = inner
  }
  if (!top) return false
  const labels = [...((field as Plain).labels ?? [])]
  return field.contains(top) || labels.some((label) => label.contains(top))
}

/** The words of its label, without what is in the field itself. */
export function nameOf(field: HTMLElement): string {
  const label = (field as Plain).labels?.[0]?.cloneNode(true) as HTMLElement | undefined
  for (const inner of label?.querySelectorAll(FIELDS) ?? []) inner.remove()
  const frame = field.ownerDocument === document ? null : VIEW(field.ownerDocument).frameElement
  const named = label?.textContent || field.getAttribute('aria-label')
  return (named || frame?.getAttribute('title') || '').trim().slice(0, LONGEST_NAME)
}

/** By name, not by class: a frame has classes of its own. */
export function isPlain(element: Element): element is Plain {
  return element.tagName === 'INPUT' || element.tagName === 'TEXTAREA'
}

const FOREIGN = 'foreign_frame'

/** Also of frames whose pages cannot be read. */
export function pathOf(view: Window): number[] {
  if (view.parent === view) return []
  let at = 0
  while (at < view.parent.length && view.parent[at] !== view) at++
  return [...pathOf(view.parent), at]
}

export function isFrame(element: Element): element is HTMLIFrameElement {
  return element.tagName === 'IFRAME' || element.tagName === 'FRAME'
}

function isDocument(from: Node): from is Document {
  return from.nodeType === Node.DOCUMENT_NODE
}

function getterOf<Value>(name: 'activeElement' | 'defaultView'): (page: Document) => Value {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, name)!
  return (page) => get!.call(page) as Value
}
