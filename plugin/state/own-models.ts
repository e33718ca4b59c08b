/**
 * Document models that the doctor makes: the one being written, and what is wrong with it
 * (SPEC-GAPS 2.8).
 */
import type { FieldType } from '../../core/contract/api.ts'
import type {
  ChoosableTemplate,
  ChoosableTemplatesBody,
  OwnModelBody,
} from '../../core/contract/own-models.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { type ApiClient, ApiError } from '../services/api-client.ts'
import { jsonOf } from '../services/json.ts'

export interface SectionDraft {
  /** For the page only: stays the same while the section moves. */
  readonly key: number
  name: string
  type: FieldType
  /** One name a line. */
  keys: string
  instruction: string
}

export interface ModelDraft {
  /** Undefined for a new one. */
  readonly id: string | undefined
  readonly version: number
  name: string
  purpose: string
  shared: boolean
  sections: SectionDraft[]
}

/** What is wrong, by place: `name`, `sections`, or `<key of a section>.name|keys|instruction`. */
export type DraftFaults = ReadonlyMap<string, string>

export interface OwnModels {
  readonly templates: readonly ChoosableTemplate[]
  readonly mayShare: boolean
  /** Made or changed last, in this mount: what the doctor most likely wants to use now. */
  readonly lastSaved: ChoosableTemplate | undefined
  readonly draft: ModelDraft | undefined
  readonly faults: DraftFaults
  readonly busy: boolean
  /** The draft differs from what is stored. */
  readonly isChanged: boolean
  load(): Promise<void>
  /** What others changed meanwhile; what cannot be fetched stays as it was. */
  refresh(): Promise<void>
  startNew(): void
  startCopy(template: ChoosableTemplate): void
  edit(template: ChoosableTemplate): void
  addSection(): void
  removeSection(key: number): void
  /** Nothing happens at the ends. */
  moveSection(key: number, by: -1 | 1): void
  /** After anything was typed. */
  touched(): void
  /**
   * @returns what is stored now; undefined when it was refused, with the reason in `faults` or
   * `onFailed` told
   */
  save(): Promise<ChoosableTemplate | undefined>
  remove(): Promise<boolean>
  close(): void
}

interface Deps {
  api: ApiClient
  ehrId(): string
  t: Catalogue
  changed(): void
  onFailed(message: string): void
}

const LONGEST = { name: 120, purpose: 300, instruction: 1000 }

export function ownModels({ api, ehrId, t, changed, onFailed }: Deps): OwnModels {
  const words = t.models.faults
  let templates: ChoosableTemplate[] = []
  let etag: string | undefined
  let mayShare = false
  let lastSaved: ChoosableTemplate | undefined
  let draft: ModelDraft | undefined
  let untouched = ''
  let faults: DraftFaults = new Map()
  let busy = false
  let lastKey = 0

  const path = () => `/ehrs/${ehrId()}/templates`

  async function load() {
    const before = templates
    const answer = await api.request<ChoosableTemplatesBody>({
      method: 'GET',
      path: path(),
      known: etag,
    })
    // A model that was saved or removed while the list was on its way is not in it.
    if (answer.status === 304 || before !== templates) return
    templates = answer.body.templates
    mayShare = answer.body.may_share
    etag = answer.etag
  }

  function open(next: ModelDraft) {
    draft = next
    untouched = jsonOf(next)
    faults = new Map()
    changed()
  }

  function sectionOf(field?: ChoosableTemplate['fields'][number]): SectionDraft {
    return {
      key: ++lastKey,
      name: field?.name ?? '',
      type: field?.type ?? 'string',
      keys: field?.keys?.join('\n') ?? '',
      instruction: field?.description ?? '',
    }
  }

  /** Whatever can fail talks to the box once at a time, and says so when it does. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (busy) return undefined
    busy = true
    changed()
    try {
      return await work()
    } catch (error) {
      // The box says in words why it refuses; that it could not be reached needs ours.
      onFailed(error instanceof ApiError && error.status >= 400 ? error.message : t.models.failed)
      return undefined
    } finally {
      busy = false
      changed()
    }
  }

  return {
    get templates() {
      return templates
    },
    get mayShare() {
      return mayShare
    },
    get lastSaved() {
      return lastSaved
    },
    get draft() {
      return draft
    },
    get faults() {
      return faults
    },
    get busy() {
      return busy
    },
    get isChanged() {
      return draft !== undefined && jsonOf(draft) !== untouched
    },
    load,
    async refresh() {
      // What is being changed here right now is newer than any list.
      if (!busy) await load().then(changed, () => {})
    },
    startNew() {
      const sections = [sectionOf()]
      open({ id: undefined, version: 0, name: '', purpose: '', shared: false, sections })
    },
    startCopy({ name, purpose, fields }) {
      const sections = fields.map(sectionOf)
      const copy = t.models.copyOf(name)
      open({ id: undefined, version: 0, name: copy, purpose, shared: false, sections })
    },
    edit({ id, version, name, purpose, shared, fields }) {
      open({ id, version, name, purpose, shared, sections: fields.map(sectionOf) })
    },
    addSection() {
      draft?.sections.push(sectionOf())
      changed()
    },
    removeSection(key) {
      if (draft) draft.sections = draft.sections.filter((section) => section.key !== key)
      changed()
    },
    moveSection(key, by) {
      if (!draft) return
      const from = draft.sections.findIndex((section) => section.key === key)
      const to = from + by
      const [section] = draft.sections.slice(from, from + 1)
      if (!section || to < 0 || to >= draft.sections.length) return
      draft.sections.splice(from, 1)
      draft.sections.splice(to, 0, section)
      changed()
    },
    touched() {
      if (draft && faults.size > 0) faults = faultsOf(draft, words)
      changed()
    },
    async save() {
      const saving = draft
      if (!saving) return undefined
      faults = faultsOf(saving, words)
      changed()
      if (faults.size > 0) return undefined
      const { id, version } = saving
      return attempt(async () => {
        const { body: stored } = await api.request<ChoosableTemplate>(
          id
            ? { method: 'PUT', path: `${path()}/${id}`, body: { ...bodyOf(saving), version } }
            : { method: 'POST', path: path(), body: bodyOf(saving) },
        )
        const others = templates.filter((template) => template.id !== stored.id)
        templates = [...others, stored]
        lastSaved = stored
        if (draft === saving) draft = undefined
        return stored
      })
    },
    async remove() {
      const id = draft?.id
      if (!id) return false
      const done = await attempt(async () => {
        await api.request({ method: 'DELETE', path: `${path()}/${id}` })
        templates = templates.filter((template) => template.id !== id)
        if (lastSaved?.id === id) lastSaved = undefined
        draft = undefined
        return true
      })
      return done ?? false
    },
    close() {
      draft = undefined
      changed()
    },
  }
}

function bodyOf({ name, purpose, shared, sections }: ModelDraft): OwnModelBody {
  return {
    name: name.trim(),
    purpose: purpose.trim(),
    shared,
    fields: sections.map((section) => ({
      name: section.name.trim(),
      type: section.type,
      ...(section.type === 'dict' ? { keys: linesOf(section.keys) } : {}),
      ...(section.instruction.trim() ? { description: section.instruction.trim() } : {}),
    })),
  }
}

/** The same rules as the box's, so that the doctor reads what is wrong beside the field. */
function faultsOf(draft: ModelDraft, words: Catalogue['models']['faults']): DraftFaults {
  const faults = new Map<string, string>()
  const say = (place: string, fault: string | undefined) => fault && faults.set(place, fault)
  say('name', lineFault(draft.name, LONGEST.name, words))
  say('purpose', lineFault(draft.purpose, LONGEST.purpose, words))
  if (draft.sections.length === 0) say('sections', words.noSections)
  const seen = new Set<string>()
  for (const { key, name, type, keys, instruction } of draft.sections) {
    const title = name.trim()
    say(
      `${key}.name`,
      lineFault(name, LONGEST.name, words) ??
        (/^\d+$/.test(title) ? words.digits : undefined) ??
        (seen.has(title) ? words.duplicate : undefined),
    )
    seen.add(title)
    if (type === 'dict') say(`${key}.keys`, keysFault(linesOf(keys), words))
    if (instruction.trim().length > LONGEST.instruction) say(`${key}.instruction`, words.tooLong)
  }
  return faults
}

function lineFault(text: string, longest: number, words: Catalogue['models']['faults']) {
  if (text.trim() === '') return words.required
  return text.trim().length > longest ? words.tooLong : undefined
}

function keysFault(keys: string[], words: Catalogue['models']['faults']): string | undefined {
  if (keys.length === 0) return words.keysRequired
  if (new Set(keys).size < keys.length) return words.keysDuplicate
  if (keys.some((key) => /^\d+$/.test(key))) return words.digits
  return keys.some((key) => key.length > LONGEST.name) ? words.tooLong : undefined
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
