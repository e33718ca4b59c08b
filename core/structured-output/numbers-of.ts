/**
 * Which numbers belong to a word of what was said: "três filhos, cinquenta anos" has three children
 * and not fifty. The nearest of its part of the sentence; where that holds none, the nearest of the
 * sentence; of a question without a number, those of its answer.
 */
import type { Term } from '../portuguese/term.ts'

export function numbersOf(terms: readonly Term[], isNamed: (term: Term) => boolean): Term[] {
  const sentences = sentencesOf(terms)
  return sentences.flatMap((sentence, index) => {
    const names = sentence.filter((term) => term.kind !== 'number' && isNamed(term))
    const numbers = sentence.filter(({ kind }) => kind === 'number')
    if (names.length > 0 && numbers.length === 0)
      return (sentences[index + 1] ?? []).filter(({ kind }) => kind === 'number')
    return names.flatMap((name) => {
      const own = numbers.filter(({ part }) => part === name.part)
      return nearest(name, own.length > 0 ? own : numbers)
    })
  })
}

/** A question and its answers are one source: each counts its tokens anew. */
function sentencesOf(terms: readonly Term[]): Term[][] {
  const sentences: Term[][] = []
  let last = Number.POSITIVE_INFINITY
  for (const term of terms) {
    if (term.from < last) sentences.push([])
    sentences.at(-1)!.push(term)
    last = term.from
  }
  return sentences
}

/** One, or those as near. */
function nearest(name: Term, numbers: readonly Term[]): Term[] {
  const distance = ({ from, to }: Term) => Math.max(from - name.to, name.from - to, 0)
  const least = Math.min(...numbers.map(distance))
  return numbers.filter((number) => distance(number) === least)
}
