import type { DocumentInput } from './ports.ts'

/** Whether there is anything a document could rest on: speech, context, background or a file's text. */
export function hasContent(input: Omit<DocumentInput, 'template'>): boolean {
  return (
    input.segments.some(({ text }) => isFilled(text)) ||
    isFilled(input.contextMarkdown) ||
    isFilled(input.backgroundHistory) ||
    input.files.some(({ pages }) => pages.some(isFilled))
  )
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}
