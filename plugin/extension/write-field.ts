/**
 * What would be written to a field of the page, by its kind: texts, numbers, dates, choices. Each
 * is written as if a doctor did it, so that libraries behind the page notice.
 */
import { groupOf, isOpenToView, isPlain, type Plain } from './page-fields.ts'
import type { Refusal, Words } from './page-words.ts'
import type { Plan } from './plan.ts'
import { richPlan } from './rich-field.ts'

/** What a simple field holds, as the browser has it. */
interface Holder {
  field: HTMLElement
  get(): string
  set(value: string): void
  shown(value: string): string
}

const TEXT_INPUTS = new Set(['text', 'search', 'tel', 'url', 'email', 'number'])
/** A page that draws its fields from data of its own has drawn them by then. */
const SETTLED_MS = 200

export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
}

/** The whole field, as a rule says. */
export function planFor(field: HTMLElement, words: Words): Plan | Refusal {
  if (!isOpenToView(field)) return 'unseen'
  if (field.isContentEditable) return richPlan(field, words, true)
  if (field.tagName === 'SELECT') return choicePlan(field as HTMLSelectElement, words)
  if (!isPlain(field) || field.disabled || field.readOnly) return 'not_writable'
  switch (field.type) {
    case 'checkbox':
      return tickPlan(field as HTMLInputElement, words)
    case 'radio':
      return radioPlan(field as HTMLInputElement, words)
    case 'date':
      return fitting(field, dateOf(words.plain))
    case 'number':
      return fitting(field, numberOf(words.plain))
    default:
      return takesText(field) ? textPlan(field, textFor(field, words)) : 'not_writable'
  }
}

/** At the caret, beside what is there. */
export function caretPlan(field: HTMLElement, words: Words): Plan | Refusal {
  if (!isOpenToView(field)) return 'unseen'
  if (!isPlain(field))
    return field.isContentEditable ? richPlan(field, words, false) : 'not_writable'
  if (field.readOnly || field.disabled || !takesText(field)) return 'not_writable'
  const { value: before } = field
  const text = textFor(field, words)
  // Fields for numbers know no caret.
  const start = field.selectionStart ?? before.length
  const end = field.selectionEnd ?? before.length
  const plan = textPlan(field, before.slice(0, start) + text + before.slice(end))
  if (typeof plan === 'string') return plan
  return {
    ...plan,
    async write() {
      await plan.write()
      if (field.selectionStart !== null)
        field.setSelectionRange(start + text.length, start + text.length)
    },
  }
}

function takesText(field: Plain): boolean {
  return field.tagName === 'TEXTAREA' || TEXT_INPUTS.has(field.type)
}

function textFor(field: Plain, { plain }: Words): string {
  if (field.tagName === 'TEXTAREA') return plain
  const lines = plain.split('\n')
  const isList = lines.every((line) => line.startsWith(ITEM))
  const line = isList ? lines.map((one) => one.slice(ITEM.length)).join('; ') : plain
  return line.replace(/\s+/g, ' ').trim()
}

function fitting(field: Plain, value: string | undefined): Plan | Refusal {
  return value === undefined ? 'no_fit' : textPlan(field, value)
}

function textPlan(field: Plain, value: string): Plan | Refusal {
  if (field.maxLength >= 0 && value.length > field.maxLength) return 'too_long'
  return simplePlan(
    {
      field,
      get: () => field.value,
      set: (next) => setValue(field, next),
      shown: (next) => next,
    },
    value,
  )
}

/** One of its options, by its words or its value. */
function choicePlan(field: HTMLSelectElement, { plain }: Words): Plan | Refusal {
  if (field.disabled || field.multiple) return 'not_writable'
  const options = [...field.options].filter(({ disabled }) => !disabled)
  const option = onlyOne(options, plain, (one) => [one.label, one.text, one.value])
  if (!option) return 'no_fit'
  return simplePlan(
    {
      field,
      get: () => field.value,
      set(next) {
        field.value = next
        tell(field, next)
      },
      shown: (value) =>
        value === '' ? '' : ([...field.options].find((one) => one.value === value)?.text ?? value),
    },
    option.value,
  )
}

function tickPlan(field: HTMLInputElement, { plain }: Words): Plan | Refusal {
  const word = folded(plain)
  if (!YES.has(word) && !NO.has(word)) return 'no_fit'
  return simplePlan(
    {
      field,
      get: () => (field.checked ? 'Sim' : ''),
      // A click is what libraries listen to; on a tick it does what the doctor's does.
      set(next) {
        if (field.checked === (next !== '')) return
        field.click()
        leave(field)
      },
      shown: (value) => value,
    },
    YES.has(word) ? 'Sim' : '',
  )
}

function radioPlan(first: HTMLInputElement, { plain }: Words): Plan | Refusal {
  const group = groupOf(first)
  const labelOf = (one: HTMLInputElement) => (one.labels?.[0]?.textContent ?? '').trim()
  const open = group.filter(({ disabled }) => !disabled)
  const chosen = onlyOne(open, plain, (one) => [labelOf(one), one.value])
  if (!chosen) return 'no_fit'
  const indexOf = (one: HTMLInputElement | undefined) => (one ? String(group.indexOf(one)) : '')
  return simplePlan(
    {
      field: chosen,
      get: () => indexOf(group.find(({ checked }) => checked)),
      set(next) {
        const one = group[Number(next)]
        if (next !== '' && one) {
          one.click()
          return leave(one)
        }
        for (const each of group.filter(({ checked }) => checked)) {
          each.checked = false
          tell(each, '')
        }
      },
      shown: (value) => (value === '' ? '' : labelOf(group[Number(value)]!)),
    },
    indexOf(chosen),
  )
}

function simplePlan({ field, get, set, shown }: Holder, next: string): Plan {
  let before = get()
  let after = next
  return {
    field,
    now: () => shown(get()),
    next: shown(next),
    async write() {
      before = get()
      set(next)
    },
    outcome() {
      after = get()
      if (!field.isConnected || (after === before && after !== next)) return 'not_kept'
      return after === next ? 'written' : 'altered'
    },
    async undo() {
      if (!field.isConnected || get() !== after) return false
      set(before)
      await settled()
      return get() === before
    },
  }
}

/**
 * From this world the browser's own setter is called, whatever the page's library has put in front
 * of it; the events then tell the library.
 */
function setValue(field: Plain, value: string) {
  field.value = value
  tell(field, value)
}

function tell(field: HTMLElement, data: string) {
  const told = { bubbles: true, composed: true }
  field.dispatchEvent(new InputEvent('input', { ...told, inputType: 'insertText', data }))
  field.dispatchEvent(new Event('change', told))
  leave(field)
}

/**
 * Forms that take a value only when its field is left wait for this. One that has the focus is left
 * by the doctor.
 */
function leave(field: HTMLElement) {
  if ((field.getRootNode() as Document | ShadowRoot).activeElement === field) return
  field.dispatchEvent(new FocusEvent('blur', { composed: true }))
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}

/** Undefined where none, or more than one, is meant. */
function onlyOne<One>(
  all: readonly One[],
  plain: string,
  namesOf: (one: One) => string[],
): One | undefined {
  const word = folded(plain.startsWith(ITEM) ? plain.slice(ITEM.length) : plain)
  const found = word ? all.filter((one) => namesOf(one).some((name) => folded(name) === word)) : []
  return found.length === 1 ? found[0] : undefined
}

/** Before an item of a list. */
const ITEM = '- '
const YES = new Set(['sim', 'true', 'x', 'presente', 'positivo'])
const NO = new Set(['nao', 'false', 'ausente', 'negativo', 'nega'])

function folded(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, '')
}

/** `72 bpm` and `1,72 m` are numbers, `120 por 80` is none. */
function numberOf(text: string): string | undefined {
  const found = /^\s*(-?\d{1,9})(?:[.,](\d{1,6}))?\s*([^\d]{0,12})$/.exec(text)
  if (!found) return undefined
  const [, whole = '', part] = found
  return part === undefined ? whole : `${whole}.${part}`
}

/** `03/05/2026`, as it is said here, and what is a date already. */
function dateOf(text: string): string | undefined {
  const said = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text)
  const [, day = '', month = '', year = ''] = said ?? []
  const date = said ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : undefined
}
