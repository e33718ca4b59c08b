import { AppError } from '../../errors.ts'
import type { DocumentInput } from './ports.ts'

/**
 * Whether there is anything a document could rest on: speech, context, background or a file's text.
 */
export function hasContent(input: Omit<DocumentInput, 'template'>): boolean {
  return (
    input.segments.some(({ text }) => isFilled(text)) ||
    isFilled(input.contextMarkdown) ||
    isFilled(input.backgroundHistory) ||
    input.files.some(({ pages }) => pages.some(isFilled))
  )
}

/** What a generator says that was given nothing to write from. */
export function noContent(): AppError {
  return new AppError('rejected', 'no_content', 'Ainda não há conteúdo para gerar o documento.')
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}
