/**
 * What a sentence denies and what it doubts: "nega febre e tosse, mas tem dor", "acho que é
 * sinusite", "não só tosse como febre". A cue reaches from its word to the next "mas", full stop or
 * new verb; a denial of a list ("nega", "sem", "nem") reaches over its commas. Two denials of one
 * clause affirm only where Portuguese means it ("não deixou de tomar", "não nego").
 */
import { normAt, type Token, wordsBetween } from './tokens.ts'

export type Assertion = 'affirmed' | 'denied' | 'doubted'

/** Tokens [from, to) that a cue reaches, the cue at [cueFrom, cueTo). */
export interface Scope {
  assertion: 'denied' | 'doubted'
  cueFrom: number
  cueTo: number
  from: number
  to: number
}

/** Cues that deny, by their words; longest first. `list`: commas do not end it. */
const DENIALS: readonly { words: RegExp; list?: boolean }[] = [
  {
    words:
      /^(?:nao (?:apresent\w+|tem|tenho|tive|teve|tinha|tendo|ha|houve|sinto|sente|sentiu|senti|notei|notou|refere|relata|vejo|vi|palpo|ausculto|observo|encontrei))(?= |$)/,
    list: true,
  },
  {
    words:
      /^(?:neg(?:a|ou|am|ando|o|ava)|ausencia(?: de)?|ausentes?|descartad[oa]s?|descart(?:ou|ei|amos|aram)|exclui(?:u|mos)?|isent[oa] de|livre de|fora de|longe de|deixou de ter|parou de ter)(?= |$)/,
    list: true,
  },
  {
    words:
      /^(?:sem (?:nenhuma?|qualquer|sinal de|sinais de|queixas? de|historia de|historico de)|sem)(?= |$)/,
    list: true,
  },
  { words: /^nem(?= |$)/, list: true },
  {
    words:
      /^(?:nunca|jamais|em nenhum momento|de jeito nenhum|de forma alguma|nunquinha|nao)(?= |$)/,
  },
  { words: /^(?:nenhuma?|nada de|zero)(?= |$)/ },
]
/**
 * "febre não", "dor nenhuma", "febre: ausente", "H. pylori negativo": they deny the words before.
 */
const DENIED_AFTER =
  /^(?:nao(?: senhora?| doutora?| tive| tenho| teve| tem| tinha| deu| vi| senti| sinto| notei| mesmo| ,? ?nao)?|nao (?:tive|tenho|tem|teve|senti) (?:foi |e )?nada|nenhuma?(?: que eu saiba)?|nunca(?: tive| senti| vi| teve| deu)?|(?:deixou|parou) de ter|negativ[oa]s?|ausentes?|negad[oa]s?|descartad[oa]s?)(?= [.,;()]|$)/
const DOUBTS =
  /^(?:(?:achando|acha|acham|achou|acharam|achava) que|desconfi(?:ou|aram|ava|ei) (?:de|que)|cara de|parecendo(?: com)?|de repente e um[a]?|me ocorre|fal(?:ou|aram) em|caso seja|(?:eu )?(?:acho|creio|acredito|imagino|penso|desconfio|suponho) (?:que|de)|(?:eu )?(?:acho|desconfio)|talvez|pode (?:ser|estar|ter)|deve (?:ser|estar|ter)|podem ser|poderia ser|parece (?:que|ser|com|ter)|parece|suspeit\w+ (?:de|que)|suspeita|provave(?:l|is)(?:mente)?|possive(?:l|is)(?:mente)?|sugestiv[oa]s? de|suger\w+|hipotese(?: diagnostica)?(?: de| e)?|a esclarecer|investig\w+|(?:nao|ninguem) (?:sei|sabe|se sabe|sabem|sabemos|lembro|lembra|me lembro|tenho certeza)(?: dizer)? se|nao (?:da (?:pra|para) |posso |podemos )?(?:descart\w+|afast\w+|exclu\w+)|sera que|quem sabe|capaz (?:de ser|que)|vai ver que|vai ver|duvida (?:entre|se|de)|compativel com|fico na duvida|tipo um[a]?|uma especie de|se for|seria|aparenta|aparentemente|a principio|afastar|descartar|pra ver se|para ver se)(?= |$)/
/** Doubts that begin like a denial. */
const DOUBTS_FIRST =
  /^(?:nao|ninguem) (?:(?:sei|sabe|se sabe|sabem|sabemos|lembro|lembra|me lembro|tenho certeza)(?: dizer)? se|(?:da (?:pra|para) |posso |podemos )?(?:descart\w+|afast\w+|exclu\w+))(?= |$)/
const DOUBTED_AFTER =
  /^(?:a esclarecer|a confirmar|\?|sera|eu acho|acho|talvez|quem sabe|nao sei|provavelmente|provavel|em investigacao|se nao me engano|parece|nao tenho certeza)(?= [.,;]|$)/
/**
 * "Falta de ar não senhor", "febre eu não tive foi nada": it closes a clause, whatever begins like
 * it.
 */
const CLOSES =
  /^(?:nao senhora?|nao doutora?|nao deu|nunca (?:senti|vi|teve|deu)|nenhuma? que eu saiba|nao (?:tive|tenho|tem|teve|senti) (?:foi |e )?nada)(?= [.,;]|$)/
/**
 * Not denials at all, though they hold the word: "não só", "sem dúvida", "não é que", "por que
 * não", "não aguento de dor".
 */
const PRETENDS =
  /^(?:nao (?:so|somente|apenas)|nao e so|sem (?:duvida|falta|parar|querer|pressa|saber)|nao (?:ha |tenho |resta )?duvida|por que nao|quase (?:nao|sem)|nao para de|nao (?:melhor\w+|pass\w+|ced\w+|resolv\w+|adiant\w+|aguent\w+|consig\w+|consegu\w+|alivi\w+|saiu|sai|sara|sarou|larga|dorm\w+) ?|nao deix\w+ de|nao neg\w+|nao esquec\w+ de|nunca deix\w+ de|nao fic\w+ sem|nunca fic\w+ sem|nem (?:so|sempre)|nao e (?:a )?toa|nao e sem|nada mais que|alem d[aoe]|nem com)(?= |$)/
/** Where what was denied or doubted ends. */
const STOPS =
  /^(?:mas|porem|contudo|entretanto|todavia|so que|[.;:?!…()]|agora|apenas|exceto|salvo|alem|fora|so)$/
const VERB =
  /^(?:tenho|tem|tive|teve|tinha|sinto|sente|sentiu|refere|relata|apresenta|faz|faco|fiz|usa|uso|toma|tomo|tomei|estou|esta|ta|to|estava|tava|sou|fui|foi|e|fumo|bebo|fuma|bebe|durmo|trabalho|moro|mora|melhora|piora|melhorou|piorou|parei|comecei|comecou|evolui|evoluiu|vou|vamos|volte|ficou|fico|deu|doi|queixa|acha|acho|quero|quer|precisa|preciso|vomitei|como|ando|ha|veio|apareceu|surgiu|continua|mantem|confirma|confirmou|houve|referiu|relatou|apresentou|iniciou|aceita|operei|operou|nasceu|vim)$/

const EVERY_OTHER = /\b(dia|noite|semana|mes) sim (?:[,e] )?\1 nao$/

/** Every cue with its reach, from left to right. */
export function readScopes(tokens: readonly Token[]): Scope[] {
  const scopes: Scope[] = []
  for (let at = 0; at < tokens.length; ) {
    const ahead = wordsBetween(tokens, at, at + 7)
    const pretended = PRETENDS.exec(ahead)?.[0]
    if (pretended !== undefined) {
      at += count(pretended)
      continue
    }
    // "Dia sim, dia não": how often.
    if (at > 2 && EVERY_OTHER.test(wordsBetween(tokens, Math.max(0, at - 4), at + 1))) {
      at += 1
      continue
    }
    const closes = at > 0 && CLOSES.test(ahead) ? after(tokens, at, ahead) : undefined
    const scope = closes ?? before(tokens, at, ahead) ?? after(tokens, at, ahead)
    if (scope) scopes.push(scope)
    at = scope ? scope.cueTo : at + 1
  }
  return scopes
}

/** Whether what stands at a token is affirmed, denied or doubted. */
export function assertionAt(scopes: readonly Scope[], at: number): Assertion {
  const around = scopes.filter(({ from, to }) => at >= from && at < to)
  // "acho que não é pneumonia": a doubted denial is a denial for what a record holds.
  if (around.some(({ assertion }) => assertion === 'denied')) return 'denied'
  return around.length > 0 ? 'doubted' : 'affirmed'
}

/** Words that a denial behind them reaches, at most. */
const MOST_DENIED = 8

/** "febre não", "pneumonia a esclarecer": the cue closes its clause and reaches back over it. */
function after(tokens: readonly Token[], at: number, ahead: string): Scope | undefined {
  const denied = DENIED_AFTER.exec(ahead)?.[0]
  const doubted = denied === undefined ? DOUBTED_AFTER.exec(ahead)?.[0] : undefined
  const said = denied ?? doubted
  if (said === undefined || at === 0) return undefined
  let from = at
  while (from > 0 && !/^(?:[.,;:!…]|mas|porem|e|ou|so)$/.test(normAt(tokens, from - 1))) from -= 1
  // Without marks a denial at the end is of the words right before it: "… de seis em seis dipirona
  // não".
  if (at - from > MOST_DENIED) from = at - 2
  if (from === at) {
    // "dor no peito, não": one comma between.
    if (
      normAt(tokens, at - 1) !== ',' ||
      denied === undefined ||
      at !== tokens.length - count(said) - (/[.!]/.test(normAt(tokens, tokens.length - 1)) ? 1 : 0)
    )
      return undefined
    from = at - 1
    while (from > 0 && !/^(?:[.,;:!]|mas|porem|e|so)$/.test(normAt(tokens, from - 1))) from -= 1
  }
  return {
    assertion: denied === undefined ? 'doubted' : 'denied',
    cueFrom: at,
    cueTo: at + count(said),
    from,
    to: at,
  }
}

/** A cue that stands before what it denies or doubts. */
function before(tokens: readonly Token[], at: number, ahead: string): Scope | undefined {
  const denial = DOUBTS_FIRST.test(ahead)
    ? undefined
    : DENIALS.find(({ words: pattern }) => pattern.test(ahead))
  const cue = denial?.words.exec(ahead)?.[0] ?? DOUBTS.exec(ahead)?.[0]
  if (cue === undefined) return undefined
  const cueTo = at + count(cue)
  // "Não, …": an answer, not a denial of what follows.
  if (/^[,.;:!?…]$/.test(normAt(tokens, cueTo)) || cueTo >= tokens.length) return undefined
  // "febre não tive": the cue stands after what it denies.
  const own = denial && /^(?:nao|nunca)/.test(cue)
  const endsClause =
    own && (cueTo >= tokens.length || /^(?:[.,;]|mas)$/.test(normAt(tokens, cueTo)))
  if (endsClause) return undefined
  return {
    assertion: denial ? 'denied' : 'doubted',
    cueFrom: at,
    cueTo,
    from: cueTo,
    to: reach(tokens, cueTo, denial?.list === true, denial === undefined),
  }
}

function reach(tokens: readonly Token[], from: number, list: boolean, doubt: boolean): number {
  // The cue's own verb ("não [tomo] remédio", "acho que [é] sinusite") does not end it.
  let verbs = 0
  for (let at = from; at < tokens.length; at++) {
    const word = normAt(tokens, at)
    if (STOPS.test(word) && at > from) return at
    if (word === ',') {
      if (!list) return at
      const next = normAt(tokens, at + 1)
      if (
        VERB.test(next) ||
        STOPS.test(next) ||
        /^(?:com|porque|pois|por isso|ja|o|a|minha|meu|eu|ele|ela|hoje|ai|dai|entao|que)$/.test(
          next,
        )
      )
        return at
      if (next === 'e' && VERB.test(normAt(tokens, at + 2))) return at
    }
    if (
      (word === 'e' || word === 'que') &&
      at > from &&
      VERB.test(normAt(tokens, at + 1)) &&
      word === 'e'
    )
      return at
    if (/^(?:com|porque|pois)$/.test(word) && list && at > from) return at
    if (VERB.test(word) && !(word === 'e' && !isCopula(tokens, at))) {
      verbs += 1
      const most = doubt ? 2 : list ? 0 : 1
      if (verbs > most && at > from) return at
    }
  }
  return tokens.length
}

/** "é" and "e" are folded alike: a copula is not between two nouns of a list. */
function isCopula(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at - 1] !== undefined &&
    /^(?:que|isso|nao|ele|ela|ai|hoje)$/.test(normAt(tokens, at - 1))
  )
}

function count(said: string): number {
  return said.trim().split(' ').length
}
