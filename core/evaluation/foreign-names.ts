/**
 * What a document says that nobody said: numbers and drugs, because these are the inventions that
 * harm and that can be proven.
 */
import { medicationFinder } from '../document/medicines/medication-mentions.ts'
import { tokenize } from '../portuguese/tokens.ts'
import type { EvaluationCase } from './case.ts'
import { type PlainText, plainText } from './plain-words.ts'

/** What a place names: numbers without sign and unit, folded active ingredients. */
export interface Named {
  numbers: ReadonlySet<string>
  drugs: ReadonlySet<string>
}

export type ReadNamed = (text: string, plain?: PlainText) => Named

/** Reads the lexicon of drugs once. */
export function namedReader(): ReadNamed {
  const findMedications = medicationFinder()
  return (text, plain = plainText(text)) => ({
    numbers: numbersOf(plain),
    drugs: new Set(
      findMedications(tokenize(text))
        // What only resembles a drug's name ("dormir", Dormire) would accuse the innocent.
        .filter(({ misheard }) => !misheard)
        .map(({ ingredient }) => ingredient),
    ),
  })
}

/** Numbers and drugs that `known` does not name. */
export function strangers({ numbers, drugs }: Named, known: Named): string[] {
  return [
    ...[...numbers].filter((number) => !known.numbers.has(number)),
    ...[...drugs].filter((drug) => !known.drugs.has(drug)),
  ]
}

/**
 * The sources and the reference together: what a careful doctor works out (IMC) stands in the
 * latter.
 */
export function knownText(one: EvaluationCase): string {
  return [...sourceTexts(one), ...valuesOf(one.document)].join('\n')
}

/** Everything the visit gave: words, context, background, files. */
export function sourceTexts(
  one: Pick<EvaluationCase, 'turns' | 'context' | 'background' | 'files'>,
): string[] {
  return [
    ...one.turns.map(({ text }) => text),
    one.context,
    one.background ?? '',
    ...one.files.flatMap(({ pages }) => pages),
  ].filter((text) => text !== '')
}

function numbersOf({ words }: PlainText): Set<string> {
  return new Set(
    words.flatMap(({ kind, norm }) => {
      if (kind === 'number') return [norm.replace('-', '')]
      return norm.startsWith('cada ') ? [norm.split(' ')[1]!] : []
    }),
  )
}

function valuesOf(document: EvaluationCase['document']): string[] {
  return Object.values(document).flatMap((value) => {
    if (value === null) return []
    if (typeof value === 'string') return [value]
    return (Array.isArray(value) ? value : Object.values(value)).filter((text) => text !== null)
  })
}
