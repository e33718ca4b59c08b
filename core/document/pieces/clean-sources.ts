/**
 * Sources without the marks of what was not understood, which are no words, and without characters
 * that control, turn or break what is shown: they are in no document, whoever wrote them into
 * speech, context or a file. Each becomes one space, so that every place in the text stays what it
 * was and evidence points to it.
 *
 * Nobody speaks a thousand characters without an end of a sentence, or writes them without a space.
 * What does is broken into lines, at its spaces or where it has none in the middle: what is read of
 * one sentence is compared word by word with the rest of it, and expressions look for an end from
 * every place of it. So the work grows with the text and not with its square.
 */

import type { Contradiction, Evidence, EvidenceFinding, EvidenceSpan } from '../../contract/api.ts'
import { withoutFiles } from '../../host-text/unread-parts.ts'
import { understoodSegments } from '../../transcription/understood-segments.ts'
import type { DocumentInput } from '../models/ports.ts'

type Sources = Omit<DocumentInput, 'template'>

export function cleanSources<Given extends Sources>(given: Given): Given {
  return {
    ...given,
    segments: understoodSegments(given.segments).map((segment) => {
      const text = clean(segment.text)
      return text === segment.text ? segment : { ...segment, text }
    }),
    contextMarkdown: clean(withoutFiles(given.contextMarkdown)),
    backgroundHistory:
      given.backgroundHistory === null ? null : clean(withoutFiles(given.backgroundHistory)),
    files: given.files.map((file) => ({ ...file, pages: file.pages.map(clean) })),
  }
}

/**
 * Controls but the line break, marks and overrides of direction, halves of letters, and what is no
 * character.
 */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb\ufffe\uffff]/gu

/**
 * Characters without an end of a sentence, or without any space, beyond those of any sentence and
 * any word.
 */
const LONGEST_SENTENCE = 1000

function clean(text: string): string {
  return broken(text.replace(UNSHOWN, ' '))
}

/** One look at each character, whatever the text is; as long as before. */
function broken(text: string): string {
  if (text.length <= LONGEST_SENTENCE) return text
  const pieces: string[] = []
  let from = 0
  let sentence = 0
  let word = 0

  function breakAt(index: number, length: number) {
    pieces.push(text.slice(from, index), '\n'.padEnd(length))
    from = index + length
    sentence = index
    word = index
  }

  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    const isSpace = character === ' ' || character === '\n'
    if (character === ' ' && index - sentence >= LONGEST_SENTENCE) breakAt(index, 1)
    else if (!isSpace && index - word >= LONGEST_SENTENCE) breakAt(index, lettersAt(text, index))
    if (isSpace) word = index
    if ('.!?;\n'.includes(character)) sentence = index
    // A pair of halves is one character, and is looked at once.
    index += lettersAt(text, index) - 1
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from)
}

/** Two where a pair of halves begins: half of one must not stay alone. */
function lettersAt(text: string, index: number): 1 | 2 {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}

/** As the consultation had them when the document was written. */
export interface WrittenTexts {
  contextMarkdown: string
  backgroundHistory: string | null
}

/**
 * Context and history are texts that people go on writing in after a document was written, so a
 * place in them says nothing a minute later. A source in them keeps its words.
 */
export function withQuotedWords(
  { evidence, contradictions }: { evidence: Evidence[]; contradictions: Contradiction[] },
  { contextMarkdown, backgroundHistory }: WrittenTexts,
): { evidence: Evidence[]; contradictions: Contradiction[] } {
  const texts = { context: contextMarkdown, background: backgroundHistory ?? '' }
  const quoted = (spans: EvidenceSpan[]) =>
    spans.map((span) =>
      span.source === 'context' || span.source === 'background'
        ? { ...span, words: texts[span.source].slice(span.start, span.end) }
        : span,
    )
  const ofFinding = <One extends EvidenceFinding>(one: One): One => ({
    ...one,
    spans: quoted(one.spans),
    ...(one.nearest ? { nearest: quoted(one.nearest) } : {}),
  })
  return {
    evidence: evidence.map((one) => ({
      ...ofFinding(one),
      ...(one.parts ? { parts: one.parts.map(ofFinding) } : {}),
    })),
    contradictions: contradictions.map((one) => ({ ...one, spans: quoted(one.spans) })),
  }
}
