/**
 * How much of a medicine: its strength ("50 mg", "875 com 125", "3 mg por ml") and the number of
 * its forms ("meio comprimido", "duas gotas").
 */
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'

export interface Amount {
  value: number
  /**
   * Second amount of a combination ("25/125", "160 com 12,5"); the most of a range ("2 a 3 gotas");
   * null otherwise.
   */
  and: number | null
  /**
   * "mg", "mcg", "ml", "comprimido", "mg/ml"; null when only the number was said ("losartana de
   * 50").
   */
  unit: string | null
}

/** Something read at a token; `to` is the token after it. */
export type Read<T> = (T & { to: number }) | undefined

const STRENGTH_UNITS: readonly [RegExp, string][] = [
  [/^(?:mg|miligramas?|miligrama|miligramos?|mgs)$/, 'mg'],
  [/^(?:g|gramas?|gr)$/, 'g'],
  [/^(?:mcg|ug|µg|microgramas?|micras?)$/, 'mcg'],
  [/^(?:ui|u|unidades?|uis)$/, 'ui'],
  [/^(?:meq|miliequivalentes?)$/, 'meq'],
  [/^%$/, '%'],
]
const VOLUME = /^(?:ml|mililitros?|mls)$/
const FORMS: readonly [RegExp, string][] = [
  [/^(?:comprimid(?:o|os|inho|inhos)|cp|cps|comp|drageas?|pilulas?|pastilhas?)$/, 'comprimido'],
  [/^(?:capsulas?|caps)$/, 'capsula'],
  [/^(?:gotas?|gotinhas?|gts)$/, 'gota'],
  [/^(?:jatos?|jatinhos?|sprays?|borrifadas?|espirradas?)$/, 'jato'],
  [/^(?:puffs?|pumps?|bombadas?|puxadas?|chupadas?|inalacoes|inalacao|baforadas?)$/, 'puff'],
  [/^(?:ampolas?)$/, 'ampola'],
  [/^(?:frascos?)$/, 'frasco'],
  [/^(?:canetas?)$/, 'caneta'],
  [/^(?:saches?|saquinhos?|envelopes?)$/, 'sache'],
  [/^(?:colher|colheres|colherinhas?|colherzinhas?)$/, 'colher'],
  [/^(?:aplicacao|aplicacoes|injecao|injecoes|doses?)$/, 'dose'],
  [/^(?:supositorios?)$/, 'supositorio'],
  [/^(?:ovulos?)$/, 'ovulo'],
  [/^(?:adesivos?|patch)$/, 'adesivo'],
  [/^(?:aplicador(?:es)?)$/, 'aplicador'],
]

/** The unit's short name, of a strength, a volume or a form. */
export function amountUnit(word: string): string | undefined {
  if (VOLUME.test(word)) return 'ml'
  return [...STRENGTH_UNITS, ...FORMS].find(([pattern]) => pattern.test(word))?.[1]
}

/** What inhalers for two medicines hold, in micrograms: "doze quatrocentos". */
const INHALED = new Set(
  '6 100,6 200,12 200,12 400,25 50,25 125,25 250,50 100,50 250,50 500,100 25,200 25,100 6'.split(
    ',',
  ),
)

/**
 * "50 mg", "meio grama", "875 com 125 miligramas", "3 mg/ml", "dois por cento", "cinco mil
 * unidades".
 */
export function strengthAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<Amount> {
  const number = numberAt(tokens, numbers, at)
  if (!number) return undefined
  let { to } = number
  let and: number | null = null
  const joint = normAt(tokens, to)
  if (/^(?:\/|com|\+|mais|barra|a)$/.test(joint)) {
    const second = numbers.find(({ from }) => from === to + 1)
    const after = second && unitAt(tokens, second.to)
    const pair =
      /^(?:\/|barra)$/.test(joint) || (joint === 'com' && second && second.value < number.value)
    if (
      second &&
      (after || pair) &&
      !isTime(tokens, numbers, second.to) &&
      !formAt(tokens, second.to)
    ) {
      and = second.value
      to = second.to
    }
  }
  // "49 51": the two of a combination, read out.
  const next = and === null ? numbers.find(({ from }) => from === to) : undefined
  const written = tokens[to]?.kind === 'number' && tokens[at]?.kind === 'number'
  const inhaled = next !== undefined && INHALED.has(`${number.value} ${next.value}`)
  const second = next && (written || inhaled) ? next : undefined
  if (second && (inhaled || /^(?:|[,.;])$/.test(normAt(tokens, second.to)))) {
    and = second.value
    to = second.to
  }
  // "Quatrocentos em cinco ml": what a suspension holds.
  const volume = /^(?:em|por|para|pra|\/|cada)$/.test(normAt(tokens, to))
    ? numbers.find(({ from }) => from === to + 1)
    : undefined
  // "Duzentos e cinquenta por cinco": the millilitres of a bottle are said without their word.
  const isBottle = volume !== undefined && number.value >= 100 && volume.value === 5
  if (volume && and === null && isBottle && /^(?:|[,.;])$/.test(normAt(tokens, volume.to)))
    return { value: number.value, and: 5, unit: 'mg/ml', to: volume.to }
  if (
    and === null &&
    /^(?:por|\/)$/.test(normAt(tokens, to)) &&
    VOLUME.test(normAt(tokens, to + 1))
  )
    return { value: number.value, and: null, unit: 'mg/ml', to: to + 2 }
  if (volume && and === null && VOLUME.test(normAt(tokens, volume.to)))
    return { value: number.value, and: volume.value, unit: 'mg/ml', to: volume.to + 1 }
  // "Oitenta por quilo dia": milligrams, as doctors count them.
  const kilo = /^(?:mg |miligramas? )?por (?:quilo|kg)(?: (?:por |ao )?dia)?(?= |$)/.exec(
    wordsBetween(tokens, to, to + 5),
  )?.[0]
  if (kilo !== undefined && and === null)
    return { value: number.value, and: null, unit: 'mg/kg', to: to + kilo.split(' ').length }
  const unit = unitAt(tokens, to)
  // "Um milhão e duzentos": of a penicillin, whose units nobody says.
  if (!unit && and === null && number.value >= 1e6)
    return { value: number.value, and, unit: 'ui', to }
  if (!unit && and === null) return undefined
  to = unit?.to ?? to
  // "500 mg com 125 mg": a combination whose unit is said twice.
  if (and === null && unit && /^(?:com|\+|\/|mais)$/.test(normAt(tokens, to))) {
    const second = numbers.find(({ from }) => from === to + 1)
    const again = second && unitAt(tokens, second.to)
    if (second && again?.unit === unit.unit) {
      and = second.value
      to = again.to
    }
  }
  return { value: number.value, and, unit: unit?.unit ?? null, to }
}

function unitAt(tokens: readonly Token[], at: number): Read<{ unit: string }> {
  if (normAt(tokens, at) === 'por' && normAt(tokens, at + 1) === 'cento')
    return { unit: '%', to: at + 2 }
  const unit = STRENGTH_UNITS.find(([pattern]) => pattern.test(normAt(tokens, at)))?.[1]
  if (unit === undefined) return undefined
  const per = /^(?:\/|por|a cada|em cada)$/.test(normAt(tokens, at + 1))
  if (per && VOLUME.test(normAt(tokens, at + 2))) return { unit: `${unit}/ml`, to: at + 3 }
  if (per && /^(?:kg|quilos?)$/.test(normAt(tokens, at + 2))) {
    const flow = /^(?:por|\/) (?:minuto|min|hora|h|dia)(?= |$)/.exec(
      wordsBetween(tokens, at + 3, at + 5),
    )?.[0]
    return { unit: `${unit}/kg`, to: at + 3 + (flow === undefined ? 0 : 2) }
  }
  return { unit, to: at + 1 }
}

/**
 * "um comprimido e meio", "meio cp", "2 a 3 gotas", "5 ml", "uma colher de sopa", "um" before "de
 * manhã" is no form.
 */
export function quantityAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<Amount> {
  const number = numberAt(tokens, numbers, at)
  if (!number) return undefined
  let { to, value } = number
  let and: number | null = null
  if (/^(?:a|ou|ate|-|e)$/.test(normAt(tokens, to))) {
    const second = numberAt(tokens, numbers, to + 1)
    const joined = second && formAt(tokens, second.to)
    if (second && joined && (normAt(tokens, to) !== 'e' || second.value === 0.5)) {
      if (normAt(tokens, to) === 'e') value += 0.5
      else and = second.value
      to = second.to
    }
  }
  const form = formAt(tokens, to)
  if (!form) return undefined
  to = form.to
  if (normAt(tokens, to) === 'e' && /^mei[oa]$/.test(normAt(tokens, to + 1))) {
    value += 0.5
    to += 2
  }
  return { value, and, unit: form.unit, to }
}

function formAt(tokens: readonly Token[], at: number): Read<{ unit: string }> {
  const word = normAt(tokens, at)
  if (VOLUME.test(word))
    return isPerKilo(tokens, at + 1) ? { unit: 'ml/kg', to: at + 3 } : { unit: 'ml', to: at + 1 }
  const unit = FORMS.find(([pattern]) => pattern.test(word))?.[1]
  if (unit === undefined) return undefined
  if (unit === 'gota' && isPerKilo(tokens, at + 1)) return { unit: 'gota/kg', to: at + 3 }
  const spoon = /^de (?:cha|sopa|sobremesa|cafe)$/.test(wordsBetween(tokens, at + 1, at + 3))
  if (unit === 'colher') return { unit, to: spoon ? at + 3 : at + 1 }
  return { unit, to: at + 1 }
}

function isPerKilo(tokens: readonly Token[], at: number): boolean {
  return /^(?:por|\/) (?:kg|quilos?|kilo)$/.test(wordsBetween(tokens, at, at + 2))
}

/** A word for the form right after or before a name ("dipirona gotas", "pomada de cetoconazol"). */
export function isForm(word: string): boolean {
  return (
    FORMS.some(([pattern]) => pattern.test(word)) ||
    /^(?:xarope|suspensao|solucao|pomada|creme|gel|locao|colirio|spray|injecao|injetavel|nasal|liquid[oa]|po|shampoo|xampu|esmalte|bombinha|elixir|efervescente|mastigavel|sublingual|benzatina|procaina|cristalina|axetil|elementar|retard|xr|lp|sr|cr|er|hct|mr|od|potassic[oa]|sodic[oa]|besilato|maleato|succinato|tartarato|cloridrato|calcic[oa]|magnesi[oc]o|dinitrato|infantil|baby|bebe|adulto|pediatric[oa]|xro|orodispersivel|flash|aerossol|turbuhaler|diskus|aerolizer|medoxomila|magnesica|trometamina|trometamol|genericos?)$/.test(
      word,
    )
  )
}

/** A number, or a half. */
function numberAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<{ value: number }> {
  if (/^mei[oa]$/.test(normAt(tokens, at))) return { value: 0.5, to: at + 1 }
  // "Metade de um comprimido", "a metade do comprimido".
  if (
    /^metade d(?:e um|e uma|o|a)$/.test(wordsBetween(tokens, at, at + 3)) ||
    /^metade d[oa] /.test(wordsBetween(tokens, at, at + 3))
  )
    return { value: 0.5, to: at + (normAt(tokens, at + 1) === 'de' ? 3 : 2) }
  if (/^½$/.test(normAt(tokens, at))) return { value: 0.5, to: at + 1 }
  const number = numbers.find(({ from }) => from === at)
  if (!number || !/^milh(?:ao|oes)$/.test(normAt(tokens, number.to)))
    return number && { value: number.value, to: number.to }
  // "um milhão e duzentas mil".
  const joined = normAt(tokens, number.to + 1) === 'e' ? 2 : 1
  const rest = numbers.find(({ from }) => from === number.to + joined)
  // "Um milhão e duzentos": thousands are meant.
  const thousands = rest && rest.value >= 100 && rest.value < 1000 ? 1000 : 1
  return {
    value: number.value * 1e6 + (rest?.value ?? 0) * thousands,
    to: rest?.to ?? number.to + 1,
  }
}

const TIME =
  /^(?:dias?|diazinhos?|noites?|manhas?|semanas?|semaninhas?|mes|meses|anos?|horas?|hs?|minutos?|vez|vezes|x)$/
/** Whether the words after a number make it a time: "8 em 8", "7 dias"; not "20 dia sim". */
export function isTime(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): boolean {
  if (/^(?:em|\/|a|ou)$/.test(normAt(tokens, at)) && numbers.some(({ from }) => from === at + 1))
    return true
  return TIME.test(normAt(tokens, at)) && normAt(tokens, at + 1) !== 'sim'
}
