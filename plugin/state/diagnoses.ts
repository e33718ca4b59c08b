/**
 * The diagnoses of the consultation: what the documents suggest, what the doctor confirmed, and the search for others. Every
 * change is saved at once, the whole list each time; when that fails the doctor's list stays and can be saved again.
 */
import type {
  ConfirmedCode,
  DiagnosesBody,
  FoundCode,
  TerminologySearchBody,
} from '../../core/contract/api.ts'
import type { ApiClient } from '../services/api-client.ts'

export type Chosen = Pick<ConfirmedCode, 'code' | 'display' | 'principal'>

export interface Diagnoses {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly chosen: readonly Chosen[]
  readonly suggestions: DiagnosesBody['suggestions']
  readonly saving: boolean
  readonly saveFailed: boolean
  readonly search: SearchState
  /** Also again, when a document has changed; what could not be saved yet stays. */
  load(): Promise<void>
  add(found: Pick<FoundCode, 'code' | 'display'>): void
  remove(code: string): void
  makePrincipal(code: string): void
  /** After a failure. */
  saveAgain(): void
  /** Asks when the doctor stops typing. */
  lookFor(text: string): void
  stop(): void
}

interface SearchState {
  readonly text: string
  readonly state: 'idle' | 'searching' | 'found' | 'failed'
  readonly results: readonly FoundCode[]
  /** Only common codes are installed: others may exist. */
  readonly isPartial: boolean
}

interface Deps {
  api: ApiClient
  ehrId: string
  changed(): void
}

const TYPING_PAUSE_MS = 200
const SHORTEST = 2
const NO_SEARCH: SearchState = { text: '', state: 'idle', results: [], isPartial: false }

export function diagnoses({ api, ehrId, changed }: Deps): Diagnoses {
  const path = `/ehrs/${ehrId}/diagnoses`
  let phase: Diagnoses['phase'] = 'loading'
  let chosen: Chosen[] = []
  let suggestions: DiagnosesBody['suggestions'] = []
  let saving = 0
  let saveFailed = false
  let search = NO_SEARCH
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()

  /** Exactly one is the principal one. The order stays: what has the keyboard's focus must not move. */
  function choose(next: Chosen[]) {
    const principal = (next.find((one) => one.principal) ?? next[0])?.code
    chosen = next.map((one) => ({ ...one, principal: one.code === principal }))
    save()
  }

  /** One after the other, so that the last click is what stays. */
  function save() {
    saving++
    saveFailed = false
    line = line.then(async () => {
      const sent = chosen
      try {
        const { body } = await api.request<DiagnosesBody>({
          method: 'PUT',
          path,
          body: { diagnoses: sent.map(({ code, principal }) => ({ code, principal })) },
        })
        if (chosen === sent) suggestions = body.suggestions
      } catch {
        saveFailed = true
      }
      saving--
      changed()
    })
    changed()
  }

  async function read() {
    const before = chosen
    try {
      const { body } = await api.request<DiagnosesBody>({ method: 'GET', path })
      suggestions = body.suggestions
      if (chosen === before && !saveFailed)
        chosen = body.confirmed.map(({ code, display, principal }) => ({
          code,
          display,
          principal,
        }))
      phase = 'ready'
    } catch {
      if (phase === 'loading') phase = 'failed'
    }
    changed()
  }

  async function ask(text: string) {
    try {
      const query = new URLSearchParams({ system: 'CID10', q: text, limit: '8' })
      const { body } = await api.request<TerminologySearchBody>({
        method: 'GET',
        path: `/terminology/search?${query}`,
      })
      // An answer that comes late is to a question nobody asks any more.
      if (search.text !== text) return
      const { results, origin } = body
      search = { text, state: 'found', results, isPartial: origin === 'starter' }
    } catch {
      if (search.text === text) search = { ...NO_SEARCH, text, state: 'failed' }
    }
    changed()
  }

  return {
    get phase() {
      return phase
    },
    get chosen() {
      return chosen
    },
    get suggestions() {
      return suggestions.filter(({ code }) => !chosen.some((one) => one.code === code))
    },
    get saving() {
      return saving > 0
    },
    get saveFailed() {
      return saveFailed
    },
    get search() {
      return search
    },
    load() {
      if (phase === 'failed') phase = 'loading'
      changed()
      // After what is being saved: an older list must not come back.
      line = line.then(read)
      return line
    },
    add({ code, display }) {
      clearTimeout(timer)
      search = NO_SEARCH
      if (chosen.some((one) => one.code === code)) return changed()
      choose([...chosen, { code, display, principal: false }])
    },
    remove(code) {
      choose(chosen.filter((one) => one.code !== code))
    },
    makePrincipal(code) {
      choose(chosen.map((one) => ({ ...one, principal: one.code === code })))
    },
    saveAgain: save,
    lookFor(text) {
      clearTimeout(timer)
      const asked = text.trim()
      if (asked.length < SHORTEST) {
        search = { ...NO_SEARCH, text }
        return changed()
      }
      search = { ...search, text, state: 'searching' }
      timer = setTimeout(() => void ask(text), TYPING_PAUSE_MS)
      changed()
    },
    stop: () => clearTimeout(timer),
  }
}

/** As doctors read it: `J069` → `J06.9`. */
export function dotted(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}
