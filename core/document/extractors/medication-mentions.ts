/**
 * Medicines named in a text and what is said with them: dose, route, frequency, duration, as needed. A mention
 * reaches from the name to the end of what belongs to it, so that it can be quoted as it was said:
 * "losartana 50 miligramas uma vez ao dia".
 */
import { medicationNames } from '../lexicon/medications.ts'
import { readNumbers } from './numbers.ts'
import type { Token } from './tokens.ts'

export interface MedicationMention {
  /** Folded active ingredient. */
  ingredient: string
  /** Folded name as said. */
  name: string
  /** Tokens [from, to): the name and its directions. */
  from: number
  to: number
  dose: { value: number; unit: string } | null
  frequency: boolean
  duration: boolean
  asNeeded: boolean
}

export type MedicationFinder = (tokens: readonly Token[]) => MedicationMention[]

/** Reads the lexicon once; the finder is pure. */
export function medicationFinder(): MedicationFinder {
  const names = medicationNames()
  const longest = Math.max(...[...names.keys()].map((name) => name.split(' ').length))

  function nameAt(tokens: readonly Token[], at: number) {
    for (let count = Math.min(longest, tokens.length - at); count > 0; count--) {
      const name = tokens
        .slice(at, at + count)
        .map((token) => token.norm)
        .join(' ')
      const ingredient =
        names.get(name) ?? (count === 1 ? names.get(name.replace(/s$/, '')) : undefined)
      if (ingredient !== undefined) return { name, ingredient, to: at + count }
    }
    return undefined
  }

  return (tokens) => {
    const mentions: MedicationMention[] = []
    for (let at = 0; at < tokens.length; ) {
      const named = tokens[at]!.kind === 'word' ? nameAt(tokens, at) : undefined
      if (!named) at += 1
      else {
        const mention = withDirections(tokens, at, named)
        mentions.push(mention)
        at = mention.to
      }
    }
    return mentions
  }
}

const UNIT =
  /^(?:mg|g|gramas?|mcg|ug|ml|ui|u|miligramas?|microgramas?|mililitros?|gotas?|comprimidos?|capsulas?|jatos?|puffs?|unidades?|ampolas?|sache|saches|colher|colheres|%|por cento|meq|doses?|inalacoes|borrifadas?)$/
/** Folded unit names that mean the same. */
const SAME_UNIT: Record<string, string> = {
  miligrama: 'mg',
  miligramas: 'mg',
  grama: 'g',
  gramas: 'g',
  micrograma: 'mcg',
  microgramas: 'mcg',
  ug: 'mcg',
  mililitro: 'ml',
  mililitros: 'ml',
  unidade: 'ui',
  unidades: 'ui',
  u: 'ui',
}

export function doseUnit(word: string): string | undefined {
  if (!UNIT.test(word)) return undefined
  return SAME_UNIT[word] ?? word.replace(/s$/, '')
}

/** Words that belong to directions: times, routes, measures and what joins them. */
const DIRECTION = new Set(
  (
    'de em por a ao aos as na no da do e com cada vez vezes dia dias hora horas semana semanas mes meses ano anos manha tarde noite almoco jantar cafe jejum refeicao refeicoes antes depois apos durante ' +
    'dormir deitar acordar continuo uso via oral sublingual topico topica intramuscular venosa endovenosa subcutanea inalatoria nasal ocular retal vaginal pele olho olhos nariz ouvido pela pelo diario diaria diariamente ' +
    'se tiver dor febre nausea enjoo crise crises necessario precisar sos s o n sentir comprimido comprimidos capsula capsulas gota gotas mg g mcg ml ui % mg/ml miligrama miligramas grama gramas micrograma microgramas unidade unidades ' +
    'mililitro mililitros jato jatos puff puffs sache saches ampola ampolas meia meio metade ate completar total dose doses unica h x , / ( ) tambem so apenas xr potassica sodica medoxomila succinato besilato maleato seguidos corridos segunda terca quarta quinta sexta feira sabado domingo todo todos toda todas dia alternados alternado vermelha azul'
  ).split(' '),
)
/** What a direction may not end with: joints that lead to something else. */
const JOINT = new Set(
  'de em por a ao aos as na no da do e com cada antes depois apos se tiver ate , / ( via durante pela pelo o so apenas tambem'.split(
    ' ',
  ),
)

function withDirections(
  tokens: readonly Token[],
  from: number,
  named: { name: string; ingredient: string; to: number },
): MedicationMention {
  const numbers = readNumbers(tokens)
  let to = named.to
  for (;;) {
    const number = numbers.find((each) => each.from === to)
    if (number) to = number.to
    else if (tokens[to] && DIRECTION.has(tokens[to]!.norm.toLowerCase())) to += 1
    else break
  }
  while (to > named.to && JOINT.has(tokens[to - 1]!.norm)) to -= 1
  const words = tokens
    .slice(named.to, to)
    .map((token) => token.norm.toLowerCase())
    .join(' ')
  return {
    ...named,
    from,
    to,
    dose: readDose(tokens, numbers, named.to, to),
    frequency:
      /\bvez(?:es)?\b|\bem \S+ horas|\bcada\b|\bdiari|\bpela manha|\ba noite|\bjejum|\bdormir|\bao dia|\bpor dia|\balmoco|\bjantar/.test(
        words,
      ),
    duration: /\bpor \S+ (?:dias?|semanas?|mes|meses|anos?)\b|\buso continuo\b|\bcontinuo\b/.test(
      words,
    ),
    asNeeded: /\bse (?:tiver|necessario|precisar|sentir|dor|febre)\b|\bsos\b/.test(words),
  }
}

function readDose(
  tokens: readonly Token[],
  numbers: ReturnType<typeof readNumbers>,
  from: number,
  to: number,
): MedicationMention['dose'] {
  for (const number of numbers) {
    if (number.from < from || number.to > to) continue
    const unit = doseUnit(tokens[number.to]?.norm.toLowerCase() ?? '')
    if (unit !== undefined && number.to < to) return { value: number.value, unit }
  }
  return null
}
