/** What the doctor can do, in one place for buttons and keys. */
import type { ClinicalDocument, ConsentStatus, TemplateInfo } from '../../core/contract/api.ts'
import type { ConsultationType } from '../../core/contract/events.ts'
import { copyRichText, type RichText } from '../services/clipboard.ts'
import { tellUse } from '../services/tell-use.ts'
import { documentHtml, sectionText, toHtml } from '../text/rich-text.ts'
import { type ConsentMethod, consentAnswers, consentBar } from './consent.ts'
import type { Model } from './model.ts'

export interface Actions {
  setType(type: ConsultationType): Promise<void>
  /** `method`: how the answer was given. */
  setConsent(status: ConsentStatus, method?: ConsentMethod): Promise<void>
  toggleRecording(): Promise<void>
  finishRecording(): Promise<void>
  pickTemplate(): void
  generate(template: TemplateInfo): void
  copyTranscript(): Promise<void>
  importAudio(file: File): void
  copyDocument(): Promise<void>
  /** From the list, without opening it. */
  copyListed(document: ClinicalDocument): Promise<void>
  copySection(name: string): Promise<void>
  fillEhr(): Promise<void>
  /** The second step of filling alone, after it failed. */
  retryData(): Promise<void>
  saveDocument(): Promise<void>
  reviewDocument(): Promise<void>
  /** Asks for a tab again, and goes on where the end of the one before had paused. */
  shareAgain(): Promise<void>
  goOnWithoutRemote(): Promise<void>
  /** @returns whether there was a window to minimise */
  minimize(): boolean
  maximize(): void
  restoreWindow(): void
  close(): void
}

/** Recording is possible: consent as it must be, not finished, not open in another tab. */
export function canRecord({ recorder, ownership, consultation, info }: Model): boolean {
  if (ownership.isElsewhere || consentBar(consultation.ehr.consent.status, info)) return false
  return recorder.phase !== 'finished' && recorder.phase !== 'finishing'
}

/** Why no sound file can be imported now, in words; undefined when one can (SPEC-GAPS 2.5). */
export function importRefusal({ t, recorder, consultation, info }: Model): string | undefined {
  const bar = consentBar(consultation.ehr.consent.status, info)
  if (bar === 'refused') return t.transcriptEdit.importRefused
  if (bar === 'required') return t.transcriptEdit.importConsent
  // The box takes one source of sound at a time.
  const isGoing = !['idle', 'blocked', 'finished'].includes(recorder.phase)
  return isGoing ? t.transcriptEdit.importBusy : undefined
}

/** There is something to write a document from. */
export function canGenerate({ transcript, context, uploads }: Model): boolean {
  const isWritten = context.text.trim() !== '' || context.background !== null
  const isSpoken = transcript.segments.some((segment) => !segment.not_understood)
  return isSpoken || isWritten || uploads.hasText
}

export function newActions(model: Model): Actions {
  const {
    t,
    deps,
    recorder,
    nav,
    notices,
    documents,
    consultation,
    frame,
    transcript,
    remoteSound,
  } = model
  const { publish } = deps
  const copies = documentCopies(model)

  async function saveChoice(change: Parameters<typeof consultation.patch>[0]) {
    try {
      await consultation.patch(change)
    } catch {
      notices.show(t.start.saveFailed, 'error')
    }
    model.changed()
  }

  async function copy(html: string, plain: string, done: string): Promise<boolean> {
    const copied = await copyRichText(Promise.resolve({ html, plain }))
    notices.show(copied ? done : t.document.copyBlocked, copied ? 'done' : 'warning')
    return copied
  }

  async function saveDocument() {
    const { open } = documents
    if (!open?.draft) return
    if (await open.save()) notices.show(t.document.saved)
  }

  return {
    setType: (type) => saveChoice({ type }),
    setConsent: consentAnswers({
      silence: recorder.silence,
      save: (consent) => saveChoice({ consent }),
    }),
    async toggleRecording() {
      if (recorder.phase === 'recording') await recorder.pause()
      else if (canRecord(model)) await recorder.start()
    },
    async finishRecording() {
      await recorder.finish()
      nav.go(documents.list.length > 0 ? 'documents' : 'recording')
    },
    pickTemplate() {
      const { generating } = documents
      if (!canGenerate(model) || (generating && generating.phase !== 'failed')) return
      nav.openDialog('templates')
      void model.ownModels.refresh()
    },
    generate(template) {
      nav.closeDialog()
      const { pending } = model.uploads
      if (pending > 0) notices.show(t.files.stillReading(pending), 'warning')
      nav.go('documents')
      void documents.generate(template)
    },
    async copyTranscript() {
      const said = transcript.segments
        .filter(({ text }) => text !== '')
        .map((segment) => {
          const { start_time, speaker } = segment
          const { text } = model.reading.shown(segment)
          const who = speaker ? `${t.transcriptEdit.speakers[speaker]}: ` : ''
          return { start_time, text: who + text }
        })
      const lines = said.map(({ start_time, text }) => `${start_time}  ${text}`)
      const html = said.map(({ start_time, text }) => ({ [start_time]: text }))
      await copy(html.map((line) => toHtml(line)).join(''), lines.join('\n'), t.transcript.copied)
    },
    importAudio(file) {
      if (!importRefusal(model)) void model.audioImport.start(file)
    },
    copyDocument: copies.copyOpen,
    copyListed: copies.copyListed,
    copySection: copies.copySection,
    async fillEhr() {
      const { open } = documents
      if (open && deps.settings.enableFillEhr) await model.ehrFill.fill(open)
    },
    async retryData() {
      if (documents.open) await model.ehrFill.retry(documents.open)
    },
    saveDocument,
    async reviewDocument() {
      const { open } = documents
      if (!open) return
      await open.review()
      if (open.document.status === 'reviewed') notices.show(t.document.reviewDone)
    },
    async shareAgain() {
      await remoteSound.share()
      if (remoteSound.source && recorder.phase === 'paused' && canRecord(model))
        await recorder.start()
    },
    async goOnWithoutRemote() {
      remoteSound.dismissNotice()
      if (recorder.phase === 'paused' && canRecord(model)) await recorder.start()
    },
    minimize() {
      if (!frame.floating || frame.mode === 'minimized') return false
      frame.minimize()
      publish('svc.plugin.ehr.document.minimized')
      return true
    },
    maximize() {
      frame.maximize()
      publish('svc.plugin.maximized')
    },
    restoreWindow() {
      const wasMinimized = frame.mode === 'minimized'
      frame.restore()
      if (wasMinimized) publish('svc.plugin.maximized')
    },
    close() {
      if (recorder.phase === 'recording') nav.openDialog('close')
      else deps.onCloseRequested()
    },
  }
}

/**
 * A document, or a section of it, on the clipboard: rich and plain together (SPEC-GAPS 2.11). The
 * host is told once per copy.
 */
function documentCopies({ t, deps, documents, notices }: Model) {
  const isAllowed = deps.settings.allowCopyDocument

  async function copy(content: Promise<RichText | undefined>): Promise<boolean> {
    const copied = await copyRichText(content)
    if (copied) {
      notices.show(t.document.copied)
      deps.publish('svc.plugin.ehr.document.copied')
    }
    return copied
  }

  /** The browser forbade it: everything is selected, and the doctor presses the keys himself. */
  function offerSelection() {
    const { open } = documents
    open?.selectText?.()
    notices.show(open?.selectText ? t.editor.copySelected : t.document.copyBlocked, 'warning')
  }

  /** Undefined: it could not be saved, which is said elsewhere. */
  async function copyWhole(saved: Promise<ClinicalDocument | undefined>): Promise<boolean> {
    const copied = await copy(saved.then((document) => document && whole(document)))
    const document = await saved
    if (copied && document) tellUse(deps.session.api, document, 'copied')
    return copied || !document
  }

  return {
    /** The one that is open, saved first; the clipboard is asked at once. */
    async copyOpen() {
      const { open } = documents
      if (!open || !isAllowed) return
      const saved = open.save().then((isSaved) => (isSaved ? open.document : undefined))
      if (!(await copyWhole(saved))) offerSelection()
    },
    async copyListed(document: ClinicalDocument) {
      if (isAllowed && !(await copyWhole(Promise.resolve(document))))
        notices.show(t.document.copyBlocked, 'warning')
    },
    /** As it is on the screen, saved or not. */
    async copySection(name: string) {
      const { open } = documents
      if (!open || !isAllowed) return
      const value = (open.draft ?? open.document).content[name] ?? null
      const layout = { order: [name], hidden: [] }
      const html = documentHtml({ content: { [name]: value }, layout })
      const plain = sectionText(name, value)
      if (!(await copy(Promise.resolve({ html, plain })))) offerSelection()
    },
  }
}

function whole(document: ClinicalDocument): RichText {
  const closing = document.footer?.in_copy ? document.footer.text : undefined
  const plain = closing ? `${document.markdown}\n${closing}\n` : document.markdown
  return { html: documentHtml(document, closing), plain }
}
