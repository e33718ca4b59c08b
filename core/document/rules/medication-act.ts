/** What is done with a medicine that is named, by the verb that governs its name. */
import type { MedicationMention } from '../extractors/medication-mentions.ts'
import type { Token } from '../extractors/tokens.ts'

export type Act = 'takes' | 'took' | 'starts' | 'continues' | 'changes' | 'stops' | 'none'

/** The verb that governs a name, nearest to it first. */
const ACTS: readonly [RegExp, Act][] = [
  [
    /^(?:suspend\w+|suspens\w+|interromp\w+|para|pare|parar|paramos|tira|tiro|tire|tirar|retir\w+|corta|cortar|evit\w+|proibid\w*|larga|largar|aposenta|esquece|joga|risco|chega)$/,
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
/** The verb before the name, back to the medicine before it; else the one behind it; else what governs the one before. */
export function actOf(
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
