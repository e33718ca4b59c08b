/**
 * What a statement says of each of its words: denied or not, only supposed, told of a relative,
 * over or still going on. The words are the same in "tem asma", "não tem asma", "se tiver asma", "a
 * mãe tem asma" and "teve asma"; the facts are not.
 */

import { assertionAt, readScopes, type Scope } from './assertion.ts'
import { mentions, SYMPTOMS } from './clinical-terms.ts'
import { deniedBefore } from './denied-before.ts'
import { holderReader } from './holder.ts'
import {
  correctionReader,
  isCorrection,
  type UnsureReader,
  unsureReader,
  wishReader,
} from './scope-readers.ts'
import type { Token } from './tokens.ts'

export interface ScopeReader {
  isDenied(at: number): boolean
  /** Denied by a cue too far away to be sure of, where nothing marks the end of what it denies. */
  isUnsure: UnsureReader
  /** It may happen: nothing of it was found. */
  isSupposed(at: number): boolean
  /** Only aimed at: "a meta é sessenta quilos". */
  isWished(at: number): boolean
  /** "Pra esquerda… não, direita": said, and corrected at once. */
  isTakenBack(at: number): boolean
  /** "Cem, não, desculpa, cinquenta": another of its kind takes its place. */
  isCorrected(at: number): boolean
  /** The relative of whom it is told; undefined for the patient. */
  holder(at: number): string | undefined
  time(at: number): 'over' | 'now' | undefined
}

/** @param patientIsChild the son or daughter spoken of is the patient */
export function readScope(tokens: readonly Token[], patientIsChild: boolean): ScopeReader {
  const scopes = readScopes(tokens)
    .filter((scope) => !isNoDenial(tokens, scope))
    .concat(refusals(tokens), lacks(tokens), nobodies(tokens))
    .map((scope) => ({ ...scope, to: endOfList(tokens, scope) }))
  const before = new Set(
    tokens.flatMap((_, at) => (isCorrecting(tokens, at) ? [] : deniedBefore(tokens, at))),
  )
  const condition = conditionAt(tokens)
  const holder = holderReader(tokens, patientIsChild)
  return {
    isDenied: (at) =>
      assertionAt(scopes, at) === 'denied' || before.has(at) || isUnchanged(tokens, at),
    isUnsure: unsureReader(tokens, scopes),
    isSupposed: (at) => at > condition || isOnlySpokenOf(tokens, at),
    isWished: wishReader(tokens),
    isTakenBack: (at) => isTakenBack(tokens, at),
    isCorrected: correctionReader(tokens),
    holder,
    time: (at) => timeAt(tokens, at),
  }
}

/** Cues that deny nothing here. */
function isNoDenial(tokens: readonly Token[], { cueFrom, from }: Scope): boolean {
  const cue = tokens[cueFrom]!.norm
  if (/^negativ/.test(cue)) return true
  if (isCorrecting(tokens, cueFrom)) return true
  // "Nunca fico sem a bombinha", "não deixei de tomar", "sem parar": twice denied is done, and
  // without a break.
  if (isTwice(tokens, cueFrom) || isLimited(tokens, cueFrom)) return true
  // "De zero a dez, quanto dói?", "nota zero": a number.
  const afterCue = tokens[cueFrom + 1]?.norm
  if (cue === 'zero' && (afterCue === 'a' || /^(?:de|nota)$/.test(tokens[cueFrom - 1]?.norm ?? '')))
    return true
  // "Retinopatia não proliferativa": part of a name.
  if (cue === 'nao' && OF_A_NAME.test(tokens[from]?.norm ?? '')) return true
  // "Não tem certeza, cefalexina ou amoxicilina": doubted, not denied.
  if (tokens.slice(from, from + 2).some(({ norm }) => norm === 'certeza')) return true
  // "Dia sim, dia não" is how often; "nunca mais fumei" tells what was.
  return (
    tokens[cueFrom - 1]?.norm === 'dia' || (cue === 'nunca' && tokens[cueFrom + 1]?.norm === 'mais')
  )
}

/** "Cem, não, desculpa, cinquenta": the "não" denies nothing. */
function isCorrecting(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.norm === ',' ? at + 2 : at + 1
  return tokens[at]!.norm === 'nao' && next < tokens.length && isCorrection(tokens, next)
}

function isTwice(tokens: readonly Token[], at: number): boolean {
  const cue = tokens[at]!.norm
  const [verb = '', behind = ''] = tokens.slice(at + 1, at + 3).map(({ norm }) => norm)
  if (cue === 'sem') {
    if (BREAKS.test(verb)) return true
    const [earlier = '', last = ''] = tokens.slice(Math.max(0, at - 2), at).map(({ norm }) => norm)
    return NEVER.test(earlier) && STAYS.test(last)
  }
  return (
    NEVER.test(cue) &&
    ((STAYS.test(verb) && behind === 'sem') || (LEAVES.test(verb) && behind === 'de'))
  )
}

const NEVER = /^(?:nao|nunca|nem|jamais)$/
const STAYS = /^(?:fico|ficou|fica|fiquei|passo|passa|saio|sai|vivo|vive|durmo|dorme)$/
const LEAVES = /^(?:deixei|deixou|deixo|deixa|deixava|parei|parou|larguei|largou)$/
const BREAKS = /^(?:parar|falhar|falha|falta|interromper|interrupcao|pausa|esquecer)$/

/** What a "não" before is part of the name of. */
export const OF_A_NAME =
  /^(?:proliferativ|hodgkin|insulino|especific|complicad|alcoolic|obstrutiv|invasiv|st$|esteroid|hormona(?:l|is)$|farmacologic|medicamentos[ao]|intenciona(?:l|is)$)/

/**
 * "Recusou internação", "não conseguiu fazer o relógio": it did not happen, as in "não quis ficar
 * internado".
 */
function refusals(tokens: readonly Token[]): Scope[] {
  return tokens.flatMap(({ norm }, at): Scope[] => {
    const failed = /^cons[ei]g\w+$/.test(norm) && tokens[at - 1]?.norm === 'nao'
    if (!failed && !/^recus(?:ou|a|ei|am|aram|ando)$/.test(norm)) return []
    const rest = tokens.slice(at + 1)
    const end = rest.findIndex((one) => /^(?:[,.;:()]|e|mas|porque|por)$/.test(one.norm))
    const to = end < 0 ? tokens.length : at + 1 + end
    return [{ assertion: 'denied', cueFrom: at, cueTo: at + 1, from: at + 1, to }]
  })
}

/** "Nem sempre", "não todo dia", "não muita": denied of a part, and so of the rest not. */
function isLimited(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.norm === 'e' ? at + 2 : at + 1
  return (
    /^(?:nao|nem)$/.test(tokens[at]!.norm) &&
    /^(?:sempre|tod[oa]s?|muit[oa]s?|tant[oa]s?)$/.test(tokens[next]?.norm ?? '')
  )
}

/** "Ninguém da família tem câncer", "ninguém me operou": it is denied of all. */
function nobodies(tokens: readonly Token[]): Scope[] {
  return tokens.flatMap(({ norm }, at): Scope[] => {
    if (norm !== 'ninguem' && !(norm === 'nada' && isFirst(tokens, at))) return []
    const rest = tokens.slice(at + 1)
    const end = rest.findIndex((one) => /^(?:[.;:!?()]|mas|porque|que|nem)$/.test(one.norm))
    const clause = rest.slice(0, end < 0 ? rest.length : end)
    if (!clause.some((one) => /^(?:tem|teve|tinha|ter|toma|usa|fuma|bebe)$/.test(one.norm)))
      return []
    return [
      { assertion: 'denied', cueFrom: at, cueTo: at + 1, from: at + 1, to: at + 1 + clause.length },
    ]
  })
}

/** "Nada tem graça": nothing has, where it begins the sentence. */
function isFirst(tokens: readonly Token[], at: number): boolean {
  return (
    (at === 0 || tokens[at - 1]!.kind === 'mark') &&
    /^(?:tem|teve|tinha)$/.test(tokens[at + 1]?.norm ?? '')
  )
}

/**
 * "Falta de ânimo" is none of it, as in "não tenho ânimo"; of air it is a complaint with a name.
 */
function lacks(tokens: readonly Token[]): Scope[] {
  return tokens.flatMap(({ norm }, at): Scope[] => {
    const isLack = norm === 'falta' && tokens[at + 1]?.norm === 'de'
    if (!isLack || /^(?:ar|forca|folego|apetite)$/.test(tokens[at + 2]?.norm ?? '')) return []
    return [{ assertion: 'denied', cueFrom: at, cueTo: at + 2, from: at + 2, to: at + 3 }]
  })
}

/** A verb behind a comma tells: "nega perda de peso, ganhou". */
const TOLD = /^\w{3,}(?:ou|iu|ei|eu)$/

/** More words are no item of a list. */
const LONGEST_ITEM = 4

/** "Sem força, coração dispara ao subir a escada": after the comma something else is told. */
function endOfList(tokens: readonly Token[], { cueFrom, from, to }: Scope): number {
  const mayTellMore = /^(?:sem|ausencia)$/.test(tokens[cueFrom]!.norm)
  for (let at = from; at < to; at++) {
    // "Nega emagrecimento, até engordou"; why and when it is not so are not denied: "não usa cálcio
    // por constipação".
    if (at > from && endsDenial(tokens, at)) return at
    if (tokens[at]!.norm === ',' && TOLD.test(tokens[at + 1]?.norm ?? '')) return at
    if (!mayTellMore || tokens[at]!.norm !== ',') continue
    const rest = tokens.slice(at + 1)
    const end = rest.findIndex(({ norm }) => /^(?:[,.;:]|e|ou|nem)$/.test(norm))
    const item = rest.slice(0, end < 0 ? rest.length : end)
    if (item.length > LONGEST_ITEM || item.some(({ norm }) => STATE.test(norm))) return at
  }
  return to
}

function endsDenial(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.norm ?? ''
  const { norm } = tokens[at]!
  if (norm === 'por')
    return !/^(?:dia|semana|mes|ano|hora|noite|vez|enquanto|via|boca|telefone|aqui|causa)$/.test(
      next,
    )
  if (/^pel[oa]s?$/.test(norm)) return !/^(?:manha|noite|boca|menos)$/.test(next)
  return /^(?:ate|apos|depois|desde|devido|durante|quando)$/.test(norm)
}

/** Begins something of its own, or says how it is: "sem rigidez, força preservada". */
const STATE =
  /^(?:com|sem|preservad[oa]s?|mantid[oa]s?|normal|normais|presentes?|positiv[oa]s?|regular(?:es)?|estave(?:l|is)|livres?|limp[oa]s?|fisiologic[oa]s?)$/

/** "Não melhorou" denies that it got better, though no complaint. */
function isUnchanged(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:melhor|alivi|resolv|adiant|ced)/.test(tokens[at]!.norm) &&
    /^(?:nao|nem|sem|nunca)$/.test(tokens[at - 1]?.norm ?? '')
  )
}

/**
 * Where what may happen begins: "Se sangrar ou perder líquido, maternidade." Nothing after it was
 * found.
 */
function conditionAt(tokens: readonly Token[]): number {
  if (COME_BACK.test(tokens.map(({ norm }) => norm.toLowerCase()).join(' '))) return -1
  const at = tokens.findIndex(
    ({ norm }, index) =>
      (norm === 'se' && isSupposing(tokens[index + 1]?.norm ?? '')) ||
      (/^caso$/.test(norm) && index === 0),
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** "Febre, calafrio, vômito: volta na hora" tells what may happen, too. */
const COME_BACK =
  /\b(?:volt[ae]|voltar|vem|venha|corre|vai|va|ir|procur\w+|retorn\w+) (?:na hora|logo|ja|aqui|imediatamente|direto|ao pronto|pro pronto|para o pronto|a emergencia|pro hospital|ao hospital|a maternidade)\b|^(?:\w+ ){1,6}(?:, (?:\w+ ){1,6}){0,4}, (?:pronto socorro|emergencia|maternidade|hospital|samu|upa) [.]|: (?:pronto socorro|emergencia|maternidade|hospital|volta|vem|(?:me )?(?:liga|chama|avisa)|samu|upa|corre)\b/

/** "Falou em operar", "pensei em parar": spoken or thought of, and not done by that. */
function isOnlySpokenOf(tokens: readonly Token[], at: number): boolean {
  return (
    /(?:ar|er|ir)$/.test(tokens[at]!.norm) &&
    /^(?:em|de|sobre)$/.test(tokens[at - 1]?.norm ?? '') &&
    /^(?:fal(?:ou|aram|ava)|pens(?:ou|ei|ava|aram|o|a)|cogit\w+)$/.test(tokens[at - 2]?.norm ?? '')
  )
}

/** "Se febre" is how it is written. */
function isSupposing(next: string): boolean {
  return SUPPOSES.test(next) || mentions(next, SYMPTOMS)
}

/** What follows a conditional "se"; a reflexive one has a past or present tense behind it. */
const SUPPOSES =
  /(?:^(?:o|a|os|as|ele|ela|nao|em|tiver|estiver|houver|for|der|vier|fizer|doer|piorar)$|(?:ar|er|ir|arem|erem|irem)$)/

function isTakenBack(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at + 1, at + 4).map(({ norm }) => norm)
  const pause = rest.indexOf('…')
  return pause >= 0 && pause < 2 && rest[pause + 1] === 'nao'
}

/**
 * A habit or a treatment that ended: "parei de fumar", "largou o remédio", "tomava",
 * "ex-tabagista".
 */
const ENDED =
  /^(?:parei|parou|larguei|largou|deixei|deixou|suspendi|suspendeu|abandonei|abandonou|cortei|retirou|tirou|fumei|fumou|fumava|bebi|bebia|bebeu|tomava|usava|usei|usou|tomei|tomou|fazia|tinha|pesava|trabalhei|trabalhou|trabalhava|morei|morou|morava|corria|praticava|ex|antes|antigamente|acabou|terminou)$/
/** Words that mark a thing as over: "em uso prévio de lítio". */
const WAS = /^(?:previ[oa]s?|pregress[oa]s?|passad[oa]|anterior(?:es)?)$/
const GOES_ON =
  /^(?:fumo|fuma|fumante|tabagista|bebo|bebe|etilista|tomo|toma|uso|usa|faco|faz|tenho|tem|trabalho|trabalha|moro|mora|corre|pratica)$/
const PARTS = /^(?:[.,;:!?…]|mas|porem|e|agora|hoje|ja)$/

/** "Trocou o enalapril por losartana", "enalapril me deu tosse, trocaram por losartana". */
function isReplaced(tokens: readonly Token[], at: number): boolean {
  const by = tokens.findIndex(
    ({ norm }, index) =>
      index > at && /^(?:por|pel[oa]|pra|pro)$/.test(norm) && changedFrom(tokens, index) >= 0,
  )
  if (by < 0) return false
  return !tokens.slice(at, by).some(({ norm }) => /^[.;:!?…]$/.test(norm))
}

/** Where "trocou" and its like stand, at most four words before "por"; -1 without. */
function changedFrom(tokens: readonly Token[], by: number): number {
  const from = Math.max(0, by - 4)
  const found = tokens
    .slice(from, by)
    .findLastIndex(({ norm }) => /^(?:troc|mud|substitu)(?:ou|ei|aram|iu|i|iram)$/.test(norm))
  return found < 0 ? -1 : from + found
}

/** "Maconha na faculdade, depois nunca mais." */
function isBeforeNeverAgain(tokens: readonly Token[], at: number): boolean {
  const never = tokens.findIndex(
    ({ norm }, index) => index > at && norm === 'nunca' && tokens[index + 1]?.norm === 'mais',
  )
  const ends = tokens[never + 2]
  if (never < 0 || (ends !== undefined && ends.kind !== 'mark')) return false
  return !tokens.slice(at, never).some(({ norm }) => /^(?:[.;:!?…]|mas|agora|hoje)$/.test(norm))
}

/**
 * By the nearest verb before a word in its clause, the word itself included; else by one after it.
 */
function timeAt(tokens: readonly Token[], at: number): 'over' | 'now' | undefined {
  if (isReplaced(tokens, at) || isBeforeNeverAgain(tokens, at)) return 'over'
  const told = (norm: string, index: number) =>
    LEAVES.test(norm) && NEVER.test(tokens[index - 1]?.norm ?? '')
      ? 'now'
      : ENDED.test(norm) || (norm === 'nunca' && tokens[index + 1]?.norm === 'mais')
        ? 'over'
        : GOES_ON.test(norm)
          ? 'now'
          : undefined
  let now = false
  for (let index = at; index >= 0 && !(index < at && PARTS.test(tokens[index]!.norm)); index--) {
    const time = told(tokens[index]!.norm, index)
    if (time === 'over') return 'over'
    if (time === 'now' && WAS.test(tokens[index + 1]?.norm ?? '')) return 'over'
    now ||= time === 'now'
  }
  if (now) return 'now'
  for (let index = at + 1; index < tokens.length && !PARTS.test(tokens[index]!.norm); index++) {
    const time = told(tokens[index]!.norm, index)
    if (time) return time
  }
  return undefined
}
