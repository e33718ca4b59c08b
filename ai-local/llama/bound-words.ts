/**
 * Texts that are composed of given words and nothing else (`words` of a schema): the words as they
 * are spelled, one blank between them or `, ` `; ` `. `, a point at the end. At the beginning of a
 * sentence a word may have a capital. An empty text is one of them.
 */
import type { Slot } from './slot-grammar.ts'
import {
  addStep,
  addText,
  firstState,
  type TextPlace,
  type TextState,
  textPlace,
} from './text-states.ts'

/** Signs that may follow a value (slot-grammar.ts). */
const BEHIND = ',}] \n'

/** The allowed texts by themselves. */
export function boundText(words: readonly string[]): TextState {
  return firstState(wordPlaces(words).start)
}

/**
 * What may be sampled for a slot whose text is bound to words, from its lead to what follows; null
 * where no words bind.
 */
export function boundSlot({ plan, lead, mayClose }: Slot): TextState | null {
  const words = plan.string?.words
  if (!words) return null
  const behind = textPlace(true)
  for (const character of BEHIND) addStep(behind, character, behind)
  const { start, ends } = wordPlaces(words)
  for (const end of ends) addStep(end, '"', behind)
  const first = textPlace()
  const value = addText(first, lead)
  addStep(value, '"', start)
  for (const literal of plan.literals) {
    const last = addText(value, literal.slice(0, -1))
    addStep(last, literal.slice(-1), behind)
  }
  if (mayClose) addStep(first, ']', behind)
  return firstState(first)
}

function wordPlaces(words: readonly string[]): { start: TextPlace; ends: TextPlace[] } {
  const word = textPlace()
  const sentence = textPlace()
  const point = textPlace(true)
  const comma = textPlace()
  addStep(comma, ' ', word)
  addStep(point, ' ', sentence)
  const ends = new Set<TextPlace>()
  for (const one of words) {
    ends.add(addText(word, one))
    ends.add(addText(sentence, one))
    ends.add(addText(sentence, withCapital(one)))
  }
  for (const end of ends) {
    end.isEnd = true
    addStep(end, ' ', word)
    addStep(end, ',', comma)
    addStep(end, ';', comma)
    addStep(end, '.', point)
  }
  // The beginning is that of a sentence, and the one place where nothing at all has been written.
  const start = { isEnd: true, steps: new Map(sentence.steps) }
  return { start, ends: [start, point, ...ends] }
}

/** Letters whose capital is two letters ("ß") have none. */
function withCapital(word: string): string {
  const [first = '', ...rest] = word
  const capital = first.toUpperCase()
  return [...capital].length === 1 ? capital + rest.join('') : word
}
