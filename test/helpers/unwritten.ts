import type { DocumentContent, UnwrittenItem } from '../../core/contract/api.ts'
import type { DocumentInput, Template } from '../../core/document/models/ports.ts'
import { emptyContent } from '../../core/document/models/template-schema.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { unwrittenReader } from '../../core/document/unwritten/unwritten.ts'
import { buildInput } from './rules.ts'
import { templateOf } from './rules-samples.ts'

const reader = unwrittenReader()

/**
 * The list beside a document: of the standard record, empty unless said, turns separated by " | ".
 */
export function listed(
  conversation: string,
  {
    template = templateOf('anamnesis'),
    content = {},
    ...more
  }: { template?: Template; content?: DocumentContent } & Partial<DocumentInput> = {},
): UnwrittenItem[] {
  const turns = conversation === '' ? [] : conversation.split(' | ')
  const input = cleanSources(buildInput(template, turns, more))
  const document = { template, content: { ...emptyContent(template), ...content } }
  return reader.list(input, document)
}

/** As a table says it: "medicine: Losartana 50 mg; return: Retorno em 30 dias", or "nothing". */
export function told(items: readonly UnwrittenItem[]): string {
  return items.map(({ kind, text }) => `${kind}: ${text}`).join('; ') || 'nothing'
}
