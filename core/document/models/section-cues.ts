/**
 * Words that name the part of the record they open, as doctors dictate it ("ao exame físico",
 * "conduta:", "antecedentes pessoais", "na parte familiar") or lead into it while they talk ("agora
 * vou te examinar", "vamos falar da família").
 */

import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import type { Section } from './sections.ts'

export interface SectionCue {
  section: Section
  /** Tokens [from, to). */
  from: number
  to: number
  /** Said as a heading, with a colon or at the start of a sentence: what follows belongs to it. */
  heading: boolean
}

const CUES: readonly [RegExp, Section][] = [
  [/^(?:queixa principal|qp|motivo da consulta|veio por|o motivo e)(?= |$)/, 'complaint'],
  [
    /^(?:historia da (?:doenca|queixa) atual|hda|hma|historia atual|evolucao da queixa)(?= |$)/,
    'presentIllness',
  ],
  [
    /^(?:medicacoes? em uso|medicamentos? em uso|remedios? (?:em uso|de uso continuo|que usa|que toma)|em uso de|faz uso de|medicacao atual|muc)(?= |$)/,
    'medicationsInUse',
  ],
  [/^(?:alergias?|alergico a|reacoes alergicas|alergia medicamentosa)(?= |$)/, 'allergies'],
  [
    /^(?:antecedentes? familiares|historia familiar|historico familiar|na familia|(?:na )?parte familiar|hf|vamos falar da familia)(?= |$)/,
    'family',
  ],
  [
    /^(?:antecedentes? (?:cirurgicos?|operatorios)|cirurgias? previas?|cirurgias anteriores|ja operou)(?= |$)/,
    'surgicalHistory',
  ],
  [
    /^(?:antecedentes? (?:ginecologicos? e obstetricos?|obstetricos?)|historia obstetrica|gesta|paridade)(?= |$)/,
    'obstetricHistory',
  ],
  [
    /^(?:historia menstrual|antecedentes menstruais|dum|data da ultima menstruacao|ultima menstruacao)(?= |$)/,
    'menstrualHistory',
  ],
  [
    /^(?:antecedentes? (?:pessoais|patologicos|morbidos|clinicos)|historia (?:patologica )?pregressa|hpp|comorbidades|doencas previas|historico de saude)(?= |$)/,
    'pastHistory',
  ],
  [
    /^(?:situacao vacinal|historia vacinal|vacinas?|carteira de vacina\w*|vacinacao|caderneta de vacina\w*)(?= |$)/,
    'vaccines',
  ],
  [
    /^(?:historia social|habitos(?: de vida)?|habitos e vicios|(?:na )?parte social|estilo de vida)(?= |$)/,
    'social',
  ],
  [
    /^(?:tabagismo|etilismo|uso de substancias|uso de drogas|alcool e cigarro)(?= |$)/,
    'substances',
  ],
  [/^(?:sono|padrao de sono|qualidade do sono)(?= |$)/, 'sleep'],
  [/^(?:alimentacao|dieta|habito alimentar|recordatorio)(?= |$)/, 'diet'],
  [
    /^(?:(?:no|ao|o|agora o|vamos ao|vamos pro|passando ao|passando pro) exame fisico|exame fisico|ao exame|no exame|ectoscopia|ausculta|inspecao|palpacao|exame (?:neurologico|cardiovascular|respiratorio|abdominal|dermatologico|da pele|do abdome))(?= |$)/,
    'physicalExam',
  ],
  [
    /^(?:resultados? (?:de|dos) exames?|exames? (?:que trouxe|trazidos|anteriores|laboratoriais|previos)|trouxe exames?|laboratorio de|resultado do|resultado da|laudo d[aoe])(?= |$)/,
    'examResults',
  ],
  [
    /^(?:hipoteses? diagnosticas?|hd|hipotese|impressao diagnostica|diagnosticos? (?:provavel|provaveis|principal|diferencia\w+)|diagnostico|cid)(?= |$)/,
    'hypotheses',
  ],
  [
    /^(?:prescricao|receituario|receita|prescrevo|prescrito|medicacoes prescritas|uso oral|uso topico|de remedio)(?= |$)/,
    'prescriptions',
  ],
  [
    /^(?:orientacoes|orientacao|orientado|orientada|oriento|recomendacoes|recomendo|cuidados em casa)(?= |$)/,
    'orientations',
  ],
  [
    /^(?:exames? (?:complementares|solicitados)|solicito|solicitados?|solicitacao de exames?|pedidos? de exames?|vou pedir|peco)(?= |$)/,
    'examsRequested',
  ],
  [/^(?:atestado|afastamento|declaracao de comparecimento|atesto)(?= |$)/, 'certificate'],
  [/^(?:encaminhamentos?|encaminho|encaminhad[oa]|referencio|parecer d[aoe])(?= |$)/, 'referral'],
  [/^(?:mecanismo d[oe] trauma|mecanismo da lesao)(?= |$)/, 'trauma'],
  [/^(?:conduta|plano terapeutico|plano)(?= |$)/, 'plan'],
  [/^(?:subjetivo)(?= |$)/, 'subjective'],
  [/^(?:objetivo)(?= :)/, 'objective'],
  [/^(?:avaliacao)(?= :)/, 'assessment'],
]
/** What may stand before a heading in one sentence. */
const OPENS =
  /^(?:e|bom|entao|agora|certo|ok|ta|de|na|no|em relacao a|quanto a|sobre|a|o|as|os|ai|vamos|para|pra|como|minha|meu)$/

/** Cues of a sentence, from left to right, not overlapping. */
export function readSectionCues(tokens: readonly Token[]): SectionCue[] {
  const cues: SectionCue[] = []
  for (let at = 0; at < tokens.length; ) {
    const ahead = wordsBetween(tokens, at, at + 6)
    const found = CUES.flatMap(([pattern, section]) => {
      const said = pattern.exec(ahead)?.[0]
      return said === undefined ? [] : [{ section, length: said.split(' ').length }]
    }).sort((a, b) => b.length - a.length)[0]
    if (!found) {
      at += 1
      continue
    }
    const to = at + found.length
    const opens = tokens.slice(0, at).every(({ norm, kind }) => kind === 'mark' || OPENS.test(norm))
    const marked = /^[:–-]$/.test(tokens[to]?.norm ?? '')
    const begins = at === 0 || /^[.;:,]$/.test(tokens[at - 1]!.norm)
    cues.push({
      section: found.section,
      from: at,
      to,
      heading: (opens && to < tokens.length) || (marked && begins),
    })
    at = to
  }
  return cues
}
