/**
 * What becomes of each medicine that is named: it is taken, it is prescribed (begun, changed or continued), or neither
 * (stopped, taken long ago or by another person, refused, an allergy, only asked about). Decided by the verb that
 * governs the name, by the question that was asked and by where the visit stands.
 */
import { assertionAt, readScopes } from '../extractors/assertion.ts'
import { isFamilyWord } from '../extractors/family.ts'
import type { MedicationFinder, MedicationMention } from '../extractors/medication-mentions.ts'
import { readNumbers } from '../extractors/numbers.ts'
import type { Statement } from '../extractors/statements.ts'
import type { Token } from '../extractors/tokens.ts'
import { pairAnswer } from '../extractors/turns.ts'
import { EXAMS, mentions as names } from '../lexicon/clinical-terms.ts'
import { type Clause, clausesOf, wordsOf } from './clauses.ts'
import type { Filed } from './gather.ts'
import { isInstruction } from './noise.ts'
import { topicOf } from './question-topic.ts'
import { asItem, joinQuotes, quote } from './quote.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

type Act = 'takes' | 'took' | 'starts' | 'continues' | 'changes' | 'stops' | 'none'

interface Visit {
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  phases: readonly Phase[]
  patientIsChild: boolean
  find: MedicationFinder
}

/** The verb that governs a name, nearest to it first. */
const ACTS: readonly [RegExp, Act][] = [
  [
    /^(?:suspend\w+|interromp\w+|para|pare|parar|paramos|tira|tire|tirar|retir\w+|corta|cortar|evit\w+|proibid\w*)$/,
    'stops',
  ],
  [
    /^(?:parei|parou|tomei|tomou|tomava|tomavam|usei|usou|usava|usavam|tentei|tentou|experimentei|dei|deram|deu|demos|suspendeu|suspendi|largou|larguei|acabou|fiz|fez|melhorou|melhorei|resolveu|adiantou|apliquei|aplicou|aplicaram|recebeu|recebi|davam|cortaram|cortou|cortei|tiraram|tirou|suspenderam|pararam|trocaram|trocou)$/,
    'took',
  ],
  [/^(?:continu\w+|mante\w*|mantem|mantemos|segue|seguir|siga|igual|iguais)$/, 'continues'],
  [
    /^(?:aument\w+|sobe|subir|suba|subimos|diminu\w+|reduz\w*|baixa|baixar|baixe|dobra|dobrar|ajust\w+|volta|voltar|volte|desmam\w+)$/,
    'changes',
  ],
  [/^(?:tomo|toma|tomamos|tomam|uso|usam|tomando|usando|utilizo|utiliza)$/, 'takes'],
  [
    /^(?:receit\w+|prescrev\w+|passar|passo|passando|inici\w+|comecar?|comece|comeca|entra|entrar|entro|associ\w+|introduz\w+|proponho|tomar|tome|usa|usar|use|aplica|aplicar|aplique|pinga|pingar|pingue|acrescent\w+|adicion\w+|deixar|deixo|mando|mandar|indico|troc\w+|substitu\w+|dar|oferecer|vamos)$/,
    'starts',
  ],
]
/** What a medicine is only compared with, or what it does to an examination. */
const BESIDE =
  /(?:^| )(?:no lugar d[aeo]|em vez d[aeo]|por causa d[aeo]|por conta d[aeo]|ao inves d[aeo]|diferente d[aeo]|igual (?:a|ao|o)|como (?:a|o)|tipo (?:a|o)|tem|contem|junto com|longe d[aeo]|com|alergi\w+ (?:a|ao|à)|reacao (?:a|ao)|intolerancia (?:a|ao)|efeito d[aeo]|exame d[aeo]|nivel d[aeo]|dosagem d[aeo]|dosar|dose d[aeo] sua|falta d[aeo]|deficiencia d[aeo]|sem(?: o| a)?)$/
const RESULTS =
  /\b(?:exames?|laboratorio|resultado|hemoglobina|ferritina|creatinina|tsh|deficiencia|vou pedir|peco|pedir|solicito|solicitar|repete|repetir|repita|colher|dosar|quero um)\b/

/** Every entry of medicines in use and prescribed, in order of time. */
export function medicationEvents(visit: Visit): Filed[] {
  const taken: Event[] = []
  const prescribed: Event[] = []
  let topic: Section | null = null
  let askedAt = -9
  let listing = false
  let last: Event | undefined

  for (const statement of visit.statements) {
    if (statement.origin !== 'speech' || isInstruction(wordsOf(statement.tokens))) continue
    if (statement.question) {
      const named = visit.find(statement.tokens)
      const inStory = visit.phases[statement.index] === 'story'
      const asked =
        (inStory && named.length > 0) || TAKING.test(wordsOf(statement.tokens))
          ? 'medicationsInUse'
          : topicOf(wordsOf(statement.tokens))
      // "Todo dia?", "Quanto de cada?", "E agora?": the question before goes on.
      if (asked !== null || statement.tokens.length > 6) {
        if (asked !== 'medicationsInUse') listing = false
        topic = asked
      }
      askedAt = statement.index
      const answer = named.length === 1 ? answered(statement, named[0]!, visit) : undefined
      if (answer) {
        keep(taken, answer)
        last = answer
      }
      continue
    }
    if (statement.index - askedAt > 4) topic = listing ? topic : null
    const role = visit.roles[statement.index] ?? null
    const phase = visit.phases[statement.index] ?? 'story'
    const late = statement.index * 2 > visit.statements.length
    const events = eventsOf(statement, visit, {
      ...{ topic, listing, role, phase, late },
      ends: statement.index * 3 > visit.statements.length * 2,
    })
    if (events.length === 0) {
      goOn(last, statement, visit)
      continue
    }
    for (const event of events) {
      last = event
      if (event.section === 'medicationsInUse') {
        listing = true
        keep(taken, event)
      } else prescribed.push(event)
    }
  }
  return [...taken, ...prescribed].map(toFiled)
}

interface Event {
  section: 'medicationsInUse' | 'prescriptions'
  ingredients: string[]
  hasDose: boolean
  statement: Statement
  /** Characters of the statement. */
  start: number
  end: number
  /** Characters left out: "de 75" of "sobe de 75 pra 100", which holds no longer. */
  cut: [start: number, end: number] | null
  /** Sentences that go on with the directions. */
  more: Statement[]
}

interface Around {
  topic: Section | null
  listing: boolean
  role: Role | null
  phase: Phase
  /** In the second half of the visit, in its last third. */
  late: boolean
  ends: boolean
}

/** A medicine told twice is told once, with its dose. */
function keep(events: Event[], event: Event): void {
  const known = events.findIndex(({ ingredients }) =>
    ingredients.some((each) => event.ingredients.includes(each)),
  )
  if (known < 0) events.push(event)
  else if (!events[known]!.hasDose && event.hasDose && events[known]!.ingredients.length === 1)
    events.splice(known, 1, event)
}

function toFiled({ section, statement, start, end, cut, more }: Event): Filed {
  const own = cut
    ? [quote(statement, start, cut[0]), quote(statement, cut[1], end)]
    : [quote(statement, start, end)]
  const said = [...own, ...more.map((each) => quote(each))].filter((each) => each !== undefined)
  const text = joinQuotes(said)!
  return { section, text, items: [asItem(text)] }
}

/** "sobe de 75 pra 100": the dose that holds no longer is not quoted. */
function oldDose(
  tokens: readonly Token[],
  mention: MedicationMention,
  end: number,
): [start: number, end: number] | null {
  for (let at = mention.from; at < tokens.length && tokens[at]!.start < end; at++) {
    if (tokens[at]!.norm !== 'de') continue
    const goal = tokens
      .slice(at + 1, at + 8)
      .findIndex(({ norm }) => /^(?:pra|para|pro)$/.test(norm))
    const old = tokens[at + 1]!
    const isNumber = old.kind === 'number' || readNumbers([old]).length > 0
    if (goal > 0 && isNumber && readNumbers(tokens.slice(at + goal + 2, at + goal + 3)).length > 0)
      return [tokens[at]!.start, tokens[at + 1 + goal]!.start]
  }
  return null
}

/** "São dois comprimidos de 10, uma vez ao dia." right after a medicine: its directions go on. */
function goOn(last: Event | undefined, statement: Statement, visit: Visit): void {
  const before = last && [last.statement, ...last.more].at(-1)!
  if (!last || !before || statement.index !== before.index + 1) return
  const words = wordsOf(statement.tokens)
  const other = last.section === 'prescriptions' ? 'patient' : 'doctor'
  if (visit.roles[statement.index] === other || !GOES_ON.test(words)) return
  if (words.split(' ').length <= 16 && !last.more.includes(statement)) last.more.push(statement)
}

const TAKING =
  /^(?:(?:e|entao|mas|ai|hoje|o senhor|a senhora|voce|ele|ela) )*(?:toma|tomando|usa|usando|faz uso)\b(?! (?:cafe|banho|cerveja|bebida|alcool|droga|drogas|oculos|agua|sol|vacina|cuidado|epi|aparelho|tela))/
const TAKEN =
  /^(?:(?:esse|essa|sim|isso|tomo|uso|so|todo dia|eu) )*(?:eu )?(?:tomo|uso|toma|usa|to tomando|estou tomando)\b/

/** "Metformina?" "Essa eu tomo, 850, três vezes.": the question holds the name, the answer the rest. */
function answered(
  question: Statement,
  { ingredient }: MedicationMention,
  visit: Visit,
): Event | undefined {
  const answer = visit.statements[question.index + 1]
  if (answer?.origin !== 'speech' || answer.question) return undefined
  if (visit.roles[answer.index] === 'doctor' || visit.find(answer.tokens).length > 0)
    return undefined
  if (pairAnswer(question.tokens, [answer.tokens]).asked.every((each) => each.answer === 'no'))
    return undefined
  const words = wordsOf(answer.tokens)
  if (!TAKEN.test(words) && !(GOES_ON.test(words) && !/^(?:nao|nunca)/.test(words)))
    return undefined
  if (visit.phases[question.index] !== 'story' || /\balergi/.test(wordsOf(question.tokens)))
    return undefined
  return {
    section: 'medicationsInUse',
    ingredients: [ingredient],
    hasDose: /\d|mil|cem|vinte|dez/.test(words),
    statement: question,
    start: 0,
    end: question.text.length,
    cut: null,
    more: [answer],
  }
}

const GOES_ON =
  /^(?:(?:ai |dai |e |sao |entao |depois |toma |tomar |pode tomar |usa |uns |umas |por |durante |so |sempre |cada )*)(?:(?:um|uma|dois|duas|tres|meio|meia|quatro|cinco|seis|\d+) (?:comprimid|gota|jato|capsula|vez|vezes|ml|por dia|ao dia|de manha|a noite|em|puff|sache|ampola|aplicac|unidade|mg|miligrama|dias|semanas)|de \w+ em \w+|(?:quase )?todo dia|todos os dias|dia sim|a cada|de manha|a noite|em jejum|antes d|depois d[oae]|se (?:tiver|dor|doer|febre|precisar)|uso continuo)/

function eventsOf(statement: Statement, visit: Visit, around: Around): Event[] {
  const { tokens } = statement
  const mentions = together(visit.find(tokens), tokens)
  if (mentions.length === 0) return []
  const scopes = readScopes(tokens)
  const clauses = clausesOf(statement)
  const events: Event[] = []
  let last: Act | undefined
  let least = 0
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1]
    const governed = actOf(tokens, mentions, index, last)
    const denied = assertionAt(scopes, mention.from) === 'denied'
    const section = sectionOf(
      mention,
      { statement, tokens, mentions, index },
      governed,
      denied,
      around,
      visit,
    )
    last = governed
    const from = least
    least = tokens[mention.to - 1]!.end
    if (!section) continue
    const doubted = assertionAt(scopes, mention.from) === 'doubted'
    const { start, end } = stretchOf(
      { mention, next, clauses, tokens, least: from },
      section,
      governed,
      doubted,
    )
    const cut =
      corrected(tokens, mention, end) ??
      (governed === 'changes' ? oldDose(tokens, mention, end) : null)
    const previous = events.at(-1)
    if (previous && start < previous.end) {
      previous.end = Math.max(previous.end, end)
      previous.ingredients.push(mention.ingredient)
      continue
    }
    const hasDose = (mention.dose ?? mention.quantity ?? mention.frequency) !== null
    const ingredients = [mention.ingredient]
    events.push({ section, ingredients, hasDose, statement, start, end, cut, more: [] })
  }
  return events
}

/** "Tapazol, o metimazol, 20 mg": two names of one medicine are one. */
function together(
  mentions: readonly MedicationMention[],
  tokens: readonly Token[],
): MedicationMention[] {
  return mentions.reduce<MedicationMention[]>((kept, mention) => {
    const last = kept.at(-1)
    const between = last && tokens.slice(last.to, mention.lead)
    if (
      last?.ingredient === mention.ingredient &&
      between &&
      between.length <= 3 &&
      !between.some(({ norm }) => /^(?:e|mas|depois)$/.test(norm))
    )
      kept.splice(-1, 1, {
        ...mention,
        lead: last.lead,
        from: last.from,
        dose: last.dose ?? mention.dose,
      })
    else kept.push(mention)
    return kept
  }, [])
}

/** The verb before the name, back to the medicine before it; else the one behind it; else what governs the one before. */
function actOf(
  tokens: readonly Token[],
  mentions: readonly MedicationMention[],
  index: number,
  last: Act | undefined,
): Act {
  const mention = mentions[index]!
  const from = mentions[index - 1]?.to ?? 0
  for (let at = mention.lead - 1; at >= from; at--) {
    const act = actAt(tokens, at)
    if (act) return act
    if (tokens[at]!.norm === ';') break
  }
  const to = mentions[index + 1]?.lead ?? tokens.length
  for (let at = mention.from + 1; at < to; at++) {
    if (/^(?:;|que)$/.test(tokens[at]!.norm)) break
    const act = actAt(tokens, at)
    // "losartana, toma um de manhã": within its directions a verb is how, not whether.
    if (act && !(at < mention.to && (act === 'starts' || act === 'takes'))) return act
  }
  const between = tokens.slice(from, mention.lead)
  const joined =
    index > 0 &&
    between.every(({ norm }) => /^(?:e|,|o|a|os|as|mais|com|ou|tambem|ai|do|da|de)$/.test(norm))
  // "Losartana e rosuvastatina iguais": the verb stands behind the last of them.
  const following = mentions[index + 1]
  if (!joined && index === 0 && following) {
    const gap = tokens.slice(mention.to, following.lead)
    if (
      gap.length > 0 &&
      gap.every(({ norm }) => /^(?:e|,|o|a)$/.test(norm)) &&
      mention.dose === null
    )
      return actOf(tokens, mentions, index + 1, undefined)
  }
  return joined ? (last ?? 'none') : 'none'
}

function actAt(tokens: readonly Token[], at: number): Act | undefined {
  const word = tokens[at]!.norm
  const act = ACTS.find(([pattern]) => pattern.test(word))?.[1]
  const previous = tokens[at - 1]?.norm ?? ''
  // "volta em 30 dias", "para a pressão", "passo a passo", "usa" of a relative clause are decided where they stand.
  if (word === 'para' && !/^(?:o|a|os|as|com|de)$/.test(tokens[at + 1]?.norm ?? ''))
    return undefined
  if (word === 'para' && at > 0 && !/^[,.;:]$|^(?:e|ai|entao|mas)$/.test(previous)) return undefined
  if (/^volt[ae]r?$/.test(word) && !/^(?:o|a|com|os|as)$/.test(tokens[at + 1]?.norm ?? ''))
    return undefined
  return act
}

interface Place {
  statement: Statement
  tokens: readonly Token[]
  mentions: readonly MedicationMention[]
  index: number
}

function sectionOf(
  mention: MedicationMention,
  { tokens, mentions, index }: Place,
  act: Act,
  denied: boolean,
  { topic, listing, role, phase, late, ends: visitEnds }: Around,
  { patientIsChild }: Visit,
): Event['section'] | undefined {
  const from = mentions[index - 1]?.to ?? 0
  const to = mentions[index + 1]?.lead ?? tokens.length
  const before = wordsOf(tokens.slice(from, mention.lead))
  const after = wordsOf(tokens.slice(mention.to, to))
  const all = wordsOf(tokens)
  const directed =
    (mention.dose ?? mention.quantity ?? mention.frequency ?? mention.asNeeded) !== null
  if (denied || /^(?:nao|nunca|nem pensar|nem|proibid\w+|nao posso)\b/.test(after)) return undefined
  if (BESIDE.test(before) && !(directed && /(?:^| )(?:com|tem)$/.test(before))) return undefined
  if (ofAnother(tokens, mention, from, to, patientIsChild)) return undefined
  if (
    topic === 'allergies' &&
    act !== 'takes' &&
    act !== 'starts' &&
    act !== 'continues' &&
    phase !== 'plan'
  )
    return undefined
  if (/\balergi\w+|\breacao\b/.test(all) && !directed) return undefined
  if (act === 'stops' || act === 'took') return undefined
  const tells = SPEAKS.test(all)
  const asked = topic === 'medicationsInUse' || listing
  const plan = (phase === 'plan' || (phase === 'exam' && !asked)) && role !== 'patient' && !tells
  const resulted = RESULTS.test(all) || (names(all, EXAMS) && !directed)
  const orders = act === 'continues' || act === 'changes' || act === 'starts'
  if (plan || role === 'doctor') {
    if (resulted && !hasForm(mention)) return undefined
    return orders || (directed && (phase !== 'story' || late)) ? 'prescriptions' : undefined
  }
  if ((act === 'changes' || act === 'continues') && late && !tells && !asked && role === null)
    return 'prescriptions'
  if (act === 'starts' && !tells && /\b(?:vou|vamos|prescrevo|receito)\b/.test(before))
    return 'prescriptions'
  if (phase === 'plan' && !tells) return undefined
  if (act === 'takes' || (act === 'starts' && /\b(?:uso|usa|tomar)\b/.test(all)))
    return 'medicationsInUse'
  if (asked) return 'medicationsInUse'
  if (resulted && !directed) return undefined
  const ends = late && !tells && role === null && phase === 'story' && visitEnds
  if (ends) return directed ? 'prescriptions' : undefined
  return directed && !/^(?:ontem|hoje)\b/.test(after) ? 'medicationsInUse' : undefined
}

/** Given, not only named: a number of something, or how often. */
function hasForm({ frequency, quantity, route, duration }: MedicationMention): boolean {
  return (frequency ?? quantity ?? route ?? duration) !== null
}

const SPEAKS =
  /\b(?:tomo|uso|tenho|estou tomando|to tomando|faco uso|eu)\b(?! (?:prefiro|vou|quero|acho|nao uso|peco))/
const OTHERS =
  /^(?:vizinh[oa]|amig[oa]|colega|comadre|compadre|patroa|patrao|cunhad[oa]|genro|nora|guria|moca|pessoal)$/
/** "minha mãe toma", "o Depakene da sua irmã", "varfarina é a minha mãe que toma": another person's. */
function ofAnother(
  tokens: readonly Token[],
  mention: MedicationMention,
  from: number,
  to: number,
  patientIsChild: boolean,
): boolean {
  const clause = tokens.slice(from, to)
  const at = clause.findIndex(({ norm }) => OTHERS.test(norm) || isFamilyWord(norm, patientIsChild))
  if (at < 0) return false
  const place = from + at
  // Behind the name it must follow at once ("o Depakene da sua irmã"); later it is told of something else.
  if (place >= mention.to + 6) return false
  const words = wordsOf(
    tokens.slice(
      Math.max(from, Math.min(place, mention.from)),
      Math.min(to, Math.max(place + 4, mention.to)),
    ),
  )
  // "que minha filha comprou", "que a moça da farmácia deu": given to the patient.
  if (
    /\b(?:comprou|passou|trouxe|receitou|indicou)\b/.test(words) ||
    (/\bque\b/.test(words) && /\bdeu\b/.test(words))
  )
    return false
  return true
}

const CORRECTS =
  /^(?:nao|desculpa|desculpe|digo|alias|minto|perdao|melhor|opa|quer dizer|ou melhor|errei|corrigindo)$/

/** "26 de noite… não, 24": the number that was taken back, through the words that take it back, is not quoted. */
function corrected(
  tokens: readonly Token[],
  mention: MedicationMention,
  end: number,
): [start: number, end: number] | null {
  const numbers = readNumbers(tokens).filter(({ from }) => from > mention.from)
  for (let at = mention.from + 1; at < tokens.length && tokens[at]!.start < end; at++) {
    if (!/^(?:…|\.|,)$/.test(tokens[at]!.norm) || !CORRECTS.test(tokens[at + 1]?.norm ?? ''))
      continue
    let to = at + 1
    while (CORRECTS.test(tokens[to]?.norm ?? '') || /^[,.…:]$/.test(tokens[to]?.norm ?? '')) to += 1
    const wrong = numbers.findLast((number) => number.to <= at)
    const right = numbers.find(({ from }) => from >= to && from <= to + 2)
    if (wrong && right && at - wrong.to <= 6) return [tokens[wrong.from]!.start, tokens[to]!.start]
  }
  return null
}

interface Stretched {
  mention: MedicationMention
  next: MedicationMention | undefined
  clauses: readonly Clause[]
  tokens: readonly Token[]
  /** Character where the medicine before ends. */
  least: number
}

/** Characters that are quoted: the name with its directions, the whole clause where more hangs on it. */
function stretchOf(
  { mention, next, clauses, tokens, least }: Stretched,
  section: Event['section'],
  act: Act,
  doubted: boolean,
): { start: number; end: number } {
  const name = tokens[mention.from]!
  const said = tokens[mention.to - 1]!
  const clause = clauses.find((each) => name.start >= each.start && name.start < each.end)
  const lastClause = clauses.findLast((each) => said.start >= each.start && said.start < each.end)
  const lead = tokens[mention.lead]!.start
  const limit = next ? beforeNext(tokens, mention, next) : Number.POSITIVE_INFINITY
  const clauseEnd = Math.max(lastClause?.end ?? said.end, said.end)
  const before = wordsOf(
    tokens.filter(({ start }) => start >= Math.max(clause?.start ?? 0, least) && start < lead),
  )
  const conditional = /\b(?:se|caso|quando)\b/.test(before)
  const whole =
    doubted ||
    act === 'continues' ||
    act === 'changes' ||
    (section === 'prescriptions' && conditional)
  if (section === 'medicationsInUse' && !whole) return { start: lead, end: said.end }
  const start = whole && clause ? Math.max(clause.start, least, endBefore(tokens, mention)) : lead
  return { start: afterJoint(tokens, Math.min(start, lead), lead), end: Math.min(clauseEnd, limit) }
}

/** Without the "e" or comma that joins it to what stood before. */
function afterJoint(tokens: readonly Token[], start: number, lead: number): number {
  const own = tokens.filter((token) => token.start >= start && token.start <= lead)
  return own.find(({ norm }) => !/^(?:e|,|;|mais|ai|entao)$/.test(norm))?.start ?? lead
}

function endBefore(tokens: readonly Token[], mention: MedicationMention): number {
  for (let at = mention.lead - 1; at >= 0; at--)
    if (/^[.;:]$/.test(tokens[at]!.norm)) return tokens[at]!.end
  return 0
}

function beforeNext(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention,
): number {
  let to = next.lead
  const joints =
    /^(?:e|,|;|:|mais|tambem|o|a|os|as|com|junto|ou|entra|comeca|pro|pra|suspende|no|lugar|do|da)$/
  while (to > mention.to && joints.test(tokens[to - 1]!.norm)) to -= 1
  return tokens[to - 1]!.end
}
