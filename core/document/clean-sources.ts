/**
 * Sources without characters that control, turn or break what is shown: they are in no document, whoever wrote them into speech,
 * context or a file. Each becomes one space, so that every place in the text stays what it was and evidence points to it.
 *
 * Nobody speaks a thousand characters without an end of a sentence. What does is broken at its spaces, because what is read
 * of one sentence is compared word by word with the rest of it.
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

/** Characters without an end of a sentence, longer than any sentence. */
const LONGEST_SENTENCE = 1000

function clean(text: string): string {
  return broken(text.replace(UNSHOWN, ' '))
}

/** One look at each character, whatever the text is. */
function broken(text: string): string {
  if (text.length <= LONGEST_SENTENCE) return text
  const pieces: string[] = []
  let from = 0
  let begun = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if ('.!?;\n'.includes(character)) begun = index
    else if (character === ' ' && index - begun >= LONGEST_SENTENCE) {
      pieces.push(text.slice(from, index))
      from = index + 1
      begun = index
    }
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('\n')
}
