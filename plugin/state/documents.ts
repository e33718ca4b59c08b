/**
 * The documents of the consultation, the models they can be made from, and the one being made or
 * read.
 */
import type {
  ClinicalDocument,
  DeletedDocumentBody,
  DocumentsBody,
  TemplateInfo,
} from '../../core/contract/api.ts'
import type { ApiClient, ApiError } from '../services/api-client.ts'
import { draftKeep } from '../services/draft-keep.ts'
import type { Preferences } from '../services/preferences.ts'
import { type Generation, generation } from './generation.ts'
import { type OpenDocument, openDocument } from './open-document.ts'

export interface Documents {
  /** Newest first. */
  readonly list: readonly ClinicalDocument[]
  readonly templates: readonly TemplateInfo[]
  /** Offered first: the host's choice, else the last one used here, else the standard record. */
  readonly suggested: TemplateInfo | undefined
  readonly recent: readonly TemplateInfo[]
  readonly generating: Generation | undefined
  readonly open: OpenDocument | undefined
  load(): Promise<void>
  /** Also saves what is being edited first. */
  generate(template: TemplateInfo): Promise<void>
  /** Saves what is being edited first; when that fails, it stays open and says so. */
  show(document: ClinicalDocument): Promise<void>
  /** Saves what is being edited first; when that fails, the document stays open and says so. */
  backToList(): Promise<void>
  /** Deleted here a moment ago: they can still be brought back. */
  readonly deleted: readonly { document: ClinicalDocument; until: number }[]
  /** Why the last deletion, or taking it back, did not work. */
  readonly problem: { code: string; message: string } | undefined
  remove(document: ClinicalDocument): Promise<void>
  putBack(document: ClinicalDocument): Promise<void>
  /** For good; what is not saved by then is kept in this browser. */
  stop(): void
}

interface Deps {
  api: ApiClient
  ehrId(): string
  preferences: Preferences
  /** What the doctor can choose from. */
  templates(): readonly TemplateInfo[]
  defaultTemplate: string | undefined
  /**
   * Resolves when what the doctor typed elsewhere is in the box, or cannot be brought there: a
   * document rests on it.
   */
  typedSaved(): Promise<void>
  changed(): void
  onCreated(document: ClinicalDocument): void
  onCanceled(): void
}

const RECENT = 4
/** A document that another window is having written is looked for this often. */
const LOOK_EVERY_MS = 5000

export function documents(deps: Deps): Documents {
  const { api, ehrId, preferences, changed } = deps
  let list: ClinicalDocument[] = []
  let generating: Generation | undefined
  let open: OpenDocument | undefined
  let deleted: { document: ClinicalDocument; until: number }[] = []
  let problem: Documents['problem']
  let looking: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  // When several are asked for while one is saved, the last one is shown.
  let shows = 0
  const keep = draftKeep()

  function recent(): TemplateInfo[] {
    const ids = preferences.get<string[]>('recentTemplates') ?? []
    return ids.flatMap((id) => deps.templates().find((template) => template.id === id) ?? [])
  }

  async function loadList() {
    const { body } = await api.request<DocumentsBody>({
      method: 'GET',
      path: `/ehrs/${ehrId()}/documents`,
    })
    list = body.documents
    if (list.some(({ status }) => status === 'generating')) lookAgain()
    else clearTimeout(looking)
  }

  function lookAgain() {
    clearTimeout(looking)
    if (!stopped) looking = setTimeout(() => loadList().then(changed, lookAgain), LOOK_EVERY_MS)
  }

  /** Tells a failure instead of throwing it. */
  async function attempt(work: () => Promise<void>) {
    try {
      await work()
      problem = undefined
    } catch (error) {
      const { code = 'unknown', message = '' } = error as Partial<ApiError>
      problem = { code, message }
    }
    changed()
  }

  async function closeOpen(): Promise<boolean> {
    const leaving = open
    if (leaving && !(await leaving.save())) return false
    leaving?.stop()
    if (open === leaving) open = undefined
    return true
  }

  async function show(asked: ClinicalDocument) {
    const mine = ++shows
    if (open && !(await closeOpen())) return
    if (stopped || mine !== shows) return
    const document = list.find(({ id }) => id === asked.id) ?? asked
    open = openDocument({
      api,
      document,
      fields: fieldsOf(document),
      keep,
      onSaved(saved) {
        list = list.map((entry) => (entry.id === saved.id ? saved : entry))
      },
      changed,
    })
    changed()
  }

  /** In the model's order; a model that is gone, or another by now, leaves the document's own. */
  function fieldsOf(document: ClinicalDocument) {
    const template = deps.templates().find(({ id }) => id === document.template.id)
    const names = Object.keys(document.content)
    const isItsOwn = template?.fields.every(({ name }, i) => name === names[i])
    if (template && (isItsOwn || names.length === 0)) return template.fields
    return Object.entries(document.content).map(([name, value]) => {
      if (Array.isArray(value)) return { name, type: 'string[]' as const }
      if (value !== null && typeof value === 'object')
        return { name, type: 'dict' as const, keys: Object.keys(value) }
      return { name, type: 'string' as const }
    })
  }

  return {
    get list() {
      return list
    },
    get templates() {
      return deps.templates()
    },
    get suggested() {
      const wanted = deps.defaultTemplate
      const templates = deps.templates()
      // The organization's own come last, and keep a short name that they had before the product.
      const asked =
        templates.find(({ id }) => id === wanted) ??
        templates.filter(({ slug }) => slug === wanted).at(-1)
      // A visit begins with its record; a paper that the last one ended with is no sign of what
      // this one needs.
      const last = recent().find(isRecord)
      return asked ?? last ?? templates.find(({ id }) => id === 'anamnesis') ?? templates[0]
    },
    get recent() {
      return recent()
    },
    get generating() {
      return generating
    },
    get open() {
      return open
    },
    load: loadList,
    async generate(template) {
      if (!(await closeOpen())) return
      await deps.typedSaved()
      if (generating?.phase !== 'failed') generating?.cancel()
      const used = [template, ...recent().filter(({ id }) => id !== template.id)]
      const record = used.find(isRecord)
      const kept = used.filter((one, at) => at < RECENT || one === record)
      preferences.set(
        'recentTemplates',
        kept.map(({ id }) => id),
      )
      generating = generation({
        api,
        ehrId: ehrId(),
        template,
        changed,
        onDone(document) {
          generating = undefined
          list = [document, ...list.filter(({ id }) => id !== document.id)]
          void show(document)
          deps.onCreated(document)
        },
        onCanceled() {
          generating = undefined
          deps.onCanceled()
          changed()
        },
      })
      changed()
    },
    show,
    async backToList() {
      if (!(await closeOpen())) return
      if (generating?.phase === 'failed') generating = undefined
      changed()
    },
    get deleted() {
      return deleted.filter(({ until }) => until > Date.now())
    },
    get problem() {
      return problem
    },
    remove: (document) =>
      attempt(async () => {
        const { body } = await api.request<DeletedDocumentBody>({
          method: 'DELETE',
          path: `/documents/${document.id}`,
        })
        if (open?.document.id === document.id) {
          open.stop()
          open = undefined
        }
        list = list.filter(({ id }) => id !== document.id)
        deleted = [...deleted, { document, until: Date.parse(body.restorable_until) }]
      }),
    putBack: (document) =>
      attempt(async () => {
        await api.request({ method: 'POST', path: `/documents/${document.id}/restore`, body: {} })
        deleted = deleted.filter((one) => one.document.id !== document.id)
        await loadList()
      }),
    stop() {
      stopped = true
      clearTimeout(looking)
      generating?.cancel()
      open?.stop()
    },
  }
}

/** As against a paper that a visit ends with: a prescription, a referral. */
function isRecord({ group }: TemplateInfo): boolean {
  return group !== 'document'
}
