/**
 * Codes of the consultation that the doctor stands for, diagnoses or procedures: what the documents
 * suggest, what was confirmed, and the search for others. Every change is saved at once, the whole
 * list each time; when that fails the doctor's list stays and can be saved again.
 */
import type { FoundCode, TerminologySearchBody } from '../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../services/api-client.ts'

export interface Coded {
  code: string
  display: string
}

export type SuggestedCode = FoundCode & { text: string }

export interface CodeList<One extends Coded> {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly chosen: readonly One[]
  readonly suggestions: readonly SuggestedCode[]
  readonly saving: boolean
  readonly saveFailed: boolean
  /**
   * Another screen had changed the list: what is shown now is that one, and the doctor's last
   * change is not in it.
   */
  readonly outdated: boolean
  readonly search: SearchState
  /** Also again, when a document has changed; what could not be saved yet stays. */
  load(): Promise<void>
  add(found: Coded): void
  remove(code: string): void
  /**
   * Puts another list in the place of the present one. The order stays: what has the keyboard's
   * focus must not move.
   */
  choose(next: One[]): void
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
  /**
   * `starter`: only common codes are installed, others may exist. Null: there is no table at all.
   */
  readonly origin: TerminologySearchBody['origin']
}

/** What is particular to one kind of codes. */
export interface CodeKind<One extends Coded> {
  /** In the path and in the body of `PUT`. */
  resource: 'diagnoses' | 'procedures'
  system: 'CID10' | 'SIGTAP'
  /** Begins with a code that was just found. */
  begin(found: Coded): One
  /** Without what only the server knows. */
  taken(confirmed: One): One
  /** As `PUT` wants it. */
  sent(one: One): object
  /** What has to hold for the list as a whole. */
  settled?(next: One[]): One[]
}

interface Deps {
  api: ApiClient
  ehrId: string
  changed(): void
}

interface Body<One> {
  suggestions: SuggestedCode[]
  confirmed: One[]
}

const TYPING_PAUSE_MS = 200
const SHORTEST = 2
const NO_SEARCH: SearchState = { text: '', state: 'idle', results: [], origin: 'imported' }

export function codeList<One extends Coded>(
  kind: CodeKind<One>,
  { api, ehrId, changed }: Deps,
): CodeList<One> {
  const path = `/ehrs/${ehrId}/${kind.resource}`
  let phase: CodeList<One>['phase'] = 'loading'
  let chosen: readonly One[] = []
  let suggestions: readonly SuggestedCode[] = []
  let saving = 0
  let saveFailed = false
  let outdated = false
  // As the server told it last.
  let held: readonly One[] = []
  let search = NO_SEARCH
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()

  function choose(next: One[]) {
    chosen = kind.settled?.(next) ?? next
    save()
  }

  /** One after the other, so that the last click is what stays. */
  function save() {
    saving++
    saveFailed = outdated = false
    line = line.then(async () => {
      const sent = chosen
      try {
        const { body } = await api.request<Body<One>>({
          method: 'PUT',
          path,
          body: { [kind.resource]: sent.map(kind.sent), seen: held.map(kind.sent) },
        })
        held = body.confirmed.map(kind.taken)
        if (chosen === sent) suggestions = body.suggestions
      } catch (error) {
        if (error instanceof ApiError && error.code === 'version_conflict') await takeTheirs()
        else saveFailed = true
      }
      saving--
      changed()
    })
    changed()
  }

  async function takeTheirs() {
    outdated = true
    try {
      take((await api.request<Body<One>>({ method: 'GET', path })).body)
    } catch {
      saveFailed = true
    }
  }

  function take(body: Body<One>) {
    suggestions = body.suggestions
    held = body.confirmed.map(kind.taken)
    chosen = held
  }

  async function read() {
    const before = chosen
    try {
      const { body } = await api.request<Body<One>>({ method: 'GET', path })
      if (chosen === before && !saveFailed) take(body)
      else suggestions = body.suggestions
      phase = 'ready'
    } catch {
      if (phase === 'loading') phase = 'failed'
    }
    changed()
  }

  async function ask(text: string) {
    try {
      const query = new URLSearchParams({ system: kind.system, q: text, limit: '8' })
      const { body } = await api.request<TerminologySearchBody>({
        method: 'GET',
        path: `/terminology/search?${query}`,
      })
      // An answer that comes late is to a question nobody asks any more.
      if (search.text !== text) return
      const { results, origin } = body
      search = { text, state: 'found', results, origin }
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
    get outdated() {
      return outdated
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
      choose([...chosen, kind.begin({ code, display })])
    },
    remove(code) {
      choose(chosen.filter((one) => one.code !== code))
    },
    choose,
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
