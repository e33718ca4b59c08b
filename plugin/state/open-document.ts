/** The document on the screen: edits of one field at a time, review, and what became of "fill". */
import type {
  ClinicalDocument,
  DocumentContent,
  DocumentValue,
  TemplateField,
} from '../../core/contract/api.ts'
import type { ApiClient, ApiError } from '../services/api-client.ts'

export interface OpenDocument {
  readonly document: ClinicalDocument
  readonly fields: readonly TemplateField[]
  /** The field being edited, with the doctor's unsaved words. */
  readonly draft: { field: TemplateField; value: DocumentValue } | undefined
  readonly busy: 'saving' | 'reviewing' | undefined
  readonly problem: { code: string; message: string } | undefined
  readonly filledAt: number | undefined
  /** Saves the field that is being edited, if another one is; when that fails, it stays open. */
  edit(field: TemplateField): Promise<void>
  change(value: DocumentValue): void
  discard(): void
  /** True when nothing is left unsaved. */
  save(): Promise<boolean>
  review(): Promise<void>
  /** After somebody else changed it: their version, with our draft still open. */
  reload(): Promise<void>
  markFilled(): void
}

interface Deps {
  api: ApiClient
  document: ClinicalDocument
  fields: readonly TemplateField[]
  /** Reads the newest version from the server. */
  refresh(documentId: string): Promise<ClinicalDocument>
  onSaved(document: ClinicalDocument): void
  changed(): void
}

export function openDocument(deps: Deps): OpenDocument {
  const { api, fields, refresh, onSaved, changed } = deps
  let document = deps.document
  let draft: OpenDocument['draft']
  let busy: OpenDocument['busy']
  let problem: OpenDocument['problem']
  let filledAt: number | undefined
  let line: Promise<boolean> = Promise.resolve(true)

  /** One after the other: a click during another request waits for it instead of being lost. */
  function perform(what: 'saving' | 'reviewing', work: () => Promise<void>): Promise<boolean> {
    const outcome = line.then(() => attempt(what, work))
    line = outcome
    return outcome
  }

  async function attempt(what: 'saving' | 'reviewing', work: () => Promise<void>) {
    busy = what
    changed()
    try {
      await work()
      problem = undefined
      onSaved(document)
      return true
    } catch (error) {
      const { code = 'unknown', message = '' } = error as Partial<ApiError>
      problem = { code, message }
      return false
    } finally {
      busy = undefined
      changed()
    }
  }

  function save(): Promise<boolean> {
    if (draft && isUnchanged(draft)) draft = problem = undefined
    if (!draft) return line.then(() => draft === undefined)
    return perform('saving', saveDraft)
  }

  function isUnchanged({ field, value }: NonNullable<OpenDocument['draft']>): boolean {
    const known = document.content[field.name] ?? null
    return !busy && JSON.stringify(tidy(value)) === JSON.stringify(tidy(known))
  }

  async function saveDraft() {
    const saved = draft
    if (!saved) return
    const content: DocumentContent = { ...document.content, [saved.field.name]: tidy(saved.value) }
    const { body } = await api.request<ClinicalDocument>({
      method: 'PATCH',
      path: `/documents/${document.id}`,
      body: { version: document.version, content },
    })
    document = body
    filledAt = undefined
    if (draft === saved) draft = undefined
  }

  return {
    get document() {
      return document
    },
    fields,
    get draft() {
      return draft
    },
    get busy() {
      return busy
    },
    get problem() {
      return problem
    },
    get filledAt() {
      return filledAt
    },
    async edit(field) {
      if (!(await save())) return
      problem = undefined
      draft = { field, value: document.content[field.name] ?? null }
      changed()
    },
    change(value) {
      if (draft) draft = { ...draft, value }
    },
    discard() {
      draft = undefined
      problem = undefined
      changed()
    },
    save,
    async review() {
      if (!(await save())) return
      await perform('reviewing', async () => {
        const { body } = await api.request<ClinicalDocument>({
          method: 'POST',
          path: `/documents/${document.id}/review`,
          body: { version: document.version },
        })
        document = body
      })
    },
    async reload() {
      await perform('saving', async () => {
        document = await refresh(document.id)
      })
    },
    markFilled() {
      filledAt = Date.now()
      changed()
    },
  }
}

/** Nothing but blanks is null, in every shape (SPEC-GAPS 1.3). */
function tidy(value: DocumentValue): DocumentValue {
  if (value === null) return null
  if (typeof value === 'string') return value.trim() || null
  if (Array.isArray(value)) {
    const items = value.map((item) => item.trim()).filter((item) => item !== '')
    return items.length > 0 ? items : null
  }
  const entries = Object.entries(value).map(([key, text]) => [key, text?.trim() || null] as const)
  return entries.some(([, text]) => text !== null) ? Object.fromEntries(entries) : null
}
