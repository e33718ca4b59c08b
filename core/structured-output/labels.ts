/**
 * What a property is called, as comparable words: `sinaisVitais`, `sinais_vitais` and "Sinais
 * Vitais" are one.
 */
import { fold } from '../portuguese/tokens.ts'

/** Folded words of a name in whatever spelling programs give it, in order. */
export function nameWords(name: string): string[] {
  return wordsOf(
    name.replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 '),
  )
}

/** Words of a description up to where it begins to explain: its first clause names the thing. */
export function headWords(description: string): string[] {
  return wordsOf(/^[^,.;:(\n]*/.exec(description)?.[0] ?? '')
}

/** The words that name something. */
export function tellingWords(words: readonly string[]): string[] {
  return words.filter((word) => !IDLE.has(word))
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\d]+/gu) ?? []
}

/** Grammar, units, and words that any property may carry. */
const IDLE = new Set(
  (
    'a o as os um uma de da do das dos e em no na nos nas ao para por pelo pela com que se the of in on for and at by to s ' +
    'campo texto lista list descricao informacoes informacao info dados registro resumo sumario summary valor value relato relatado relatada ' +
    'paciente pacientes patient medico medica consulta atendimento visita visit hoje today todos todas cada ' +
    'kg g cm m mmhg bpm irpm mg dl c celsius graus quilos quilogramas gramas centimetros metros percentual porcentagem minuto min unidade medido medida aferido aferida numero numerico ' +
    'apresentado apresentada apresentados apresentadas durante sobre conforme documento clinico clinica'
  ).split(' '),
)
