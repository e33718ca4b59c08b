/**
 * Names that share their first word and are as different as two: types of diabetes, letters of
 * hepatitis, insulins.
 */
import type { Source } from '../evidence/sources.ts'
import type { Check } from './check.ts'

const INSULIN = /(?<!\p{L})insulinas? (nph|regular|rápida|lenta)(?!\p{L})/giu
const DIABETES =
  /(?<!\p{L})(?:diab[eé]t\p{L}+(?: mellitus)?(?: do)? tipo|dm(?: tipo)?) ?(1|2|um|dois|ii?)(?![\p{L}\d])/giu
/**
 * In a record capitals only, since "hepatite e" joins; of several every letter: "hepatite B e C".
 */
const HEPATITIS = /(?<!\p{L})[Hh]epatites? ([A-E](?:(?:, ?| e | ou |\/)[A-E])*)(?!\p{L})/gu
const HEPATITIS_SAID = /(?<!\p{L})hepatites? ([a-e](?:(?:, ?| e | ou |\/)[a-e])*)(?!\p{L})/giu

const NUMBERS = new Map([
  ['um', '1'],
  ['i', '1'],
  ['dois', '2'],
  ['ii', '2'],
])

function kindsIn(text: string, name: RegExp): string[] {
  return [...text.matchAll(name)].flatMap(([, kinds = '']) =>
    kinds.split(/, ?| e | ou |\//).map((kind) => {
      const own = kind.toLowerCase()
      return NUMBERS.get(own) ?? own
    }),
  )
}

/** Whether a text names one kind where only others were said. */
function isOther(
  text: string,
  name: RegExp,
  sources: readonly Source[],
  spoken: RegExp = name,
): boolean {
  const named = kindsIn(text, name)
  if (named.length === 0) return false
  const said = new Set(
    sources.flatMap(({ statements }) => statements.flatMap((one) => kindsIn(one.text, spoken))),
  )
  return said.size > 0 && named.some((kind) => !said.has(kind))
}

export function isOtherInsulin({ text }: { text: string }, sources: readonly Source[]): boolean {
  return isOther(text, INSULIN, sources)
}

/** A mother's type tells nothing of the patient's. */
export const wrongType: Check = {
  name: 'wrong-type',
  isDangerous: true,
  ofQuotations: false,
  find({ text, terms }, sources) {
    const isOwn = !terms.some(({ holder }) => holder !== undefined)
    const told = isOwn
      ? sources.filter((source) => !source.terms.some(({ holder }) => holder !== undefined))
      : sources
    const isWrong = isOther(text, DIABETES, told) || isOther(text, HEPATITIS, told, HEPATITIS_SAID)
    return isWrong ? 'O tipo não é o que foi dito.' : null
  },
}
