/**
 * Allergies in running words: "alergia a dipirona e penicilina", "alérgica a camarão". Not what is
 * denied, asked, over, a relative's, or no allergen at all ("rinite alérgica", "teste de alergia").
 * What is only suspected is told as such. When in doubt nothing is found: the words themselves are
 * sent in any case.
 */
import { mentionsFamily } from '../../portuguese/family.ts'
import { fold, tokenize } from '../../portuguese/tokens.ts'

export interface ToldAllergy {
  /** What it is an allergy to, in the words of the text: "dipirona". */
  substance: string
  /** Suspected, possible, or not remembered well. */
  isUncertain: boolean
  /** The words around it, where they say more than the substance. */
  note: string | null
}

/**
 * @param isKnown whether words name a medicine, a food or another common allergen: what follows in
 * a list must be one
 */
export function toldAllergies(text: string, isKnown: (words: string) => boolean): ToldAllergy[] {
  const found = new Map<string, ToldAllergy>()
  for (const sentence of sentences(text))
    for (const allergy of allergiesOf(sentence, isKnown)) {
      const key = fold(allergy.substance)
      const known = found.get(key)
      if (!known || (known.isUncertain && !allergy.isUncertain)) found.set(key, allergy)
    }
  return [...found.values()]
}

/**
 * What an allergy is told by, up to the words that name it. Matched on folded text of the same
 * length.
 */
const CUE =
  /\b(?:(?:reac(?:ao|oes) )?(?:alergi(?:a|as|co|ca|cos|cas)|hipersensibilidade|hipersensivel|anafilaxia|reac(?:ao|oes) anafilaticas?|choque anafilatico|intolerancia|intolerantes?)(?: (?:medicamentosa|alimentar|grave|severa|importante|conhecida|previa|confirmada|relatada))*(?: (?:apos|depois de) (?:o )?(?:uso|ingestao|contato|picada)(?: de| da| do| com)?| (?:ao uso de|ao contato com)| (?:a|as|ao|aos|com|por|pela|pelo|de)(?! longa)|,? (?:exceto|salvo|a nao ser(?: por)?|com excecao d[aeo])(?: (?:a|as|ao|aos))?|\s*:))\s+/g

/** Denies what follows it within the sentence, until something is affirmed. */
const DENIES =
  /\b(?:nega(?:m|ndo|da|das|ram)?|negou|nao|nunca|sem|nenhuma?|jamais|ausencia|desconhec\w*|descartad[ao]s?|exclu\w+|nkda)\b/
const AFFIRMS =
  /\b(?:exceto|a nao ser|com excecao|salvo|apenas|somente|so tem|mas|porem|refere|relata|tem|apresenta)\b/
const NOT_IT =
  'negad[ao]s?|descartad[ao]s?|excluid[ao]s?|ausentes?|nao (?:confirmad|comprovad|relatad|referid)[ao]s?|afastad[ao]s?|superad[ao]s?|resolvid[ao]s?|curad[ao]s?|desconhecid[ao]s?'
/**
 * Behind what it is an allergy to: at once ("descartada em teste"), or at the end. What was borne
 * well is none either.
 */
const DENIED_AFTER = new RegExp(
  `^(?:(?:que|e|foi|esta|ja|sendo|ficou) )*(?:${NOT_IT})\\b|\\b(?:${NOT_IT}|nega(?:tiv[ao]s?)?|nao)\\s*$|\\bsem (?:reac|alergi|problema|intercorrencia)|\\btoler`,
)
const OVER =
  /\b(?:na infancia|quando (?:crianca|era|bebe)|superou|superad[ao]|ja nao|deixou de|antigamente)\b/
const UNCERTAIN =
  /\b(?:possivel|possiveis|provavel|provaveis|suspeita|suspeitas|suspeito|talvez|acha|acho|achava|acredita|parece|pode ser|poderia|duvidos[ao]|a esclarecer|a investigar|em investigacao|nao (?:sabe|lembra|tem certeza|ha certeza)|questionavel|hipotese)\b|\?/
/** An example or a condition: nobody has it. */
const HYPOTHETICAL =
  /\b(?:se (?:houver|tiver|apresentar|ocorrer|surgir)|caso|em caso de|risco de|orient\w+|investigar|pesquisar|pesquisa de|teste|testes|encaminh\w+|solicit\w+|prevenir|perguntad[ao]|questionad[ao])\b/

/** No allergen by itself. */
const GENERIC =
  /^(?:nega|nao|sim|nada|algo|alguma?s?(?: (?:coisa|remedio|medicamento|alimento|medicacao))?s?|qualquer.*|(?:vari[oa]s|muit[oa]s|divers[oa]s|multipl[oa]s) .*|nenhuma?.*|medicamentos?|medicac(?:ao|oes)|remedios?|drogas?|alimentos?|comidas?|substancias?|outr[ao]s?.*|isso|esse|essa|esclarecer|investigar|mesm[ao]|que|qual|quais)$/
/** Of a whole sentence. */
const OTHERS = /\b(?:na familia|familiar(?:es)?|parentes?|colegas?|vizinh[ao]s?|amig[ao]s?)\b/
/** "Ex-alérgico": no more. */
const FORMER = /\bex[ -]?$/
/** "Dermatite alérgica de contato" names no allergen. */
const DISEASE =
  /\b(?:rinite|dermatite|conjuntivite|asma|bronquite|eczema|urticaria|purpura|tosse)\s+$/

/** Bodies bear them badly, and no allergy is meant. */
const NO_ALLERGEN =
  /^(?:glicose|carboidratos?|exercicios?|esforcos?|atividades?(?: fisicas?)?|calor|frio|ortostatica|ortostatismo|deambulacao|dieta|ruidos?|luz|posicao|decubito|pele|medico|tratamento)\b/

/** No name of a thing begins so: the list has ended, and something else is told. */
const STARTS_ANEW =
  /^(?:mas|porem|contudo|entretanto|embora|pois|que|quando|com|sem|em|na|no|por|ja|desde|apos|hoje|atualmente|tom(?:a|ou|ando)|us(?:a|ou|ando)|faz|fez|nega|refere|relata|tem|teve|apresent\w+|segue|mantem|evit\w+|toler\w+)\b/

const MOST_WORDS = 5
/** Where the name of an allergen ends. */
const STOP =
  /(?<!\s)\s*(?:[,;.()?!\n–]|\s-\s|\s(?:com|ha|desde|quando|que|mas|porem|apos|na|no|em|diagnosticad\w+|confirmad\w+|relatad\w+|descartad\w+|excluid\w+|superad\w+|resolvid\w+|a (?:esclarecer|investigar)|nao (?:confirmad\w+|comprovad\w+|relatad\w+|referid\w+|sabe|lembra|foi|ha|tem)|tom(?:a|ou|ando)|sem|toler\w+|foi|referid\w+|refere|relata|nega|negad\w+|apresent\w+|tem|teve|usa|faz|caracterizad\w+|manifest\w+|evolu\w+|grave|leve|desconhece|e (?:nega|refere|relata|tem|faz|usa|hipertens\w+))\b|$)/

function allergiesOf(
  { text, isQuestion, isAffirmed }: Sentence,
  isKnown: (words: string) => boolean,
): ToldAllergy[] {
  if (isQuestion && !isAffirmed) return []
  const folded = samePlaces(text)
  const found: ToldAllergy[] = []
  for (const cue of folded.matchAll(CUE)) {
    const start = cue.index + cue[0].length
    const before = folded.slice(0, cue.index)
    const after = folded.slice(start)
    if (HYPOTHETICAL.test(before) || OVER.test(folded) || FORMER.test(before)) continue
    if (/intoler/.test(cue[0]) && NO_ALLERGEN.test(after)) continue
    if (OTHERS.test(before) || mentionsFamily(tokenize(clauseBefore(text, cue.index)))) continue
    if (DISEASE.test(before) && / de\s+$/.test(cue[0])) continue
    const isDoubted = !isQuestion && (UNCERTAIN.test(before) || UNCERTAIN.test(after))
    const isDenied = deniedBefore(before)
    const exception = isDenied ? AFFIRMED_LATER.exec(after) : null
    const isException = AFFIRMED_LATER.test(cue[0])
    if (isDenied && !exception && !isException && !(isDoubted && NOT_SURE.test(before))) continue
    const from = exception ? start + exception.index + exception[0].length : start
    const items = itemsOf(text, folded, from, isKnown)
    if (items.length === 0 || DENIED_AFTER.test(restOf(folded, from, items))) continue
    const note = text.replace(/\s+/g, ' ').trim()
    for (const { substance } of items)
      found.push({
        substance,
        isUncertain: isDoubted,
        note: fold(note) === fold(substance) ? null : note,
      })
  }
  return found
}

/** "Nega alergia a alimentos, exceto camarão". */
const AFFIRMED_LATER =
  /\b(?:exceto|a nao ser(?: por)?|com excecao d[aeo]|salvo)(?: (?:alergia|a|ao|as|aos))*\s+/
const NOT_SURE = /\bnao (?:sabe|lembra|tem certeza|ha certeza)\b/

function deniedBefore(before: string): boolean {
  const denials = [...before.matchAll(new RegExp(DENIES, 'g'))]
  const last = denials.at(-1)
  if (!last) return false
  const between = before.slice(last.index + last[0].length)
  return !new RegExp(AFFIRMS).test(between.replace(/^\s*(?:tem|apresenta|refere|relata)\b/, ''))
}

interface Item {
  substance: string
  end: number
}

/**
 * "dipirona, penicilina e camarão": the first is what the words say; others must be known, or the
 * list has ended.
 */
function itemsOf(
  text: string,
  folded: string,
  from: number,
  isKnown: (words: string) => boolean,
): Item[] {
  const items: Item[] = []
  let at = from
  for (;;) {
    const rest = folded.slice(at)
    const lead =
      /^\s*(?:(?:a|as|ao|aos|o|os|de|da|do|uso de|contato com|tomar|usar|comer|ingerir|(?:medicamento|medicacao|remedio|substancia)(?= \w))\s+)*/.exec(
        rest,
      )![0].length
    const name = rest.slice(lead)
    const stop = Math.min(
      STOP.exec(name)?.index ?? name.length,
      /\s(?:e|ou)\s|\//.exec(name)?.index ?? name.length,
    )
    const words = name.slice(0, stop).trim()
    const count = words.split(/\s+/).length
    const isFirst = items.length === 0
    const isNamed = words.length > 2 && !GENERIC.test(words) && !NO_ALLERGEN.test(words)
    const goesOn = isFirst || (isKnown(words) && !STARTS_ANEW.test(words))
    if (!isNamed || count > MOST_WORDS || !goesOn) return items
    const start = at + lead
    const end = start + stop
    items.push({ substance: text.slice(start, end).trim(), end })
    const next = /^\s*(?:,\s*(?:e\s+)?|\/\s*|\s(?:e|ou)\s+)/.exec(folded.slice(end))
    if (!next) return items
    at = end + next[0].length
  }
}

/** What the clause says behind the last of them. */
function restOf(folded: string, from: number, items: readonly Item[]): string {
  const end = items.at(-1)?.end ?? from
  return (
    folded
      .slice(end)
      .split(/[.;,\n]/, 1)[0]
      ?.trim() ?? ''
  )
}

/** Whose it is is said before it, in its own clause or sentence. */
function clauseBefore(text: string, at: number): string {
  return (
    text
      .slice(0, at)
      .split(/[;,]|\b(?:mas|porém)\b/i)
      .at(-1) ?? ''
  )
}

interface Sentence {
  text: string
  isQuestion: boolean
  /** A question that was answered with yes. */
  isAffirmed: boolean
}

const LONGEST_SENTENCE = 1000

function sentences(text: string): Sentence[] {
  const all = [...text.matchAll(/[^.;!?\n]+(?:\.(?=\d)[^.;!?\n]+)*[.;!?\n]*/g)].map(([raw]) => raw)
  // Nobody ends no sentence for so long: what is read of one is compared with the rest of it.
  const parts = all.map((raw) => (raw.length > LONGEST_SENTENCE ? '' : raw))
  return parts.flatMap((raw, index) => {
    const isQuestion = /\?/.test(raw)
    const answer = fold(parts[index + 1] ?? '')
    const isAffirmed = isQuestion && /^\s*(?:sim|tenho|tem|sou|e)\b/.test(answer)
    return raw.trim() === '' ? [] : [{ text: raw, isQuestion, isAffirmed }]
  })
}

/** Lower case without accents, letter by letter, so that a place in it is a place in the text. */
function samePlaces(text: string): string {
  return Array.from({ length: text.length }, (_, index) => fold(text[index]!)[0] ?? ' ').join('')
}
