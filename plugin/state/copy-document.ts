/** A document, or a section of it, on the clipboard: rich and plain together (SPEC-GAPS 2.11). The host is told once per copy. */
import type { ClinicalDocument } from '../../core/contract/api.ts'
import { copyRichText } from '../services/clipboard.ts'
import { tellUse } from '../services/tell-use.ts'
import { documentHtml, sectionText } from '../text/rich-text.ts'
import type { Model } from './model.ts'

export function documentCopies({ t, deps, documents, notices }: Model) {
  const isAllowed = deps.settings.allowCopyDocument

  async function copy(html: string, plain: string): Promise<boolean> {
    const copied = await copyRichText(html, plain)
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

  async function copyWhole(document: ClinicalDocument) {
    const closing = document.footer?.in_copy ? document.footer.text : undefined
    const plain = closing ? `${document.markdown}\n${closing}\n` : document.markdown
    const copied = await copy(documentHtml(document, closing), plain)
    if (copied) tellUse(deps.session.api, document, 'copied')
    return copied
  }

  return {
    /** The one that is open, saved first. */
    async copyOpen() {
      const { open } = documents
      if (!open || !isAllowed || !(await open.save())) return
      if (!(await copyWhole(open.document))) offerSelection()
    },
    async copyListed(document: ClinicalDocument) {
      if (isAllowed && !(await copyWhole(document))) notices.show(t.document.copyBlocked, 'warning')
    },
    /** As it is on the screen, saved or not. */
    async copySection(name: string) {
      const { open } = documents
      if (!open || !isAllowed) return
      const value = (open.draft ?? open.document).content[name] ?? null
      const layout = { order: [name], hidden: [] }
      const html = documentHtml({ content: { [name]: value }, layout })
      if (!(await copy(html, sectionText(name, value)))) offerSelection()
    },
  }
}
