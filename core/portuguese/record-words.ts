/**
 * Record language, as data: the words a line may hold beside those of its piece. No number, no
 * medicine, no side, no finding that was not said: what a line tells of the patient comes from the
 * piece. A word that can change a fact ("parou", "melhorou") is no part of it.
 */
import recordWords from '../../config/portuguese/record-words.json' with { type: 'json' }

/** What any line may hold. */
export const RECORD_WORDS: readonly string[] = recordWords.any

/** What a line may hold only where its piece denies something. */
export const DENIAL_WORDS: readonly string[] = wordsOf('nega sem não nem nunca ausência')

/** Words of talk and how a record spells them. */
const SPELLED = new Map(
  recordWords.spelled.map((pair) => {
    const [said = '', written = ''] = pair.split(' ')
    return [said, written]
  }),
)

/**
 * Words of talk that a record has no use for: who is spoken to, who speaks, and what only fills.
 */
const SILENT = new Set(recordWords.silent)

/**
 * What is said every day and what a record may call it. Folded; only where the words stand in the
 * piece.
 */
const CLINICAL: readonly (readonly [said: RegExp, words: readonly string[]])[] = [
  ['xixi|urin\\w+|mij\\w+', 'urina urinar diurese'],
  ['coc[oô]|fezes|evacu\\w+', 'fezes evacuar evacuações'],
  ['coc(?:a|ando|ou|ar|eira)', 'prurido coceira'],
  ['enjo\\w+', 'náusea náuseas'],
  ['vomit\\w+', 'vômito vômitos'],
  ['inch\\w+', 'edema inchaço'],
  ['falta de ar', 'dispneia'],
  ['dor de cabeca|cabeca', 'cefaleia'],
  ['pressao alta', 'hipertensão'],
  ['acucar', 'glicemia'],
  ['remedios?|remedinhos?', 'medicação medicações medicamento medicamentos'],
  ['fum\\w+|cigarro\\w*', 'fumar tabagismo tabagista'],
  ['beb(?:o|e|ia|i|eu)|alcool|cerveja\\w*', 'beber etilismo álcool'],
  ['alergi\\w+', 'alergia alergias alérgico alérgica'],
  ['oper\\w+|cirurgi\\w+', 'cirurgia cirurgias operado operada'],
  ['intern\\w+', 'internação internações internado internada'],
  ['menstru\\w+|regra', 'menstruação'],
  ['do(?:i|eu|endo|ido)|dores', 'dor dores'],
  ['dorm\\w+|son[oa]', 'sono dormir'],
  ['com(?:o|e|er|ia)', 'alimentação alimenta-se comer'],
  ['cansa\\w*|canso', 'cansaço fadiga'],
  ['tont\\w+', 'tontura tonturas'],
  ['desmai\\w+', 'desmaio desmaios síncope'],
  ['formig\\w+', 'formigamento parestesia'],
  ['emagrec\\w+', 'emagrecimento'],
  ['engord\\w+', 'ganho peso'],
  ['sangr\\w+', 'sangramento sangramentos'],
  ['toss\\w+', 'tosse'],
  ['tem|tenho|teve|tive', 'tem teve portador portadora'],
  ['tom\\w+|us\\w+', 'toma uso usa'],
  ['trabalh\\w+|sou', 'trabalha profissão ocupação'],
  ['mor\\w+|viv\\w+', 'mora reside'],
  ['cas(?:ad\\w+|ei)', 'casado casada'],
  ['soltei\\w+', 'solteiro solteira'],
  ['filh\\w+', 'filho filha filhos filhas'],
  ['vacin\\w+', 'vacina vacinas vacinação'],
  ['doenca\\w*', 'doença doenças comorbidades'],
  ['caminh\\w+|exercici\\w+|academia', 'atividade física'],
  ['morreu|faleceu|finad\\w+', 'falecido falecida faleceu'],
  ['queim\\w+|ard\\w+', 'queimação ardência'],
  ['febr\\w+', 'febre febril'],
].map(([said, words]) => [new RegExp(`\\b(?:${said})\\b`), wordsOf(words!)])

/** Words that ask: in a line only where the answer has them. Folded. */
export const ASKING = new Set(
  wordsOf('qual quais quando quanto quantos quanta quantas como onde cade quem'),
)

/** "Meu filho, esse joelho dói": who is spoken to is no relative. */
const ADDRESS =
  /(^|[,.!?])\s*(?:meu|minha) (?:filh[oa]|querid[oa]|amig[oa]|anjo|bem)(?=\s*(?:[,.!?]|$))/giu

export function withoutAddress(text: string): string {
  return text.replace(ADDRESS, '$1').replace(/^\s*,\s*/, '')
}

/**
 * How a record spells a folded word of talk; null where it has no use for it, undefined where it
 * keeps it.
 */
export function spelled(word: string): string | null | undefined {
  return SPELLED.get(word) ?? (SILENT.has(word) ? null : undefined)
}

/** @param said folded, single blanks between the words */
export function clinicalWords(said: string): string[] {
  return CLINICAL.flatMap(([words, written]) => (words.test(said) ? written : []))
}

function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/)
}
