/**
 * Filling the host's record (SPEC-GAPS 2.11): the text first, as it is saved; then, with a schema
 * of the host, the same document in its shape. When the second step fails the text has been sent
 * all the same, and only the data are tried again.
 */
import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { StructuredOutputEvent } from '../../core/contract/structured-output.ts'
import type { AppDeps, Arrived } from '../host/app-contract.ts'
import type { Publish } from '../host/message-bus.ts'
import type { ApiClient, ApiError } from '../services/api-client.ts'
import { tellUse } from '../services/tell-use.ts'
import type { OpenDocument } from './open-document.ts'

/** `outdated`: the document is another by now, the text of the first step included. */
export type FillPhase = 'idle' | 'sending' | 'preparing' | 'done' | 'failed' | 'outdated'

export interface EhrFill {
  /** State of the document as it is: what is edited since has not been sent. */
  stateOf(open: OpenDocument): Pick<Fill, 'phase' | 'sentAt' | 'arrived'>
  /** Again when it was filled before; a second click while it is on its way is one too many. */
  fill(open: OpenDocument): Promise<void>
  /** The second step alone, after it failed. */
  retry(open: OpenDocument): Promise<void>
  stop(): void
}

interface Deps {
  api: ApiClient
  /** As the host gave it; undefined: only the text is sent. */
  schema: object | undefined
  publish: Publish
  /** Where another page of ours fills the record, and says what arrived. */
  onFill: AppDeps['onFill']
  /**
   * There is no word in the document: an empty text would only wipe out what the host's record
   * holds.
   */
  onEmpty(): void
  /** For who cannot see the button. */
  announce(news: 'sent' | 'done' | 'failed', sentAt: number): void
  changed(): void
}

interface Fill {
  phase: FillPhase
  sentAt: number | undefined
  /** What the host was given. */
  document: ClinicalDocument | undefined
  arrived: Arrived
}

const NOTHING: Fill = { phase: 'idle', sentAt: undefined, document: undefined, arrived: 'whole' }

/** The server gives a sign of life every ten seconds. */
const SILENCE_MS = 45_000

export function ehrFill(deps: Deps): EhrFill {
  const { api, schema, publish, onFill, announce, onEmpty, changed } = deps
  /** By document: who goes to the list and back finds it as it was. */
  const fills = new Map<string, Fill>()
  const leaving = new AbortController()

  function set(id: string, fill: Fill) {
    fills.set(id, fill)
    changed()
  }

  async function fill(open: OpenDocument) {
    const { id } = open.document
    const before = fills.get(id)
    if (before?.phase === 'sending' || (before?.phase === 'preparing' && isCurrent(before, open)))
      return
    set(id, { ...NOTHING, phase: 'sending' })
    const saved = await open.save().catch(() => false)
    if (leaving.signal.aborted) return
    if (!saved) return set(id, NOTHING)
    const { document } = open
    const { template, markdown } = document
    if (markdown.trim() === '') {
      onEmpty()
      return set(id, NOTHING)
    }
    publish('svc.plugin.ehr.fill', {
      document: markdown,
      template: { id: template.id, name: template.name, slug: template.slug },
    })
    if (onFill) {
      // What arrived before stays so, whatever becomes of another try.
      set(id, before ?? NOTHING)
      return onFill(document, (arrived) => tellArrived(document, arrived))
    }
    tellUse(api, document, 'filled')
    const sentAt = Date.now()
    announce('sent', sentAt)
    const sent = { ...NOTHING, sentAt, document }
    if (schema) await sendData({ ...sent, phase: 'preparing' })
    else set(id, { ...sent, phase: 'done' })
  }

  function tellArrived(document: ClinicalDocument, arrived: Arrived | undefined) {
    if (leaving.signal.aborted) return
    if (!arrived) return set(document.id, NOTHING)
    tellUse(api, document, 'filled')
    set(document.id, { phase: 'done', sentAt: Date.now(), document, arrived })
  }

  async function sendData(sent: Fill & { document: ClinicalDocument }) {
    const { id } = sent.document
    set(id, sent)
    const { sentAt = Date.now() } = sent
    const outcome = await prepare(sent.document)
    if (leaving.signal.aborted) return
    // Another text was sent meanwhile: its own data follow.
    if (fills.get(id) !== sent) return
    if (typeof outcome === 'object') publish('svc.plugin.ehr.structured_output', outcome)
    const phase = typeof outcome === 'object' ? 'done' : outcome
    set(id, { ...sent, phase })
    announce(phase === 'done' ? 'done' : 'failed', sentAt)
  }

  /** The data of the text that was sent, or why there are none. */
  async function prepare({ id, version, markdown }: ClinicalDocument) {
    try {
      return await ask(id, version).catch(async (error: Partial<ApiError>) => {
        if (error.code !== 'version_conflict') throw error
        // A review makes a new version of the same text.
        const { body } = await api.request<ClinicalDocument>({
          method: 'GET',
          path: `/documents/${id}`,
        })
        return body.markdown === markdown ? ask(id, body.version) : 'outdated'
      })
    } catch {
      return 'failed'
    }
  }

  async function ask(id: string, version: number) {
    const silent = new AbortController()
    const giveUp = () => silent.abort()
    // AbortSignal.any is younger than the browsers that are promised.
    leaving.signal.addEventListener('abort', giveUp)
    if (leaving.signal.aborted) giveUp()
    let timer = setTimeout(giveUp, SILENCE_MS)
    try {
      const lines = api.lines<StructuredOutputEvent>({
        method: 'POST',
        path: `/documents/${id}/structured-output`,
        body: { schema, version },
        signal: silent.signal,
      })
      for await (const event of lines) {
        clearTimeout(timer)
        timer = setTimeout(giveUp, SILENCE_MS)
        if (event.type === 'done') return { output: event.output, from_cache: event.from_cache }
        if (event.type === 'failed') throw Object.assign(new Error(), { code: event.error })
      }
      throw new Error('the answer ended too early')
    } finally {
      clearTimeout(timer)
      leaving.signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    stateOf(open) {
      const known = fills.get(open.document.id)
      return known && (known.phase === 'sending' || isCurrent(known, open)) ? known : NOTHING
    },
    fill,
    async retry(open) {
      const failed = fills.get(open.document.id)
      if (failed?.phase !== 'failed' || !failed.document) return
      await sendData({ ...failed, phase: 'preparing', document: failed.document })
    },
    stop: () => leaving.abort(),
  }
}

function isCurrent({ document }: Fill, open: OpenDocument): boolean {
  return document?.markdown === open.document.markdown && open.draft === undefined
}
