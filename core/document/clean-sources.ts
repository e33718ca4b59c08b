/**
 * Sources without characters that control, turn or break what is shown: they are in no document, whoever wrote them into speech,
 * context or a file. Each becomes one space, so that every place in the text stays what it was and evidence points to it.
 */
import type { DocumentInput } from './ports.ts'

type Sources = Omit<DocumentInput, 'template'>

export function cleanSources<Given extends Sources>(given: Given): Given {
  return {
    ...given,
    segments: given.segments.map((segment) => {
      const text = clean(segment.text)
      return text === segment.text ? segment : { ...segment, text }
    }),
    contextMarkdown: clean(given.contextMarkdown),
    backgroundHistory: given.backgroundHistory === null ? null : clean(given.backgroundHistory),
    files: given.files.map((file) => ({ ...file, pages: file.pages.map(clean) })),
  }
}

/** Controls but the line break, marks and overrides of direction, halves of letters, and what is no character. */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb\ufffe\uffff]/gu

function clean(text: string): string {
  return text.replace(UNSHOWN, ' ')
}
