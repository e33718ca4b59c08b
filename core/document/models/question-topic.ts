/** What a question asks about: its answer belongs there when it says nothing of itself. */
import { mentions, SYMPTOMS } from '../../portuguese/clinical-terms.ts'
import type { Section } from './sections.ts'

const TOPICS: readonly [RegExp, Section][] = [
  [/\balergi/, 'allergies'],
  [/\b(?:vacin|imuniza)/, 'vaccines'],
  [/\b(?:familia|parentes|seus pais|sua mae|seu pai)\b/, 'family'],
  [/\b(?:fuma|fumou|cigarro|bebe|bebida|alcool|drogas)\b/, 'substances'],
  [/\b(?:trabalha|profissao|trabalho|ocupacao)\b/, 'work'],
  [/\b(?:exercicio|atividade fisica|mora|casad[oa]|filhos)\b/, 'social'],
  [/\b(?:dorme|sono|dormindo)\b/, 'sleep'],
  [/\b(?:alimentacao|come|comendo|dieta|cafe)\b/, 'diet'],
  [/\b(?:cirurgia|operou|operacao|operad[oa])\b/, 'surgicalHistory'],
  [
    /\b(?:remedios?|medicac\w+|medicamentos?|toma alguma coisa|tomando alguma coisa|toma o que|comprimido)\b/,
    'medicationsInUse',
  ],
  [
    /\b(?:alguma doenca|outra doenca|doencas?|problemas? de saude|internad[oa]|diagnosticad[oa]|pressao alta|diabetes)\b/,
    'pastHistory',
  ],
  [/\b(?:gravid|gestac|parto|filhos)/, 'obstetricHistory'],
  [/\b(?:menstrua|ciclo|menopausa|ultima regra)/, 'menstrualHistory'],
  [/\b(?:anticoncepcional|relac\w+ sexua|parceir)/, 'sexualHistory'],
  [/\b(?:oculos|lentes? de contato)\b/, 'glasses'],
  [/\b(?:caiu|tropecou|torceu|bateu|acidente|machucou)\b/, 'trauma'],
  [
    /\b(?:aconte\w+|posso ajudar|trouxe|motivo|queixa|o que (?:houve|foi|o senhor tem|a senhora tem|voce tem|esta sentindo)|conte|como vai|como esta)\b/,
    'complaint',
  ],
  [
    /\b(?:dor|doi|doendo|febre|tosse|sintoma|piora|melhora|ha quanto tempo|quanto tempo|desde quando|forca|quando comecou|como comecou|comecou|incomoda|sente|sentindo|sentiu|onde|enjoo|vomit\w+|falta de ar|tontura|lado|intensidade|nota|zero a dez|de 0 a 10|catarro|frequencia|apetite|emagreceu|peso)\b/,
    'presentIllness',
  ],
]

/** What a question asks for; null when it asks for nothing that a record holds. */
export function topicOf(words: string): Section | null {
  if (
    /\b(?:alguma duvida|mais alguma coisa|tudo bem|pode ser|entendeu|combinado|qual (?:e )?(?:a )?sua idade|quantos anos|qual (?:e )?(?:o )?seu nome)\b/.test(
      words,
    )
  )
    return null
  const topic = TOPICS.find(([pattern]) => pattern.test(words))?.[1]
  return topic ?? (mentions(words, SYMPTOMS) ? 'presentIllness' : null)
}
