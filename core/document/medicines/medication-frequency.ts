/**
 * How often a medicine is taken, and at which hours: "de 8 em 8", "duas vezes ao dia", "um de manhã
 * e outro à noite", "dia sim, dia não".
 */
import type { TimeUnit } from '../../portuguese/durations.ts'
import { timeUnit } from '../../portuguese/durations.ts'
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import type { Read } from './medication-amounts.ts'

export interface Frequency {
  /**
   * How many times in a period; of "de 8 em 8 horas" once in eight hours. Null when only moments
   * were said.
   */
  times: number | null
  every: { value: number; unit: TimeUnit } | null
  /**
   * "manha", "tarde", "noite", "jejum", "almoco", "jantar", "cafe", "refeicao", "dormir", hours
   * ("8h"), weekdays, "unica", "continuo".
   */
  moments: string[]
}

const MOMENTS: readonly [RegExp, string][] = [
  [
    /^(?:(?:(?:logo )?(?:de|pela|na|toda|cada|todas as) manhas?(?: cedo)?|de manhazinha|manhazinha|cedinho|bem cedo|cedo|(?:ao|quando|assim que|logo que|na hora que|depois que|depois de) (?:(?:eu|ele|ela|a gente|se|me) )*(?:acord|levant)(?:o|a|ar|amos))(?! \w+ (?:eu|acordei)))/,
    'manha',
  ],
  [/^(?:(?:antes|depois) d[ao] (?:escola|aula|trabalho|treino|servico|plantao))/, 'atividade'],
  [/^(?:em jejum|de estomago vazio|jejum)/, 'jejum'],
  [
    /^(?:(?:(?:\w+ e )?\w+ (?:horas?|minut(?:os?|inhos)) )?(?:antes|depois|apos|no|com o|na hora|junto|logo apos|logo depois|durante) ?(?:do|o|com o|no)? cafe(?: da manha)?)/,
    'cafe',
  ],
  [
    /^(?:(?:(?:\w+ e )?\w+ (?:horas?|minut(?:os?|inhos)) )?(?:(?:antes|depois|apos|no|com o|na hora do|na hora|junto|logo apos|durante) ?(?:do|o|com o)?) almoco|meio dia|ao meio dia)/,
    'almoco',
  ],
  [
    /^(?:(?:(?:\w+ e )?\w+ (?:horas?|minut(?:os?|inhos)) )?(?:(?:antes|depois|apos|no|na|com o|com a|junto|logo apos|durante) ?(?:do|da|o|a|com o|com a)?) (?:jantar|janta))/,
    'jantar',
  ],
  [
    /^(?:(?:(?:\w+ e )?\w+ (?:horas?|minut(?:os?|inhos)) )?(?:antes|depois|apos|junto|durante|nas|as) ?(?:das|de cada|de|as|com as|da|com a|com|a)? ?(?:principais )?(?:refeicoes|refeicao|comida|comer|mamadas?|mamar|mamou))/,
    'refeicao',
  ],
  [/^(?:(?:com|de) (?:(?:a |o )?(?:comida|alimentos?|barriga cheia|estomago cheio)))/, 'refeicao'],
  [
    /^(?:depois de cada (?:evacuacao|vomito|diarreia|mamada|refeicao)|a cada (?:evacuacao|mamada|refeicao))/,
    'cada',
  ],
  [
    /^(?:(?:nos|aos) (?:outros|demais) dias|nos dias (?:de \p{L}+|uteis|alternados)|(?:no|nos|aos) (?:fim|fins|finais) de semana)/u,
    'dias',
  ],
  [
    /^(?:(?:(?:\w+ e )?\w+ (?:horas?|minut(?:os?|inhos)) )?(?:(?:antes de|ao|na hora de|pra|para|quando|assim que|na hora que|antes que|perto de) (?:(?:eu|ele|ela|a gente|se|me|ir|vou|vai|for|pra) )*(?:dormir|deitar|deito|deita|durmo|dorme)))/,
    'dormir',
  ],
  [/^(?:(?:a|de|toda|cada|todas as) noites?|a noitinha|de noitinha|noite)/, 'noite'],
  [
    /^(?:(?:a|de|pela|na|toda) tarde|fim (?:da|de) tarde|no fim da tarde|tarde(?! demais))/,
    'tarde',
  ],
  [/^(?:manha)(?: e| ,)/, 'manha'],
  [
    /^(?:na inducao(?: anestesica)?|antes d[ao] (?:cirurgia|operacao|procedimento|incisao))/,
    'cirurgia',
  ],
  [
    /^(?:(?:pela|pelo|por|conforme|segundo|de acordo com) (?:a |o )?(?:contagem(?: de carboidratos?)?|tabela|glicemia|dextro|destro|hgt|esquema|escala|correcao|ponta de dedo|teste do dedo|peso))/,
    'conforme',
  ],
  [/^(?:em (?:todo|qualquer) liquido|em todos os liquidos)/, 'refeicao'],
  [
    /^(?:(?:em )?dose unica|uma unica vez|uma vez so|dose unica|uma dose so|de uma (?:so )?vez(?: so)?)/,
    'unica',
  ],
  [
    /^(?:(?:de )?uso continuo|continuo|continuamente|direto|para sempre|pra sempre|pra vida toda|por tempo indeterminado|sem (?:pausa|parar|intervalo|interrupcao|pular|falhar|falta))/,
    'continuo',
  ],
]
const WEEKDAY = /^(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)s?$/

export function frequencyAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<Frequency> {
  return (
    onceAt(tokens, at) ??
    countedAt(tokens, numbers, at) ??
    dailyAt(tokens, at) ??
    momentsAt(tokens, numbers, at) ??
    countThenAt(tokens, numbers, at)
  )
}

/** "Dois comprimidos de uma vez": all at once, not once in a time. */
function onceAt(tokens: readonly Token[], at: number): Read<Frequency> {
  const said = /^de uma (?:so )?vez(?: so)?(?! (?:por|ao|a|na|no) )(?= |$)/.exec(
    wordsBetween(tokens, at, at + 6),
  )?.[0]
  return said === undefined
    ? undefined
    : { times: null, every: null, moments: ['unica'], to: at + count(said) }
}

/**
 * "Um de doze em doze", "um só a cada oito horas": how many, its form left out, and then how often.
 */
function countThenAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<Frequency> {
  const skip = countAt(tokens, numbers, at)
  if (skip === 0) return undefined
  const number = numbers.find((each) => each.from === at)
  if (number && number.value > MOST_FORMS) return undefined
  return countedAt(tokens, numbers, at + skip) ?? dailyAt(tokens, at + skip)
}

/** Tablets or drops at a time, where only a number is said. */
const MOST_FORMS = 4

/**
 * "de 8 em 8 horas", "8/8h", "a cada 12 horas", "3 vezes ao dia", "3x por semana", "um por dia".
 */
function countedAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  from: number,
): Read<Frequency> {
  let at = from
  if (/^(?:de|a)$/.test(normAt(tokens, at)) && normAt(tokens, at + 1) !== 'cada') at += 1
  const cada = /^(?:a cada|cada|em cada)/.exec(wordsBetween(tokens, from, from + 2))?.[0]
  if (cada) {
    const after = from + cada.split(' ').length
    const number = numbers.find((each) => each.from === after)
    const unit = timeUnit(normAt(tokens, number?.to ?? after))
    if (number && unit && (unit !== 'minute' || number.value >= LEAST_MINUTES))
      return { times: 1, every: { value: number.value, unit }, moments: [], to: number.to + 1 }
    // "a cada oito": hours are meant.
    if (number && HOURLY.has(number.value) && !unit)
      return { times: 1, every: { value: number.value, unit: 'hour' }, moments: [], to: number.to }
    return undefined
  }
  const first = numbers.find((each) => each.from === at)
  if (!first) return undefined
  if (/^(?:em|\/|por)$/.test(normAt(tokens, first.to))) {
    const second = numbers.find((each) => each.from === first.to + 1)
    if (second && second.value === first.value) {
      const unit = timeUnit(normAt(tokens, second.to))
      if (unit || HOURLY.has(second.value))
        return {
          times: 1,
          every: { value: second.value, unit: unit ?? 'hour' },
          moments: [],
          to: unit ? second.to + 1 : second.to,
        }
    }
  }
  // "Um pra quinze": units of insulin for grams of carbohydrates.
  if (/^(?:pra|para)$/.test(normAt(tokens, first.to)) && first.value <= 3) {
    const grams = numbers.find((each) => each.from === first.to + 1)
    const to = grams && grams.to + (/^(?:g|gramas?)$/.test(normAt(tokens, grams.to)) ? 1 : 0)
    if (grams && to && grams.value >= 4 && grams.value <= 60)
      return { times: null, every: null, moments: [`${first.value}:${grams.value}`], to }
  }
  let to = first.to
  const most = /^(?:a|ou|ate)$/.test(normAt(tokens, to))
    ? numbers.find((each) => each.from === to + 1)
    : undefined
  if (most && /^(?:vez|vezes|x|vezinhas)$/.test(normAt(tokens, most.to))) to = most.to
  const times = /^(?:vez|vezes|x|vezinhas)$/.test(normAt(tokens, to))
  if (times) {
    to += 1
    const period = periodAt(tokens, to)
    return {
      times: first.value,
      every: period?.every ?? { value: 1, unit: 'day' },
      moments: [],
      to: period?.to ?? to,
    }
  }
  // "um por dia", "dois ao dia": the form is not said.
  const period =
    first.value <= 6 && /^(?:por|ao|no|a|na)$/.test(normAt(tokens, to))
      ? periodAt(tokens, to)
      : undefined
  return period && { times: first.value, every: period.every, moments: [], to: period.to }
}

/** Between two doses of a rescue; "a cada 5 minutos" is told of contractions and crises. */
const LEAST_MINUTES = 15
/** Hours between two doses that are said without the word. */
const HOURLY = new Set([4, 6, 8, 12, 24])

/** "ao dia", "por semana", "a cada 15 dias", "/dia". */
function periodAt(tokens: readonly Token[], at: number): Read<Pick<Frequency, 'every'>> {
  const unit = timeUnit(normAt(tokens, at + 1))
  if (
    /^(?:ao|por|no|na|a|\/|cada|em um|todo|toda)$/.test(normAt(tokens, at)) &&
    unit &&
    unit !== 'minute' &&
    // "Na hora de deitar".
    !(unit === 'hour' && /^n[ao]$/.test(normAt(tokens, at)))
  )
    return { every: { value: 1, unit }, to: at + 2 }
  if (normAt(tokens, at) === 'dia') return { every: { value: 1, unit: 'day' }, to: at + 1 }
  return undefined
}

const DAILY: readonly [RegExp, Frequency['every'], number | null][] = [
  [/^(?:varias|algumas|muitas|poucas) vezes (?:ao|por|no) dia/, { value: 1, unit: 'day' }, null],
  [
    /^(?:todo (?:santo )?dia|todos os dias|diariamente|diari[oa]|ao dia|por dia|dia(?= (?:todo|$)))/,
    { value: 1, unit: 'day' },
    1,
  ],
  [
    /^(?:(?:um )?dia sim ,? ?(?:e )?(?:um )?(?:outro|dia) nao|(?:em )?dias? alternados?)/,
    { value: 2, unit: 'day' },
    1,
  ],
  [/^(?:toda semana|por semana|na semana|semanal(?:mente)?)/, { value: 1, unit: 'week' }, 1],
  [/^(?:todo mes|por mes|ao mes|mensal(?:mente)?)/, { value: 1, unit: 'month' }, 1],
  [/^(?:quinzenal(?:mente)?)/, { value: 15, unit: 'day' }, 1],
  [/^(?:trimestral(?:mente)?)/, { value: 3, unit: 'month' }, 1],
]

function dailyAt(tokens: readonly Token[], at: number): Read<Frequency> {
  const ahead = wordsBetween(tokens, at, at + 6)
  for (const [pattern, every, times] of DAILY) {
    const said = pattern.exec(ahead)?.[0]
    if (said !== undefined && endsAtWord(ahead, said))
      return { times, every, moments: [], to: at + count(said) }
  }
  return undefined
}

/**
 * "de manhã e à noite", "um de manhã e meio à noite", "às 8 e às 20 horas", "segunda, quarta e
 * sexta".
 */
function momentsAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  from: number,
): Read<Frequency> {
  const moments: string[] = []
  let to = from
  for (let at = from; at < tokens.length; ) {
    const moment = momentAt(tokens, numbers, at)
    if (moment) {
      moments.push(moment.name)
      to = moment.to
      at = to
    } else {
      // Joints and a count before each moment: "um de manhã, outro de tarde e dois à noite".
      const skip = moments.length > 0 ? jointAt(tokens, numbers, at) : countAt(tokens, numbers, at)
      const next =
        skip > 0
          ? (momentAt(tokens, numbers, at + skip) ??
            (moments.length > 0 && mealAt(tokens, at + skip) ? true : undefined))
          : undefined
      if (!next) break
      at += skip
      const meal = mealAt(tokens, at)
      if (next === true && meal) {
        moments.push(meal.name)
        to = meal.to
        at = to
      }
    }
  }
  return moments.length > 0 ? { times: null, every: null, moments, to } : undefined
}

/** "antes do almoço e do jantar": the second meal without its preposition. */
function mealAt(tokens: readonly Token[], at: number): Read<{ name: string }> {
  const meal = /^d[oa] (almoco|jantar|janta|cafe)$/.exec(wordsBetween(tokens, at, at + 2))?.[1]
  return meal === undefined ? undefined : { name: meal === 'janta' ? 'jantar' : meal, to: at + 2 }
}

function momentAt(
  tokens: readonly Token[],
  numbers: readonly NumberPhrase[],
  at: number,
): Read<{ name: string }> {
  const ahead = wordsBetween(tokens, at, at + 8)
  for (const [pattern, name] of MOMENTS) {
    const said = pattern
      .exec(ahead)?.[0]
      .replace(/(?: e| ,)$/, name === 'manha' && /^manha/.test(ahead) ? '' : '$&')
    if (said !== undefined && endsAtWord(ahead, said)) return { name, to: at + count(said) }
  }
  const day = /^(?:na |no |toda |todo |as |aos )?(\w+)/.exec(ahead)
  if (day?.[1] && WEEKDAY.test(day[1])) {
    const feira = normAt(tokens, at + count(day[0])) === 'feira' ? 1 : 0
    return { name: day[1].replace(/s$/, ''), to: at + count(day[0]) + feira }
  }
  if (/^(?:as|a|das)$/.test(normAt(tokens, at))) {
    const hour = numbers.find((each) => each.from === at + 1)
    const after = hour && normAt(tokens, hour.to)
    if (hour && hour.value <= 24 && /^(?:h|hs|horas?)$/.test(after ?? ''))
      return {
        name: `${hour.value}h`,
        to:
          hour.to +
          (/^da (?:manha|noite|tarde)$/.test(wordsBetween(tokens, hour.to + 1, hour.to + 3))
            ? 3
            : 1),
      }
    if (
      hour &&
      hour.value <= 24 &&
      /^da (?:manha|noite|tarde)$/.test(wordsBetween(tokens, hour.to, hour.to + 2))
    )
      return { name: `${hour.value}h`, to: hour.to + 2 }
  }
  return undefined
}

/** How many tokens stand before the next moment: "e", ", um", "e outro", "e mais dois". */
function jointAt(tokens: readonly Token[], numbers: readonly NumberPhrase[], at: number): number {
  const said = /^(?:, e|,|e|ou|mais)/.exec(wordsBetween(tokens, at, at + 2))?.[0]
  if (said === undefined) return countAt(tokens, numbers, at)
  const skip = count(said)
  return skip + countAt(tokens, numbers, at + skip)
}

function countAt(tokens: readonly Token[], numbers: readonly NumberPhrase[], at: number): number {
  const head = /^(?:a )?metade(?: de um comprimido| do comprimido| dele)?(?= |$)/.exec(
    wordsBetween(tokens, at, at + 5),
  )?.[0]
  if (head !== undefined) return count(head)
  if (/^(?:outr[oa]s?|mei[oa]|mais|so)$/.test(normAt(tokens, at)))
    return 1 + (/^(?:comprimido|dose|gotas?|um|uma)$/.test(normAt(tokens, at + 1)) ? 1 : 0)
  const number = numbers.find((each) => each.from === at)
  if (!number || number.value > MOST_COUNTED) return 0
  const form =
    /^(?:comprimidos?|capsulas?|gotas?|unidades?|doses?|jatos?|puffs?|cp|ml|inteir[oa]s?)$/.test(
      normAt(tokens, number.to),
    )
  const formEnd = number.to + (form ? 1 : 0)
  // "Um só de noite", "dois juntos no almoço".
  const alone = /^(?:so|juntos?|juntas?|inteir[oa]s?|cheias?)$/.test(normAt(tokens, formEnd))
  return formEnd - at + (alone ? 1 : 0)
}

/** "Cinquenta de manhã, cem de noite": milligrams count as well. */
const MOST_COUNTED = 1000

function endsAtWord(text: string, said: string): boolean {
  return text.length === said.length || text[said.length] === ' ' || said.endsWith(' ')
}

function count(said: string): number {
  return said.trim().split(' ').length
}
