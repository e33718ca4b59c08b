/**
 * What a verb does to the medicine it governs: "para de tomar" stops it, "não mexo" goes on with
 * it.
 */
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'

export type Act = 'takes' | 'took' | 'starts' | 'continues' | 'changes' | 'stops' | 'none'

/** The verb that governs a name, nearest to it first. */
const ACTS: readonly [RegExp, Act][] = [
  [
    /^(?:suspend\w+|suspens[oa]s?|descontinu\w+|interromp\w+|para|pare|parar|paramos|tira|tiro|tire|tirar|retir\w+|corta|cortar|evit\w+|saindo|saiu|proibid\w*|larga|largar|sair|aposenta|esquece|joga|risco|chega)$/,
    'stops',
  ],
  [
    /^(?:parei|parou|tirei|retirei|abandonei|terminei|terminou|acabei|tomei|tomou|tomava|tomavam|usei|usou|usava|usavam|tentei|tentou|experimentei|dei|deram|deu|demos|suspendeu|suspendi|largou|larguei|acabou|fiz|fez|melhorou|melhorei|resolveu|adiantou|apliquei|aplicou|aplicaram|recebeu|recebi|davam|cortaram|cortou|cortei|tiraram|tirou|suspenderam|pararam|trocaram|trocou)$/,
    'took',
  ],
  [
    /^(?:continu\w+|renov\w+|repet(?:ir|imos)|repito|mante\w*|mantid[oa]s?|mantem|mantemos|segue|seguir|siga|igual|iguais)$/,
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
export function isNumber(token: Token | undefined): boolean {
  return token !== undefined && readNumbers([token]).length > 0
}

/**
 * "O cardiologista cortou o AAS e deixou só o clopidogrel": given by somebody, whatever he did
 * before.
 */
export const GIVES =
  /^(?:deixou|deixaram|botou|botaram|colocou|colocaram|passou|passaram|receitou|receitaram|prescreveu|mandou|mandaram|indicou)$/

/**
 * What nobody does to a medicine goes on with it: "não mexo no carvedilol", "não pode parar", "não
 * corta de uma vez".
 */
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

/**
 * "Para de tomar", "continua usando", "volta a tomar": the verb before it says what becomes of it.
 */
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

/** What the verb at a token does; undefined where none stands there. */
export function actAt(tokens: readonly Token[], at: number): Act | undefined {
  const word = tokens[at]?.norm ?? ''
  // "Vamos tirar": the verb behind it says what.
  if (word === 'vamos' && actAt(tokens, at + 1) !== undefined) return actAt(tokens, at + 1)
  // "Tem que sair", not "pra sair de casa".
  if (word === 'sair' && !/^(?:que|vai|pode|precisa)$/.test(tokens[at - 1]?.norm ?? ''))
    return undefined
  if (isKept(tokens, at)) return 'continues'
  // "Bisoprolol fica, a frequência tá boa."
  // "Então fica a prednisona."
  if (/^ficam?$/.test(word) && /^[oa]s?$/.test(tokens[at + 1]?.norm ?? '')) return 'continues'
  if (word === 'fica' && /^(?:|[.,;])$/.test(tokens[at + 1]?.norm ?? '')) return 'continues'
  // "O omeprazol eu já tomava."
  if (/^(?:tomava|usava)$/.test(word) && tokens[at - 1]?.norm === 'ja') return 'takes'
  // "A metformina vai ficar só duas vezes ao dia", "a losartana agora vai ser 100".
  const isNew =
    /^(?:so|somente|apenas|agora|dia|todos?|cada|pela)$/.test(tokens[at + 1]?.norm ?? '') ||
    isNumber(tokens[at + 1])
  const becomes = /^fica[rm]?$/.test(word) || (word === 'ser' && tokens[at - 1]?.norm === 'vai')
  if (becomes && isNew) return 'changes'
  // "Duas vezes por semana pra manter": what for.
  if (/^(?:manter|mantem)$/.test(word) && /^(?:pra|para)$/.test(tokens[at - 1]?.norm ?? ''))
    return undefined
  const head = GOVERNED.test(word) ? headOf(tokens, at) : undefined
  if (head) return head
  const act = ACTS.find(([pattern]) => pattern.test(word))?.[1]
  const previous = tokens[at - 1]?.norm ?? ''
  // "volta em 30 dias", "para a pressão", "passo a passo", "usa" of a relative clause are decided
  // where they stand.
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
