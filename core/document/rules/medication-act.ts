/** What is done with a medicine that is named, by the verb that governs its name. */
import type { MedicationMention } from '../extractors/medication-mentions.ts'
import { readNumbers } from '../extractors/numbers.ts'
import { type Token, wordsBetween } from '../extractors/tokens.ts'

export type Act = 'takes' | 'took' | 'starts' | 'continues' | 'changes' | 'stops' | 'none'

/** The two lists of medicines. */
export type MedicationSection = 'medicationsInUse' | 'prescriptions'

/** The verb that governs a name, nearest to it first. */
const ACTS: readonly [RegExp, Act][] = [
  [
    /^(?:suspend\w+|suspens[oa]s?|interromp\w+|para|pare|parar|paramos|tira|tiro|tire|tirar|retir\w+|corta|cortar|evit\w+|saindo|saiu|proibid\w*|larga|largar|sair|aposenta|esquece|joga|risco|chega)$/,
    'stops',
  ],
  [
    /^(?:parei|parou|tirei|retirei|abandonei|terminei|terminou|acabei|tomei|tomou|tomava|tomavam|usei|usou|usava|usavam|tentei|tentou|experimentei|dei|deram|deu|demos|suspendeu|suspendi|largou|larguei|acabou|fiz|fez|melhorou|melhorei|resolveu|adiantou|apliquei|aplicou|aplicaram|recebeu|recebi|davam|cortaram|cortou|cortei|tiraram|tirou|suspenderam|pararam|trocaram|trocou)$/,
    'took',
  ],
  [
    /^(?:continu\w+|renov\w+|repet(?:ir|imos)|repito|mante\w*|mantem|mantemos|segue|seguir|siga|igual|iguais)$/,
    'continues',
  ],
  [
    /^(?:aument\w+|sobe|subir|suba|subimos|diminu\w+|reduz\w*|baixa|baixar|baixe|dobra|dobrar|ajust\w+|volta|voltar|volte|desmam\w+)$/,
    'changes',
  ],
  [/^(?:tomo|toma|tomamos|tomam|uso|usam|tomando|usando|utilizo|utiliza)$/, 'takes'],
  [
    /^(?:receit\w+|prescrev\w+|passar|passo|passando|inici\w+|comecar?|comece|comeca|entra|entrar|entro|associ\w+|introduz\w+|proponho|tomar|tome|usa|usar|use|aplica|aplicar|aplique|pinga|pingar|pingue|acrescent\w+|adicion\w+|deixar|deixo|mando|mandar|indico|troc\w+|substitu\w+|dar|oferecer|coloc(?:o|ar|amos)|bot(?:o|ar|amos)|tent(?:o|ar|amos)|vamos)$/,
    'starts',
  ],
]
function isNumber(token: Token | undefined): boolean {
  return token !== undefined && readNumbers([token]).length > 0
}

/** "O propranolol que o cardiologista deu, parei": whatever stands between. */
const ENDED_BEHIND =
  /, (?:eu |ele |ela )?(?:ja |mas )?(?:parei|parou|larguei|largou|suspendi|suspenderam|cortaram|tiraram)(?= (?:[,.;]|que|porque|de tomar|por conta|sozinh[oa])|$)/

/** The verb before the name, back to the medicine before it; else the one behind it; else what governs the one before. */
export function actOf(
  tokens: readonly Token[],
  mentions: readonly MedicationMention[],
  index: number,
  last: Act | undefined,
): Act {
  const mention = mentions[index]!
  if (risesTo(tokens, mention.from, mentions[index + 1]?.lead ?? tokens.length)) return 'changes'
  if (
    ENDED_BEHIND.test(
      wordsBetween(tokens, mention.from, mentions[index + 1]?.lead ?? tokens.length),
    )
  )
    return 'took'
  const replaced = replacement(tokens, mention)
  if (replaced) return replaced
  if (movesTo(tokens, mention)) return 'changes'
  if (stopsBehind(tokens, mention, mentions[index + 1])) return 'stops'
  const from = mentions[index - 1]?.to ?? 0
  for (let at = mention.lead - 1; at >= from; at--) {
    const act = actAt(tokens, at)
    // "Antes eu tomava direto, agora só dipirona."
    if (act === 'took' && isNow(tokens, at + 1, mention.lead)) return 'takes'
    // "O ginecologista me deu desogestrel, todo dia": given to be taken, not given once.
    const isHabit = mention.frequency !== null && mention.frequency.times !== null
    if (/^(?:deu|deram)$/.test(tokens[at]!.norm) && tokens[at - 1]?.norm === 'me' && isHabit)
      return 'takes'
    const isOfLast = index > 0 && act !== undefined && closes(tokens, from, at, mention.lead)
    if (act && !isOfLast && !isGoal(tokens, at, mention.lead)) return act
    const isWithin = !tokens.slice(at, mention.lead).some(({ kind }) => kind === 'mark')
    const parts =
      isOfLast || GIVES.test(tokens[at]!.norm) || (isWithin && SUBORDINATES.test(tokens[at]!.norm))
    if (tokens[at]!.norm === ';' || parts) break
  }
  const to = mentions[index + 1]
    ? ownEnd(tokens, mention, mentions[index + 1]!.lead)
    : tokens.length
  for (let at = mention.from + 1; at < to; at++) {
    // "Que tem que sair" tells of it, "que ele toma" of something else.
    if (/^(?:;|que)$/.test(tokens[at]!.norm) && tokens[at - 1]?.norm !== 'tem') break
    // "10 miligramas… não, o senhor não tomou opioide": why it is taken back.
    if (
      tokens[at]!.norm === '…' &&
      /^(?:nao|desculpa|perai|espera)$/.test(tokens[at + 1]?.norm ?? '')
    )
      break
    // "O aerolin dois jatos, ontem usei quatro vezes": one day, not the habit.
    if (mention.to > mention.from + 1 && ofOneDay(tokens, at)) continue
    const act = mentions[index + 1] && isGoal(tokens, at, to) ? undefined : actAt(tokens, at)
    // "losartana, toma um de manhã": within its directions a verb is how, not whether.
    // "Neosoro sobe a pressão": what it does, not what is done with it.
    const affects = act === 'changes' && /^(?:o|a|os|as)$/.test(tokens[at + 1]?.norm ?? '')
    if (act && !affects && !(at < mention.to && (act === 'starts' || act === 'takes'))) return act
  }
  const between = tokens.slice(from, mention.lead)
  const joined =
    index > 0 &&
    between.every(({ norm }) => /^(?:e|,|o|a|os|as|mais|com|ou|tambem|ai|do|da|de)$/.test(norm))
  // "Losartana e rosuvastatina iguais": the verb stands behind the last of them.
  if (!joined && index === 0) {
    const end = listEnd(tokens, mentions)
    if (end > 0) return actOf(tokens, mentions.slice(end), 0, undefined)
  }
  if (joined) return last ?? 'none'
  // "O escitalopram eu tô tomando, o de dez": among its directions.
  const near = tokens.slice(mention.from + 1, Math.min(mention.to, mention.from + 5))
  const isTaken = near.some(({ norm }) => /^(?:tomo|tomando|uso|usando)$/.test(norm))
  return isTaken && !near.some(({ norm }) => norm === 'nao') ? 'takes' : 'none'
}

/** "O cardiologista cortou o AAS e deixou só o clopidogrel": given by somebody, whatever he did before. */
const GIVES =
  /^(?:deixou|deixaram|botou|botaram|colocou|colocaram|passou|passaram|receitou|receitaram|prescreveu|mandou|mandaram|indicou)$/

/** "AAS eu parei quando botei o Xarelto": the verb ahead of it governs something else. */
const SUBORDINATES = /^(?:quando|porque|enquanto)$/

/** Words that may stand between a verb and the name it governs, or between a name and the verb behind it. */
const DETERMINES =
  /^(?:o|a|os|as|um|uma|meu|minha|seu|sua|esse|essa|ess[ae]s|aquel[ea]|de|do|da|com|tomar|usar|tambem|mais|ja|so|eu|ele|ela|gente|nos|voce|senhora?|vai|vou|vamos|pode|e|que|se|nao)$/
const PARTS = /^(?:e|,|[.;…]|mas|ai|entao|depois|agora)$/

/** "Neosaldina corta de uma vez e nessa semana naproxeno": right behind the medicine before, and parted from this one. */
function closes(tokens: readonly Token[], from: number, at: number, lead: number): boolean {
  const isBehind = tokens.slice(from, at).every(({ norm }) => BEHIND.test(norm))
  const part = tokens.slice(at + 1, lead).findIndex(({ norm }) => PARTS.test(norm))
  return isBehind && at - from <= 3 && part >= 0
}

const BEHIND = /^(?:eu|ele|ela|a|gente|nos|voce|o|senhora?|vai|vou|vamos|pode|ja|tambem|[,:])$/

/** "Losartana cinquenta e suspende o captopril": where the words that lead the next one in begin. */
function ownEnd(tokens: readonly Token[], mention: MedicationMention, lead: number): number {
  let at = lead - 1
  while (at > mention.to && DETERMINES.test(tokens[at]!.norm)) at -= 1
  const isVerb = actAt(tokens, at) !== undefined && at > mention.to
  return isVerb && PARTS.test(tokens[at - 1]?.norm ?? '') ? at : lead
}

/** "… com o diclofenaco saindo": right behind its name, and nothing led in by it, whatever verb stands further ahead. */
function stopsBehind(
  tokens: readonly Token[],
  { lead, from, name }: MedicationMention,
  next: MedicationMention | undefined,
): boolean {
  const at = from + name.split(' ').length
  let before = lead - 1
  while (before >= 0 && DETERMINES.test(tokens[before]!.norm)) before -= 1
  const isLed = before >= 0 && actAt(tokens, before) !== undefined
  const leadsIn =
    next !== undefined && tokens.slice(at + 1, next.lead).every(({ norm }) => DETERMINES.test(norm))
  return !isLed && !leadsIn && actAt(tokens, at) === 'stops'
}

/** Index of the last of "forxiga, metformina e ramipril", told without directions. */
function listEnd(tokens: readonly Token[], mentions: readonly MedicationMention[]): number {
  let end = 0
  for (; end + 1 < mentions.length; end++) {
    const [each, following] = [mentions[end]!, mentions[end + 1]!]
    const gap = tokens.slice(each.to, following.lead)
    const isJoined = gap.length > 0 && gap.every(({ norm }) => /^(?:e|,|o|a)$/.test(norm))
    if (!isJoined || each.dose !== null) break
  }
  return end
}

/** "E para o nariz mometasona": what it is for, not that it is stopped. */
function isGoal(tokens: readonly Token[], at: number, lead: number): boolean {
  return (
    tokens[at]!.norm === 'para' &&
    /^[oa]s?$/.test(tokens[at + 1]?.norm ?? '') &&
    lead > at + 2 &&
    !tokens.slice(at + 2, lead).some(({ kind, norm }) => kind === 'mark' || norm === 'e')
  )
}

/** "… a losartana baixa pra cinquenta", whatever verb stood before its name. */
function movesTo(tokens: readonly Token[], { from, name }: MedicationMention): boolean {
  const at = from + name.split(' ').length
  return (
    /^(?:sobe|subir|aumenta|aumentar|baixa|baixar|reduz|reduzir|diminui|diminuir|passa|passar|vai|volta|voltar|cai|desce|descer)$/.test(
      tokens[at]?.norm ?? '',
    ) &&
    /^(?:pra|para)$/.test(tokens[at + 1]?.norm ?? '') &&
    isNumber(tokens[at + 2])
  )
}

/** "O Puran, vamos de 75 pra 88." */
function risesTo(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ norm }, index) =>
        norm === 'de' &&
        isNumber(tokens[from + index + 1]) &&
        /^(?:pra|para|virou|vira)$/.test(tokens[from + index + 2]?.norm ?? '') &&
        isNumber(tokens[from + index + 3]),
    )
}

function ofOneDay(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 2), at)
    .some(({ norm }) => /^(?:ontem|hoje|anteontem)$/.test(norm))
}

function isNow(tokens: readonly Token[], from: number, lead: number): boolean {
  const words = tokens.slice(from, lead).map(({ norm }) => norm)
  return words.includes('agora') && !words.some((word) => /^(?:nao|parei|nem)$/.test(word))
}

const REPLACES = /^(?:troc\w+|troquei|substitu\w+)$/

/** "Troco o Alenia por Trelegy": the one before "por" is stopped, the one after it is begun. "A hidroclorotiazida eu troco." */
function replacement(
  tokens: readonly Token[],
  { lead, from, to }: MedicationMention,
): Act | undefined {
  const norm = (at: number) => tokens[at]?.norm ?? ''
  const begins = tokens
    .slice(Math.max(0, lead - 8), lead)
    .some((token) => REPLACES.test(token.norm))
  if (begins && /^(?:por|pel[oa])$/.test(norm(to))) return 'stops'
  if (begins && /^(?:por|pel[oa])$/.test(norm(lead - 1))) return 'starts'
  if (begins && /^pel[oa]$/.test(norm(lead - 2))) return 'starts'
  const verb = /^(?:eu|nos|vou|vamos)$/.test(norm(from + 1)) ? from + 2 : from + 3
  const behind = verb === from + 2 || (norm(from + 1) === 'a' && norm(from + 2) === 'gente')
  return behind && REPLACES.test(norm(verb)) ? 'stops' : undefined
}

/** What nobody does to a medicine goes on with it: "não mexo no carvedilol", "não pode parar", "não corta de uma vez". */
const CHANGES =
  /^(?:mex\p{L}{1,3}|mud\p{L}{1,3}|alter\p{L}{1,3}|troc[oaeu]\p{L}{0,3}|tir[oaem]\p{L}{0,3}|par[aeo]\p{L}{0,3}|parei|suspend\p{L}{1,3}|cort\p{L}{1,3}|larg\p{L}{1,3}|parei|larguei|tirei|interromp\p{L}+)$/u
const AUXILIARY =
  /^(?:vou|vamos|vai|pode|podem|deve|precisa|quero|queria|que|e|pra|para|da|eu|senhora?|voce|a|o|de|em)$/

function isKept(tokens: readonly Token[], at: number): boolean {
  if (!CHANGES.test(tokens[at]?.norm ?? '')) return false
  let before = at - 1
  while (before > at - 5 && AUXILIARY.test(tokens[before]?.norm ?? '')) before -= 1
  return tokens[before]?.norm === 'nao'
}

const GOVERNED = /^(?:tomar|tomando|usar|usando|aplicar|aplicando|passar|passando|dar|dando)$/

/** "Para de tomar", "continua usando", "volta a tomar": the verb before it says what becomes of it. */
function headOf(tokens: readonly Token[], at: number): Act | undefined {
  const norm = (place: number) => tokens[place]?.norm ?? ''
  const isLinked = /^(?:de|a)$/.test(norm(at - 1))
  const verb = norm(isLinked ? at - 2 : at - 1)
  const isDenied = norm((isLinked ? at - 2 : at - 1) - 1) === 'nao'
  if (norm(at - 1) === 'de' && /^(?:par[ae]r?|parei|parou|deix\p{L}+)$/u.test(verb))
    return isDenied ? 'continues' : /^(?:parei|parou)$/.test(verb) ? 'took' : 'stops'
  if (!isLinked && /^(?:continu\p{L}+|segue|siga|seguir|mantem)$/u.test(verb)) return 'continues'
  return norm(at - 1) === 'a' && /^volt\p{L}+$/u.test(verb) ? 'starts' : undefined
}

function actAt(tokens: readonly Token[], at: number): Act | undefined {
  const word = tokens[at]?.norm ?? ''
  // "Vamos tirar": the verb behind it says what.
  if (word === 'vamos' && actAt(tokens, at + 1) !== undefined) return actAt(tokens, at + 1)
  // "Tem que sair", not "pra sair de casa".
  if (word === 'sair' && !/^(?:que|vai|pode|precisa)$/.test(tokens[at - 1]?.norm ?? ''))
    return undefined
  if (isKept(tokens, at)) return 'continues'
  // "Bisoprolol fica, a frequência tá boa."
  if (word === 'fica' && /^(?:|[.,;])$/.test(tokens[at + 1]?.norm ?? '')) return 'continues'
  // "O omeprazol eu já tomava."
  if (/^(?:tomava|usava)$/.test(word) && tokens[at - 1]?.norm === 'ja') return 'takes'
  // "Duas vezes por semana pra manter": what for.
  if (/^(?:manter|mantem)$/.test(word) && /^(?:pra|para)$/.test(tokens[at - 1]?.norm ?? ''))
    return undefined
  const head = GOVERNED.test(word) ? headOf(tokens, at) : undefined
  if (head) return head
  const act = ACTS.find(([pattern]) => pattern.test(word))?.[1]
  const previous = tokens[at - 1]?.norm ?? ''
  // "volta em 30 dias", "para a pressão", "passo a passo", "usa" of a relative clause are decided where they stand.
  if (word === 'para' && !/^(?:o|a|os|as|com|de)$/.test(tokens[at + 1]?.norm ?? ''))
    return undefined
  if (word === 'para' && at > 0 && !/^[,.;:]$|^(?:e|ai|entao|mas)$/.test(previous)) return undefined
  // "Os remédios ficam os mesmos: …".
  if (/^mesm[oa]s?$/.test(word) && /^(?:o|os|a|as)$/.test(previous))
    return /^(?:ficam?|sao|seguem|segue)$/.test(tokens[at - 2]?.norm ?? '')
      ? 'continues'
      : undefined
  // "AAS e rosuvastatina, mesma coisa", "o atenolol do mesmo jeito".
  if (/^mesm[oa]$/.test(word) && /^(?:coisa|dose|jeito|esquema)$/.test(tokens[at + 1]?.norm ?? ''))
    return 'continues'
  // "O cálcio deixa também", not "deixa eu ver".
  if (
    word === 'deixa' &&
    /^(?:|[.,;]|tambem|igual|como|assim|do|mesmo)$/.test(tokens[at + 1]?.norm ?? '')
  )
    return 'continues'
  // "Furosemida volta, quarenta miligramas".
  if (
    /^volta$/.test(word) &&
    /^[,.:]$/.test(tokens[at + 1]?.norm ?? '') &&
    /\p{L}/u.test(previous) &&
    !/^(?:na|a|de|da|pra|e)$/.test(previous)
  )
    return 'starts'
  const goal =
    /^(?:pra|para|pro|a|em|com)$/.test(tokens[at + 1]?.norm ?? '') && isNumber(tokens[at + 2])
  if (/^(?:volta|passa|passamos|fica|vai|sobe|baixa|cai|desce)$/.test(word) && goal)
    return 'changes'
  const newForm =
    /^(?:pra|para|pro)$/.test(tokens[at + 1]?.norm ?? '') &&
    /^(?:via|oral|vo|comprimidos?|injetavel|subcutane[oa]|liberacao|xr|adesivo|gotas|venos[oa]|spray)$/.test(
      tokens[at + 2]?.norm ?? '',
    )
  if (/^(?:passa|passamos|passo|muda|mudamos|troca)$/.test(word) && newForm) return 'changes'
  if (word === 'chega' && tokens[at + 1]?.norm !== 'de') return undefined
  if (/^volt[ae]r?$/.test(word) && !/^(?:o|a|com|os|as)$/.test(tokens[at + 1]?.norm ?? ''))
    return undefined
  return act
}
