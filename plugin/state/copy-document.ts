/**
 * A document, or a section of it, on the clipboard: rich and plain together (SPEC-GAPS 2.11). The
 * host is told once per copy.
 */
import type { ClinicalDocument } from '../../core/contract/api.ts'
import { copyRichText, type RichText } from '../services/clipboard.ts'
import { tellUse } from '../services/tell-use.ts'
import { documentHtml, sectionText } from '../text/rich-text.ts'
import type { Model } from './model.ts'

export function documentCopies({ t, deps, documents, notices }: Model) {
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
