/**
 * Where the visit stands at each statement: the patient's story, the examination, the plan. On one
 * microphone nobody says who speaks; what is named in the plan is prescribed, and what is named in
 * the story is taken.
 */

import { plainWords } from '../../portuguese/tokens.ts'
import type { Role } from './piece.ts'
import type { Statement } from './statements.ts'

export type Phase = 'story' | 'exam' | 'plan'

const PLANS =
  /\b(?:vou (?:te |lhe |estar )?(?:receitar|prescrever|passar|pedir|solicitar|encaminhar|suspender|tirar|manter|aumentar|diminuir|reduzir|trocar|iniciar|comecar|deixar|mandar)|vamos (?:te |lhe )?(?:fazer (?:assim|o seguinte)|iniciar|comecar|entrar com|trocar|suspender|manter|aumentar|diminuir|reduzir|pedir|de|tratar)|prescrevo|receito|solicito|encaminho|proponho|conduta|hipotese|diagnostico|suspeita de|provavel|sindrome|quadro (?:sugestivo|compativel)|isso (?:ai )?(?:e|parece|ta com cara)|pra mim (?:isso )?e|ta com cara de|o que (?:a senhora|o senhor|voce|ele|ela) tem e|de remedio|a receita|suspende|retorno em|volta em|volte em|plano|atestado|peco|quero (?:um|uma)|encaminho|oriento|repete|acrescento|mantenho|acho que (?:e|pode)|pode ser|e importante)\b/

const EXAM_START =
  /\b(?:vamos examinar|vou (?:te |lhe )?examinar|(?:vou|vamos) (?:medir|auscultar|ver|olhar|escutar|palpar)|deixa eu (?:ver|examinar|escutar|ouvir|medir|olhar|observar)|(?<!nao )deita|(?<!nao )deite|respira fundo|respire fundo|abre a boca|abra a boca|ao exame|exame fisico|sobe (?:aqui )?na balanca)\b/

function startsExam(words: string): boolean {
  return EXAM_START.test(words)
}

/** A plan needs most of the story before it, or an examination. */
const LEAST_SHARE = 0.4
/** What the doctor says after this share of the talk is the plan, unless it is the examination. */
const CLOSING_SHARE = 0.7
/** Fewest sentences in which an end can be distinguished from the beginning. */
const LEAST = 12

/** Sentences between "deixa eu examinar" and the first number, at most. */
const NEAR_EXAM = 8
/** Measurements that are read out one after the other, at least, and sentences that hold them. */
const FEWEST_READ_OUT = 3
const READ_OUT_WITHIN = 8

/**
 * Index of the sentence with which measurements are read out one after the other; undefined where
 * none are.
 */
function readOutAt(
  statements: readonly Statement[],
  measured: ReadonlySet<number>,
): number | undefined {
  const indexes = statements.map(({ index }) => index).filter((index) => measured.has(index))
  return indexes.find(
    (index, at) =>
      (indexes[at + FEWEST_READ_OUT - 1] ?? Number.POSITIVE_INFINITY) - index < READ_OUT_WITHIN,
  )
}

/** One phase per statement, by its index; what is not speech belongs to the story. */
export function visitPhases(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  measured: ReadonlySet<number>,
): Phase[] {
  const spoken = statements.filter(({ origin }) => origin === 'speech').length
  let phase: Phase = 'story'
  const examined = readOutAt(statements, measured)
  return statements.map((statement, at) => {
    if (statement.origin !== 'speech') return 'story'
    const words = plainWords(statement.text)
    // "Abre a sacola, vamos ver tudo": what is measured is still far ahead.
    const isEarly = examined !== undefined && statement.index < examined - NEAR_EXAM
    if (isEarly && !measured.has(statement.index)) return phase
    const late = phase === 'exam' || at >= spoken * LEAST_SHARE
    const examines = startsExam(words) || measured.has(statement.index)
    if (examines && roles[statement.index] !== 'patient') phase = 'exam'
    if (late && !statement.question && roles[statement.index] !== 'patient' && PLANS.test(words))
      phase = 'plan'
    else if (
      phase !== 'exam' &&
      spoken >= LEAST &&
      at >= spoken * CLOSING_SHARE &&
      roles[statement.index] === 'doctor'
    )
      phase = 'plan'
    return phase
  })
}
