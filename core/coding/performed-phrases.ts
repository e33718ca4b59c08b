/**
 * What a text says was done to the patient in this visit: "Realizada sutura de ferimento", "lavado
 * o ouvido direito", "eletrocardiograma feito hoje". Not what was ordered, planned, refused, done
 * elsewhere or at another time. When in doubt a phrase is left out: a suggestion that is missing
 * costs a search, a wrong one costs trust.
 */

import type { DocumentContent } from '../contract/api.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { mentionsFamily } from '../portuguese/family.ts'
import { fold, tokenize } from '../portuguese/tokens.ts'
import { type Phrase, split } from './phrases.ts'

export interface PerformedPhrase extends Phrase {
  /** Folded words that name what was done, the act first: "sutura ferimento em mao". */
  words: string
}

/** Verbs that say of a named procedure that it was done. */
const DID =
  /\b(?:realizad[oa]s?|efetuad[oa]s?|executad[oa]s?|feit[oa]s?|procedid[oa]s?|procedeu-se|realizei|realizamos|realizou-se|efetuei|executei|procedi|procedemos|fiz|fizemos|fez-se)\b/g
/** The patient's own deeds as often as the doctor's: only with "hoje" or "nesta consulta". */
const DID_IF_NOW = /\b(?:fez|realizou|recebeu|submetid[oa]s?|submeteu-se)\b/g

/** Verbs that are the procedure themselves, and the noun by which tables call it. */
const ACTS: readonly [RegExp, string][] = [
  [/\b(?:suturad[oa]s?|suturei|suturamos)\b/, 'sutura de'],
  [/\b(?:drenad[oa]s?|drenei|drenamos)\b/, 'drenagem de'],
  [/\b(?:lavad[oa]s?|lavei|lavamos)\b/, 'lavagem de'],
  [/\b(?:removid[oa]s?|removi|removemos)\b/, 'remocao de'],
  [/\b(?:retirad[oa]s|retirado|retirei|retiramos)\b/, 'retirada de'],
  [/\bretirada (?=a\b|as\b|o\b|os\b)/, 'retirada de'],
  [/\b(?:cauterizad[oa]s?|cauterizei|cauterizamos)\b/, 'cauterizacao de'],
  [/\b(?:infiltrad[oa]s?|infiltrei|infiltramos)\b/, 'infiltracao de'],
  [/\b(?:imobilizad[oa]s?|imobilizei|imobilizamos)\b/, 'imobilizacao de'],
  [/\b(?:coletad[oa]s?|colhid[oa]s?|coletei|colhi)\b/, 'coleta de'],
  [/\b(?:inserid[oa]s?|inseri|inserimos)\b/, 'insercao de'],
  [/\b(?:colocad[oa]s?|coloquei|colocamos)\b/, 'colocacao de'],
  [/\b(?:vacinad[oa]s?|vacinei)\b/, 'vacina'],
  [/\b(?:nebulizad[oa]s?)\b/, 'nebulizacao'],
  [/\b(?:aplicad[oa]s?|apliquei|aplicamos|administrad[oa]s?|administrei|administramos)\b/, ''],
  [/\b(?:aferid[oa]s?|aferi|verificad[oa]s?|medid[oa]s?)\b/, ''],
  [/\b(?:excisad[oa]s?|exciseu|exciso|ressecad[oa]s?|extirpad[oa]s?)\b/, 'exerese de'],
  [/\b(?:biopsiad[oa]s?)\b/, 'biopsia de'],
]

const NOW =
  /\b(?:hoje|agora|(?:nest[ae]|dest[ae]|durante [ao]|n[oa]) (?:consulta|visita|atendimento|consultorio|ato|momento|data|ocasiao)|em (?:consulta|consultorio)|aqui (?:na|no))\b/

/** Ordered, planned, advised, possible, or awaited. */
const NOT_YET =
  /\b(?:solicit\w*|pedid[oa]s?|pedir|peco|pedi|requisit\w*|requer\w*|agend\w*|marcad[oa]s?|marcar|marquei|program\w*|planej\w*|propost[oa]s?|proponho|propor|indicad[oa]s?|indico|indicar|indicacao|sugir\w*|suger\w*|sugest\w*|recomend\w*|aconselh\w*|orient\w*|encaminh\w*|prescr\w*|receit\w*|aguard\w*|pendentes?|retorn\w*|voltar|volte|repetir|refazer|trazer|traga|fazer|realizar|aplicar|colher|manter|manutencao|para (?:fazer|realizar)|a (?:ser|serem|realizar|fazer)|sera|serao|seria|deve(?:ra|rao|m)?|fara|faremos|vai|vamos|ira|irei|pretend\w*|planos? de|pode(?:ra)?|possibilidade|se (?:necessario|houver|persist\w*|pior\w*|nao)|caso|quando|amanha|proxim[oa]s?|necessit\w*|necessidade|precis\w*|avaliar|considerar|considero|discut\w*|autoriz\w*|em (?:\d+|um|uma|dois|duas|tres|quatro|cinco|sete|dez|quinze) (?:dias?|semanas?|mes|meses|horas?))\b/

/** Not done, or given up. */
const NOT_DONE =
  /\b(?:nao|nega|negou|nem|nunca|jamais|sem (?:realiz\w*|necessidade|indicacao|condicoes)|recus\w*|declin\w*|adiad[oa]s?|suspens[oa]s?|cancelad[oa]s?|contraindic\w*|desist\w*|dispens\w*|tentativa|tentad[oa]|impossibil\w*|ausencia)\b/

/** At another time or place. */
const ELSEWHERE =
  /\b(?:ontem|anteontem|antes|antig\w*|anterior(?:es|mente)?|previ[oa]s?|previamente|passad[oa]s?|ultim[oa]s?|ha (?:cerca de |mais de |uns |umas )?(?:\d+|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|dez|quinze|alguns|algumas|varios|muitos) \w+|faz \w+ (?:dias?|semanas?|mes|meses|anos?)|(?:em|de|desde|no ano de) (?:19|20)\d\d|\d{1,2}\/\d{1,2}|(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)|ja (?:fez|fiz|realiz\w*|fo[ir]\w*|tinha|havia|feit[oa])|na infancia|extern[oa]s?|trouxe|traz|trazid[oa]s?|apresenta|outr[oa] (?:servico|hospital|medico|unidade|clinica|cidade)|(?:na|no|pela|pelo|em|de) (?:upa|hospital|pronto[ -]socorro|ps|posto|ubs|farmacia|emergencia|casa|domicilio|internacao|maternidade|samu|laboratorio)|historico|antecedentes?|pos[ -]operatorio|status pos|cirurgia de)\b/

/** Parts of a clause whose own verbs decide. */
const TURNS =
  /,(?!\d)|(?<!\d),|\s(?=(?:mas|por[eé]m|ap[oó]s|depois)\s)|\s(?:e|,)\s+(?=(?:foi |foram )?\p{L}+(?:ad|id)[oa]s?\b|feit|fiz|realiz|solicit|orient|prescre|encaminh|agend|retorno)/giu

export function performedPhrases(text: string, kind: ProcedureFieldKind): PerformedPhrase[] {
  return sentences(text).flatMap((sentence) => {
    const whole = fold(text.slice(sentence.start, sentence.end))
    const isNow = NOW.test(whole)
    // What was done is told once for a list: "Realizada sutura, curativo e imobilização".
    let goesOn = kind === 'done'
    return split(text, sentence, TURNS).flatMap((piece) => {
      const raw = text.slice(piece.start, piece.end)
      const act = actOf(fold(raw), kind, isNow, goesOn)
      goesOn = act !== null
      return act === null || mentionsFamily(tokenize(raw), true) ? [] : [{ ...piece, words: act }]
    })
  })
}

/** The words that name what a clause says was done; null when it says no such thing. */
function actOf(
  clause: string,
  kind: ProcedureFieldKind,
  isNow: boolean,
  goesOn: boolean,
): string | null {
  if (NOT_YET.test(clause) || NOT_DONE.test(clause)) return null
  if (ELSEWHERE.test(clause) && !NOW.test(clause)) return null
  const act = ACTS.find(([verb]) => verb.test(clause))
  const saysDone = clause.match(DID) !== null || (isNow && clause.match(DID_IF_NOW) !== null)
  if (!act && !saysDone) return goesOn ? named(clause) : null
  if (kind === 'told' && !isNow) return null
  if (!act || saysDone) return named(clause)
  const [verb, noun] = act
  return named(`${noun} ${clause.replace(verb, ' ')}`)
}

/** Without the verbs, the time, the anaesthetic, and what only joins. */
function named(clause: string): string {
  return clause
    .replace(DID, ' ')
    .replace(DID_IF_NOW, ' ')
    .replace(new RegExp(NOW, 'g'), ' ')
    .replace(FILLERS, ' ')
    .replace(/[^\p{L}\p{N}.+/:() -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:de|da|do|das|dos|com|por|para|a|o|as|os|e|em|no|na|ao|uma?)\s+)+/, '')
    .replace(/\bde (?:de|da|do|das|dos|o|a|os|as|em|no|na)\b/g, 'de')
}

const FILLERS =
  /\b(?:foi|foram|sido|tendo|tambem|entao|ainda|paciente|procedimentos?|sob (?:anestesia|sedacao)(?: \w+)?|sem (?:intercorrencias?|complicacoes)|com sucesso|bem tolerad[oa])\b/g

function sentences(text: string): Phrase[] {
  return split(text, { start: 0, end: text.length }, /[;\n!?]+|\.(?=\s|$)/g)
}

/**
 * `done`: the field is for what was done in this visit. `work`: the doctor's own work, where
 * "realizada sutura" means now. `told`: history, results and everything unknown, where only "hoje"
 * or "nesta consulta" means now.
 */
type ProcedureFieldKind = 'done' | 'work' | 'told'

interface ProcedureText {
  text: string
  kind: ProcedureFieldKind
}

/** Folded names. */
const DONE = /^procedimentos? (?:realizad|executad|efetuad)/
const WORK =
  /^(?:condutas?|planos?|objetivo|avaliacao|evolucao|exame (?:fisico|dermatologico|ortopedico|otorrinolaringologico|obstetrico|articular)|ectoscopia|tratamento|orientacoes|discussao e comentarios|procedimentos)\b/
/** About others, or about what was never done here. */
const NEVER =
  /^(?:historia familiar|historico familiar|identificacao|informante|procedimento proposto)\b/

/**
 * What a field of a document says about procedures, by its name, so that organizations' own models
 * are known as well.
 *
 * Every filled text of a document that may tell of a procedure, in its order.
 */
export function procedureTexts(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): ProcedureText[] {
  return template.fields.flatMap((field) => {
    const kind = kindOf(field)
    const value = content[field.name] ?? null
    if (kind === null || value === null) return []
    const texts = typeof value === 'string' ? [value] : Object.values(value)
    return texts.flatMap((text) => (text === null ? [] : [{ text, kind }]))
  })
}

function kindOf({ name }: TemplateFieldSpec): ProcedureFieldKind | null {
  const folded = fold(name)
  if (NEVER.test(folded)) return null
  if (DONE.test(folded)) return 'done'
  return WORK.test(folded) ? 'work' : 'told'
}
