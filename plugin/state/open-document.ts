/**
 * The document on the screen: what the doctor writes is saved a second after the last key, kept in
 * this browser until it is, and never put over what somebody else wrote meanwhile without asking
 * (SPEC-GAPS 2.10).
 */
import type {
  ClinicalDocument,
  DocumentVersionBody,
  DocumentVersionsBody,
  TemplateField,
  UnwrittenItem,
} from '../../core/contract/api.ts'
import type { ApiClient, ApiError } from '../services/api-client.ts'
import type { DraftKeep } from '../services/draft-keep.ts'
import { jsonOf } from '../services/json.ts'
import { type DocumentDraft, documentRequests } from './document-requests.ts'
import { asksBeforeLeaving } from './leaving.ts'

export type DocumentSaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

export interface OpenDocument {
  readonly document: ClinicalDocument
  readonly fields: readonly TemplateField[]
  readonly draft: DocumentDraft | undefined
  readonly saveState: DocumentSaveState
  readonly busy: 'saving' | 'reviewing' | undefined
  readonly problem: { code: string; message: string } | undefined
  /** In a conflict: what the server holds. */
  readonly theirs: ClinicalDocument | undefined
  /** Said in the visit and not in the document, as the service listed it last. */
  readonly unwritten: readonly UnwrittenItem[]
  /** Raised when another text takes the place of the one on the screen. */
  readonly revision: number
  /** Selects the whole text, for a doctor who copies by hand; set by the view that shows it. */
  selectText: (() => void) | undefined
  change(draft: DocumentDraft): void
  /** @returns whether nothing is left unsaved */
  save(): Promise<boolean>
  review(): Promise<void>
  /** After a conflict: this text stays, theirs is in the history. */
  keepMine(): Promise<void>
  /** After a conflict: their text stays, this one is in the history. */
  takeTheirs(): Promise<void>
  /** Newest first. @throws {ApiError} */
  versions(): Promise<DocumentVersionsBody['versions']>
  /** @throws {ApiError} */
  version(number: number): Promise<DocumentVersionBody>
  /** Makes an earlier state the document again. */
  restore(number: number): Promise<void>
  /**
   * Takes what was said into the document; without a path where it is suggested. @returns whether
   * it stands there
   */
  takeIn(item: string, path?: string[]): Promise<boolean>
  /** It is not listed again. @returns whether that is kept */
  dismiss(item: string): Promise<boolean>
  /** Another document or none comes next. */
  stop(): void
}

interface Deps {
  api: ApiClient
  document: ClinicalDocument
  fields: readonly TemplateField[]
  keep: DraftKeep
  onSaved(document: ClinicalDocument): void
  changed(): void
}

const SAVE_AFTER_MS = 1000
const RETRY_AFTER_MS = 5000
/**
 * After the last save: what is missing then is looked for once more, since the answer to a save
 * leaves it out.
 */
const LOOK_AFTER_MS = 1500

export function openDocument(deps: Deps): OpenDocument {
  const { fields, keep, onSaved, changed } = deps
  let document = deps.document
  const requests = documentRequests(deps.api, document.id)
  let draft: DocumentDraft | undefined
  let saveState: DocumentSaveState = 'saved'
  let busy: OpenDocument['busy']
  let problem: OpenDocument['problem']
  let theirs: ClinicalDocument | undefined
  /** The draft that was kept from before a reload. */
  let taken: DocumentDraft | undefined
  /** What was sent and never answered: it may have arrived all the same. */
  let unanswered: DocumentDraft | undefined
  let revision = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let unwritten = deps.document.unwritten ?? []
  let looking: ReturnType<typeof setTimeout> | undefined
  let line: Promise<unknown> = Promise.resolve()
  let stopped = false

  function saveIn(delayMs: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void save(), delayMs)
  }

  function lookIn(delayMs: number) {
    clearTimeout(looking)
    if (!stopped && document.status !== 'failed') looking = setTimeout(look, delayMs)
  }

  /** What could not be asked for stays as it was; the next save asks again. */
  async function look() {
    const seen = document.version
    const listed = await requests.read().catch(() => undefined)
    if (stopped || !listed?.unwritten || document.version !== seen) return
    unwritten = listed.unwritten
    changed()
  }

  /** @returns whether it worked */
  async function settle(ask: () => Promise<ClinicalDocument>): Promise<boolean> {
    if (!(await save())) return false
    const before = document.version
    await inTurn(() => perform('saving', async () => adopt(await ask())))
    // What is not there any more was taken in or said otherwise meanwhile.
    if (document.version === before) lookIn(0)
    return document.version !== before
  }

  /** One after the other: a click during another request waits for it instead of being lost. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const outcome = line.then(work)
    line = outcome.catch(() => {})
    return outcome
  }

  async function perform(what: 'saving' | 'reviewing', work: () => Promise<void>) {
    busy = what
    changed()
    try {
      await work()
      problem = undefined
    } catch (error) {
      const { code = 'unknown', message = '' } = error as Partial<ApiError>
      if (code === 'version_conflict') await meetTheirs()
      else {
        if (draft) setUnsaved('failed')
        problem = { code, message }
      }
    } finally {
      busy = undefined
      changed()
    }
  }

  function setUnsaved(state: 'unsaved' | 'failed') {
    saveState = state
    saveIn(state === 'failed' ? RETRY_AFTER_MS : SAVE_AFTER_MS)
  }

  async function meetTheirs() {
    const body = await requests.read()
    // What was sent while the page was left arrived late, and nothing was written since.
    const isOurs = draft === taken && keep.wasSent(document.id, body)
    if (!draft || isOurs || isSame(draft, body)) return adopt(body)
    theirs = body
    saveState = 'conflict'
  }

  /** The server's text takes the place of ours. */
  function adopt(next: ClinicalDocument) {
    clearTimeout(timer)
    const isOther = !isSame(draft ?? document, next)
    document = next
    unwritten = next.unwritten ?? unwritten
    draft = undefined
    theirs = undefined
    saveState = 'saved'
    problem = undefined
    keep.forget(document.id)
    if (isOther) revision += 1
    onSaved(document)
  }

  /**
   * What stands there may be our own words, whose answer was lost on the way: then these go on top
   * of them.
   */
  async function send(words: DocumentDraft): Promise<ClinicalDocument> {
    try {
      const saved = await requests.save(words, document.version)
      unanswered = undefined
      return saved
    } catch (error) {
      const { code } = error as Partial<ApiError>
      if (code === 'network') unanswered = words
      if (code !== 'version_conflict' || !unanswered) throw error
      const held = await requests.read()
      if (!isSame(unanswered, held)) throw error
      unanswered = undefined
      document = held
      return send(words)
    }
  }

  async function saveDraft() {
    const sent = draft
    if (!sent) return
    saveState = 'saving'
    document = await send(sent)
    if (draft === sent) {
      draft = undefined
      saveState = 'saved'
      keep.forget(document.id)
    } else if (draft) {
      keep.keep(document.id, { version: document.version, ...draft })
      setUnsaved('unsaved')
    }
    lookIn(LOOK_AFTER_MS)
    onSaved(document)
  }

  function save(): Promise<boolean> {
    clearTimeout(timer)
    return inTurn(async () => {
      if (draft && saveState !== 'conflict') await perform('saving', saveDraft)
      return draft === undefined
    })
  }

  /**
   * The page is being left: whether or not it comes back, what was written goes out now. A request
   * that is on its way may end with the page; when it arrived all the same, the server takes only
   * one of the two.
   */
  function saveOnTheWayOut() {
    if (!draft || saveState === 'conflict') return
    keep.noteSent(document.id, draft)
    requests.saveOnTheWayOut(draft, document.version)
  }

  function onBeforeUnload(event: BeforeUnloadEvent) {
    if (asksBeforeLeaving(saveState, draft ?? document)) event.preventDefault()
  }

  /** What was written before a reload and did not arrive. */
  async function takeUpKept() {
    const kept = await keep.find(document.id)
    if (!kept || stopped || draft) return
    const { version, ...words } = kept
    if (isSame(words, document) || keep.wasSent(document.id, document))
      return keep.forget(document.id)
    draft = words
    taken = words
    revision += 1
    if (version === document.version) setUnsaved('unsaved')
    else {
      theirs = document
      saveState = 'conflict'
    }
    changed()
  }

  addEventListener('pagehide', saveOnTheWayOut)
  addEventListener('beforeunload', onBeforeUnload)
  if (document.status !== 'failed') void takeUpKept()
  if (!deps.document.unwritten) lookIn(0)

  return {
    get document() {
      return document
    },
    fields,
    get draft() {
      return draft
    },
    get saveState() {
      return saveState
    },
    get busy() {
      return busy
    },
    get problem() {
      return problem
    },
    get theirs() {
      return theirs
    },
    get revision() {
      return revision
    },
    get unwritten() {
      return unwritten
    },
    takeIn: (item, path) => settle(() => requests.take(item, document.version, path)),
    dismiss: (item) => settle(() => requests.dismiss(item, document.version)),
    selectText: undefined,
    change(next) {
      if (isSame(next, document) && !busy) {
        draft = undefined
        clearTimeout(timer)
        if (saveState !== 'conflict') saveState = 'saved'
        keep.forget(document.id)
      } else {
        draft = next
        keep.keep(document.id, { version: document.version, ...next })
        if (saveState !== 'conflict') setUnsaved('unsaved')
      }
      changed()
    },
    save,
    async review() {
      if (!(await save())) return
      await inTurn(() =>
        perform('reviewing', async () => {
          document = await requests.review(document.version)
          onSaved(document)
        }),
      )
    },
    keepMine: () =>
      inTurn(() =>
        perform('saving', async () => {
          if (!theirs) return
          const mine = draft ?? textOf(document)
          document = await requests.save(mine, theirs.version, true)
          theirs = undefined
          if (!draft || draft === mine) adopt(document)
          else setUnsaved('unsaved')
        }),
      ),
    takeTheirs: () =>
      inTurn(() =>
        perform('saving', async () => {
          const mine = draft
          if (!theirs) return
          // Ours were taken back since: there is nothing of them to be kept.
          if (!mine) return adopt(theirs)
          const [newest] = await requests.versions()
          // First ours on top, so that it is in the history; then theirs again.
          const kept = await requests.save(mine, theirs.version, true)
          adopt(newest ? await requests.restore(newest.number, kept.version) : kept)
        }),
      ),
    versions: requests.versions,
    version: requests.version,
    async restore(number) {
      if (!(await save())) return
      await inTurn(() =>
        perform('saving', async () => adopt(await requests.restore(number, document.version))),
      )
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(looking)
      removeEventListener('pagehide', saveOnTheWayOut)
      removeEventListener('beforeunload', onBeforeUnload)
    },
  }
}

type Text = Pick<ClinicalDocument, 'content' | 'layout'>

function textOf({ content, layout = null }: Text): DocumentDraft {
  return { content, layout }
}

function isSame(one: Text, other: Text): boolean {
  return jsonOf([one.content, one.layout ?? null]) === jsonOf([other.content, other.layout ?? null])
}
