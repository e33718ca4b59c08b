import type { Template } from '../document/models/ports.ts'
import type { TemplatePreview } from './preview-template.ts'

export interface PreviewRequest {
  /** An invented consultation of the evaluation set; null: the usual one. */
  caseId: string | null
  /** A conversation of one's own instead (`read-transcript.ts`). */
  transcript: string | null
  onField(done: number, of: number): void
}

/** What `svcctl template preview` needs: invented consultations and the installed engines. */
export interface TemplatePreviewer {
  /** @throws {AppError} `case_unknown`, `no_content`, and what the engine throws */
  run(template: Template, request: PreviewRequest): Promise<TemplatePreview>
}
