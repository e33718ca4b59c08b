/**
 * The patient context: what the doctor types is saved a second after the last key; what the host
 * adds arrives at the end and never over it; the background history is a block of its own, from
 * before the visit (SPEC-GAPS 1.17).
 */
import type { ContextOutcome } from '../plugin.d.ts'
import { ApiError } from '../services/api-client.ts'
import type { ConsultationState } from './consultation.ts'
import { asksBeforeLeaving, type SaveState } from './leaving.ts'

export interface ContextField {
  readonly text: string
  readonly background: string | null
  readonly saveState: SaveState
  /** Reads the consultation's context again. */
  restore(): void
  edit(text: string): void
  /** Saves what is unsaved, now. */
  flush(): Promise<void>
  /** After a conflict: this text stays. */
  keepMine(): Promise<void>
  /** After a conflict: the other text stays. */
  takeTheirs(): void
  /** Words would be lost if the page were left now: the doctor is asked first. */
  readonly isInDanger: boolean
  /** The page is being left: what is unsaved goes out now. */
  saveOnTheWayOut(): void
  append(markdown: string): Promise<ContextOutcome>
  addBackground(text: string, replaceIfExists: boolean): Promise<ContextOutcome>
  /** @returns what puts it back; @throws {ApiError} */
  removeBackground(): Promise<() => Promise<void>>
  stop(): void
}

interface Deps {
  consultation: ConsultationState
  changed(): void
}

export const CONTEXT_LIMIT = 50_000
const SAVE_AFTER_MS = 1000
const RETRY_AFTER_MS = 5000

export function contextField({ consultation, changed }: Deps): ContextField {
  let text = ''
  let saveState: SaveState = 'saved'
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> = Promise.resolve()
  let adding: Promise<unknown> = Promise.resolve()
  let stopped = false

  function setState(next: SaveState) {
    saveState = next
    changed()
  }

  function saveIn(delayMs: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), delayMs)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    if (saveState === 'unsaved' || saveState === 'failed') saving = saving.then(save)
    return saving
  }

  async function save() {
    const sent = text
    setState('saving')
    try {
      await consultation.patch({ context_markdown: sent })
      if (text === sent) return setState('saved')
      if (text.length > CONTEXT_LIMIT) return setState('too_long')
      setState('unsaved')
      saveIn(SAVE_AFTER_MS)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict')
        return setState('conflict')
      setState('failed')
      saveIn(RETRY_AFTER_MS)
    }
  }

  /** One after the other: of two calls at once, the second must see what the first one did. */
  function inTurn<T>(add: () => Promise<T>): Promise<T> {
    const outcome = adding.then(add)
    adding = outcome.catch(() => {})
    return outcome
  }

  async function putContext(addition: string): Promise<ContextOutcome> {
    await flush()
    if (saveState === 'too_long') return { applied: false, reason: 'TOO_LONG' }
    const before = text
    const ehr = await consultation.patch({ append_context: addition }).catch((error: unknown) => {
      // What the server holds is longer than what is shown here: it was changed elsewhere.
      if (error instanceof ApiError && error.code === 'validation_error') return undefined
      throw error
    })
    if (!ehr) return { applied: false, reason: 'TOO_LONG' }
    // Words that the doctor typed meanwhile, or that are not saved yet, stay in front of the
    // addition.
    if (text === before && saveState === 'saved') text = ehr.context_markdown
    else {
      text = `${text}\n\n${addedTo(before, ehr.context_markdown) ?? addition}`
      if (saveState !== 'conflict') saveState = 'unsaved'
      saveIn(SAVE_AFTER_MS)
    }
    changed()
    return { applied: true }
  }

  async function putBackground(text: string, replace: boolean): Promise<ContextOutcome> {
    if (consultation.ehr.background_history !== null && !replace)
      return { applied: false, reason: 'ALREADY_PRESENT' }
    const { applied } = await consultation.patch({
      set_background_history: { text, replace_if_exists: replace },
    })
    changed()
    // Another page was faster, which only the server knew.
    return applied === false ? { applied, reason: 'ALREADY_PRESENT' } : { applied: true }
  }

  return {
    get text() {
      return text
    },
    get background() {
      return consultation.isOpen ? consultation.ehr.background_history : null
    },
    get saveState() {
      return saveState
    },
    restore() {
      text = consultation.ehr.context_markdown
    },
    edit(next) {
      text = next
      // Refused whole, never cut: the doctor sees by how much, and nothing goes meanwhile.
      if (text.length > CONTEXT_LIMIT) {
        clearTimeout(timer)
        return setState('too_long')
      }
      if (saveState !== 'conflict') setState('unsaved')
      saveIn(SAVE_AFTER_MS)
    },
    flush,
    get isInDanger() {
      return asksBeforeLeaving(saveState, text)
    },
    saveOnTheWayOut() {
      if (saveState === 'saved' || saveState === 'conflict' || saveState === 'too_long') return
      consultation.patchOnTheWayOut({ context_markdown: text })
    },
    keepMine() {
      setState('unsaved')
      return flush()
    },
    takeTheirs() {
      text = consultation.ehr.context_markdown
      setState('saved')
    },
    async append(markdown) {
      const addition = markdown.trim()
      if (addition === '') return { applied: false, reason: 'EMPTY' }
      if (text.length + addition.length + 2 > CONTEXT_LIMIT)
        return { applied: false, reason: 'TOO_LONG' }
      return inTurn(() => putContext(addition))
    },
    async addBackground(history, replaceIfExists) {
      if (history.trim() === '') return { applied: false, reason: 'EMPTY' }
      if (history.length > CONTEXT_LIMIT) return { applied: false, reason: 'TOO_LONG' }
      return inTurn(() => putBackground(history, replaceIfExists))
    },
    async removeBackground() {
      const removed = consultation.ehr.background_history ?? ''
      await consultation.patch({ remove_background_history: true })
      changed()
      return async () => {
        await inTurn(() => putBackground(removed, false))
      }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** What the server made of an addition: of HTML its words. Undefined where more was changed. */
function addedTo(before: string, after: string): string | undefined {
  return after.startsWith(before) ? after.slice(before.length).trimStart() : undefined
}
