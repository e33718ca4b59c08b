/** What is asked for: examinations, referrals, certificates. */

import { readDurations } from '../../portuguese/durations.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { stem } from '../../portuguese/stems.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { type Named, named } from './disease-names.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

export function requestsIn({ said }: Visit): Fact[] {
  return said.flatMap((one) => {
    if (one.statement.question) return []
    return [...examsIn(one), ...referralsIn(one), ...certificatesIn(one)]
  })
}

/** Words with which something is asked for. */
const ASKS_FOR =
  /^(?:pedir|peco|pede|pedido|solicit\p{L}+|requisit\p{L}+|repetir|repito|repete|repita|fazer|faz|faca|colher|colhe|quero|marcar|marca|agendar|agenda|dosar|investigar|realizar|checar|ver|rastrear|trazer|traz|traga|precisa|precisar|vamos|mando|mandar|fazendo|completar)$/u
/** Words between what asks and what is asked for. */
const REACH = 14

function examsIn(one: Said): Fact[] {
  const { statement, role, phase } = one
  const { tokens } = statement
  const isPlan = role !== 'patient' && phase === 'plan'
  const asks = tokens.flatMap(({ norm }, at) => (ASKS_FOR.test(norm) ? [at] : []))
  if (asks.length === 0 && !/\bexames?\b/.test(one.words)) return []
  if (NOT_ASKED.test(one.words)) return []
  if (role === 'patient' && !/\b(?:pedi\w*|queria|precis\w+|peco)\b/.test(one.words)) return []
  const exams = named('#exam', tokens)
  if (asks.length === 0 && exams.some((exam) => hasResult(tokens, exam))) return []
  return exams.flatMap((exam): Fact[] => {
    const isAsked = asks.some((at) => at < exam.from && exam.from - at <= REACH)
    if (!isAsked && !isPlan) return []
    if (!isPatients(one, exam.from) || hasResult(tokens, exam) || BARE.test(textOf(tokens, exam)))
      return []
    return [requestOf(one, exam, stemsOf(tokens, exam), '')]
  })
}

/** "Ultrassom se crescer, mas por ora não peço." */
const NOT_ASKED = /\bnao (?:vou )?(?:peco|pedir|precisa|preciso|e preciso|quero) /

/** Names nothing by itself. */
const BARE = /^(?:.* d[aeo]|pesquisa|exames?|resultados?|laboratorio|eco|rotina|cultura)$/

/** "O hemograma veio com hemoglobina de 10": a result. */
function hasResult(tokens: readonly Token[], { to }: Named): boolean {
  const behind = tokens.slice(to, to + 3)
  const numbers = readNumbers(behind)
  const isTold =
    /^(?:deu|veio|vieram|mostr\p{L}+|esta|ta|norma(?:l|is)|alterad[oa]s?|positiv[oa]s?|negativ[oa]s?|zerad[oa]|baix[oa]|alt[oa]|reagente)$/u.test(
      behind[0]?.norm ?? '',
    )
  return isTold || (numbers[0]?.from === 0 && !numbers[0].article)
}

const REFERS =
  /^(?:encaminh\p{L}+|refer(?:encio|enciar)|parecer|interconsulta|avaliacao|passar|procurar|procure|marcar|marca|agendar|consulta)$/u

function referralsIn(one: Said): Fact[] {
  const { statement, role } = one
  const { tokens } = statement
  if (role === 'patient') return []
  const verbs = tokens.flatMap(({ norm }, at) => (REFERS.test(norm) ? [at] : []))
  if (verbs.length === 0) return []
  return named('#specialty', tokens).flatMap((specialty): Fact[] => {
    const verb = verbs.find((at) => at < specialty.from && specialty.from - at <= REACH)
    if (verb === undefined || !isPatients(one, specialty.from) || !isPatients(one, verb)) return []
    if (CARE_NOW.test(tokens[specialty.from]!.norm)) return []
    const place = { from: specialty.from, to: specialty.from + 1 }
    return [requestOf(one, place, stemsOf(tokens, place), 'Encaminhamento: ')]
  })
}

/** Where one goes when it gets worse. */
const CARE_NOW = /^(?:pronto|emergencia|hospital|upa|samu|rotina|grupo|servico|equipe)$/

function certificatesIn(one: Said): Fact[] {
  const { statement } = one
  const { tokens } = statement
  const at = tokens.findIndex(({ norm }) =>
    /^(?:atestado|afastamento|declaracao|afastar|afasto)$/.test(norm),
  )
  if (at < 0 || !isPatients(one, at)) return []
  const length = readDurations(tokens).find(
    ({ from, kind }) => kind !== 'ago' && Math.abs(from - at) < REACH,
  )
  const place = length && length.from > at ? { from: at, to: length.to } : { from: at, to: at + 1 }
  const keys = ['atestado']
  const fact = requestOf(one, place, keys, '')
  return [{ ...fact, details: length?.iso ? [length.iso] : [] }]
}

function requestOf(one: Said, { from, to }: Named, keys: string[], lead: string): Fact {
  const { statement, phase } = one
  const [start, end] = [statement.tokens[from]!.start, statement.tokens[to - 1]!.end]
  return {
    kind: 'request',
    keys,
    details: [],
    statement,
    start,
    end,
    text: `${lead}${chartText(statement, start, end)}`,
    tells: to - from + (phase === 'plan' ? 1 : 0),
    isDecided: true,
  }
}

function textOf(tokens: readonly Token[], { from, to }: Named): string {
  return tokens
    .slice(from, to)
    .map(({ norm }) => norm)
    .join(' ')
}

function stemsOf(tokens: readonly Token[], { from, to }: Named): string[] {
  const first = tokens.slice(from, to).find(({ kind, norm }) => kind === 'word' && norm.length > 1)
  return first ? [SAME.get(first.norm) ?? stem(first.norm)] : []
}

/** Stems of all words, as requests are compared by. */
export function requestStems(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.flatMap(({ kind, norm }) => (kind === 'word' ? [SAME.get(norm) ?? stem(norm)] : [])),
  )
}

/** Examinations with several names. */
const SAME = new Map(
  Object.entries({
    rx: 'radiog',
    raio: 'radiog',
    radiografia: 'radiog',
    radiografias: 'radiog',
    usg: 'ultras',
    ultrassom: 'ultras',
    ultrassonografia: 'ultras',
    ecografia: 'ultras',
    ecg: 'eletro',
    eletro: 'eletro',
    eletrocardiograma: 'eletro',
    tc: 'tomogr',
    rm: 'resson',
    glicada: 'hemogl',
    preventivo: 'papani',
    atestado: 'atestado',
    afastamento: 'atestado',
    afastar: 'atestado',
    declaracao: 'atestado',
  }),
)
