/**
 * What a clause is, beside its words: who speaks in which part of the visit, whether it orders,
 * affirms with "É …", tells of a relative. The tables of cues name these like words (`#disease`,
 * `#order`).
 */
import { mentionsFamily } from '../../portuguese/family.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { classesOf, ownClassesOf, type WordClass } from '../../portuguese/word-classes.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import type { Clause } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Phase } from '../pieces/visit-phases.ts'

export type Feature =
  | WordClass
  | '#drug'
  | '#family'
  | '#other'
  | '#aside'
  | '#diseases'
  | '#unneeded'
  | '#exam-first'
  | '#stops'
  | '#dose'
  | '#disease-first'
  | '#finding-first'
  | '#number'
  | '#time'
  | '#is'
  | '#verbless'
  | '#if'
  | '#order'
  | '#infinitive'
  | '#self'
  | '#value'
  | '#denies'
  | '#short'
  | '#story'
  | '#exam-phase'
  | '#plan'
  | '#doctor'
  | '#patient'

const TIME =
  /\b(?:segundos?|minutos?|horas?|dias?|semanas?|mes|meses|anos?|ontem|anteontem|hoje|amanha|semestre|desde|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|segunda|terca|quarta|quinta|sexta|sabado|domingo)\b/
const FINITE =
  /\b(?:tem|tenho|teve|tive|tinha|esta|estou|estava|ta|to|tava|foi|fui|era|sou|sao|vai|vou|vamos|deu|fica|ficou|fez|faz|faco|fiz|precisa|pode|quer|quero|toma|tomo|usa|uso|doi|sente|sinto|acha|acho|sabe|sei|ha|veio|vem|disse|diz|falou|fala|passa|passou|deixa|continua|mantem|melhorou|piorou|apresenta|mostra|mostrou|trouxe|posso|peco|prefiro|parece|sugere)\b/
const OPENERS =
  '(?:(?:e|entao|agora|mas|ai|ja|bom|olha|tambem|hoje|por enquanto|de resto|de novo|por favor) )*'
const ORDER = new RegExp(
  `^${OPENERS}(?:nao (?:(?:a|o|as|os|me|se) )?)?(?:suspend[ae]|par[ae]|mantem|mantenha|continu[ae]|tom[ae]|us[ae]|volt[ae]|retorn[ae]|evit[ae]|faz|faca|beb[ae]|procur[ae]|med[ae]|meca|mede|pes[ae]|descans[ae]|caminh[ae]|larg[ae]|diminu[ia]|diminui|reduz|reduza|lav[ae]|troc[ae]|pass[ae]|ping[ae]|aplic[ae]|traz|traga|trazer|lig[ae]|me lig[ae]|me avis[ae]|avis[ae]|vem|venha|repet[ea]|repete|lev[ae]|com[ae]|come|dorm[ae]|durma|dorme|anot[ae]|cuid[ae]|hidrat[ae]|deix[ae]|bot[ae]|poe|coloca|coloque|tir[ae]|sobe|suba|baixa|baixe|corta|corte|esquec[ae]|abandon[ae]|aposent[ae]|fech[ae]|abr[ae]|segur[ae]|carreg[ae]|molh[ae]|dirij[ae]|dirige|fum[ae]|mud[ae]|vai|va|corre|corra|chame|chama|junt[ae]|oferec[ae]|oferece|tent[ae]|busc[ae]|marc[ae]|agend[ae]|peg[ae]|mand[ae]|urin[ae]|urine|mastig[ae]|respeit[ae]|combina|fique|fica|limp[ae]|sec[ae]|aplique)\\b`,
)
const INFINITIVE = new RegExp(
  `^${OPENERS}(?:(?:nao|nem|menos|mais|so|de|pra|para) )*(?:se )?\\p{L}{2,}(?:ar|er|ir|or)\\b`,
  'u',
)
const NO_INFINITIVE =
  /^(?:ar|dor|calor|tumor|humor|tremor|lugar|mulher|qualquer|colher|ardor|amor|flor|cor|torpor|pudor|doutor|senhor|melhor|pior|maior|menor)\b/
const IF = /^(?:(?:e|mas|ou|entao|agora) )*(?:se|caso|quando|qualquer|em caso)\b/
const SELF =
  /\b(?:eu|meu|minha|meus|minhas|me|tenho|tomo|uso|estou|to|sinto|tive|fui|fiz|sou|fumo|fumava|bebo|bebia|faco|parei|operei|moro|durmo|trabalho|acordo|fico|ando|consigo|tava)\b/
const DENIES = /\b(?:nao|nunca|nega|negou|sem|nem|nenhum|nenhuma|nada|jamais)\b/
/** "É uma hérnia", with its accent: folded it is the word that joins. */
const IS =
  /(?:^|[:;.…])[^\p{L}:;.…]*(?:(?:olha|ent[aã]o|bom|n[aã]o|isso|pra mim|e|agora|ah|bem|a[ií])[\s,]+){0,3}(?:é|são)(?![\p{L}])/iu
const VALUE =
  /\b(?:normal|normais|negativ\w+|positiv\w+|reagentes?|alterad\w+|sem alterac\w+|mostr\w+|veio|vieram|deu|deram|baix[oa]s?|alt[oa]s?|elevad\w+|aumentad\w+|diminuid\w+|consolidad\w+|estavel|compativel|sugere|evidenci\w+)\b/

/** A number that is no time and no part of an examination's name. */
const MEASURED =
  /(?<!\b(?:tipo|de|em|por|as|daqui a|b|t|d|cada|com|entre|a|e) )\b\d[\d.,]*(?! (?:horas?|dias?|semanas?|mes|meses|anos?|vezes|sessoes|h\b))/
/** "Açúcar quem tem é ela", "minha finada", "o da cama do lado": somebody else's. */
const OTHER =
  /\b(?:quem (?:tem|teve|toma|e) e (?:ela|ele|minha|meu)|(?:ela|ele) (?:e )?que (?:e|tem|teve|toma)|e (?:ela|ele) que|finad[oa]|vizinh[oa]s?(?! (?:que )?(?:(?:me|te|a|o) )?(?:trouxe|trouxeram|levou|levaram|ajud\w+|viu|achou|encontrou|chamou|disse|falou))|da cama do lado|do lado da cama|do leito|o dele|a dela|o da cama|sou o namorado|e meu filho|e minha filha)\b/
/** Said in passing: it guides nobody. */
const ASIDE =
  /^(?:(?:e|mas|entao|ah|ai|isso|ja) )*(?:bom dia|boa tarde|boa noite|nao precisa|de jeito nenhum|por enquanto nao|por ora nao|hoje nao|agora nao|deixa pra la|nao agora|nada disso|pode sim|pode|sobe aqui|vem ca|senta aqui|curativo pronto|pronto|tem que ser sempre|isso e pra sempre|faz bem|faz parte|e pouco|e muito|melhorou|piorou|otimo|perfeito|parabens|calma|fica tranquil\w+|nao se preocup\w+|vai dar certo|vai melhorar|com esse nao)(?: \S+){0,2}$/
const UNNEEDED =
  /\bnao (?:precisa|necessita|foi feit\w+|fizemos|vou fazer|peco|testei|avaliei|quero falar|tenho certeza)\b|\bja acabou\b/
const STOPS =
  /\b(?:suspend\w+|para|pare|parar|larga|largar|corta|cortar|tira|tirar|aposenta|evit\w+|nada de|proibid\w+|nunca mais|interromp\w+|nao (?:tome|use|tomar|usar|pode|toma|usa|volta))\b/
const DOSE =
  /\b(?:mg|miligramas?|mcg|microgramas?|ml|mililitros?|gotas|comprimidos?|capsulas?|unidades|ampolas?|injetavel|vez(?:es)? (?:ao|por) dia|uma por (?:semana|dia|mes)|de (?:doze|oito|seis|quatro|\d+) em (?:doze|oito|seis|quatro|\d+))\b/
const LEADS =
  /^(?:entao|e|olha|bom|isso|um|uma|o|a|os|as|nao|pra|mim|agora|provavel|possivel|suspeita|de|hipotese|hipoteses|diagnostico|impressao|quadro|ai|bem|sim)$/

/** "Anemia ferropriva, deficiência de B12 e …": how many parts of a list name a disease. */
function diseasesListed(tokens: readonly Token[]): number {
  const parts: string[][] = [[]]
  for (const { norm, kind } of tokens)
    if (kind === 'mark' || norm === 'e') parts.push([])
    else parts.at(-1)!.push(norm)
  return parts.filter((part) => ownClassesOf(part).has('#disease')).length
}

/** "Que nada, meu filho, …": who is spoken to is nobody's relative. */
function withoutAddress(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ norm }, at) => {
    if (!/^(?:filho|filha|mae|pai|mamae|vo|avo)$/.test(norm)) return true
    const owned = /^(?:meu|minha)$/.test(tokens[at - 1]?.norm ?? '')
    const before = tokens[at - (owned ? 2 : 1)]?.norm ?? ','
    const after = tokens[at + 1]?.norm ?? '.'
    return !(/^[,.!…]$/.test(before) && /^[,.!?…]$/.test(after))
  })
}

const PHASE = { story: '#story', exam: '#exam-phase', plan: '#plan' } as const

export function featuresOf(clause: Clause, context: ClauseContext): Set<Feature> {
  const { words, tokens, statement, start, end } = clause
  const list = words.split(' ')
  const features = new Set<Feature>(classesOf(list))
  const add = (feature: Feature, holds: boolean) => {
    if (holds) features.add(feature)
  }
  const hasNumber = readNumbers(tokens).some(({ article }) => !article)
  add('#drug', context.medications.length > 0)
  add('#family', mentionsFamily(withoutAddress(tokens), context.patientIsChild))
  add('#other', OTHER.test(words))
  add('#aside', ASIDE.test(words))
  add('#unneeded', UNNEEDED.test(words))
  add('#diseases', diseasesListed(tokens) > 1)
  add('#stops', STOPS.test(words))
  add('#dose', DOSE.test(words))
  const first = ownClassesOf(list.slice(0, 3))
  const opensAt = list.findIndex((word) => !LEADS.test(word))
  const opening = ownClassesOf(opensAt < 0 ? [] : list.slice(opensAt, opensAt + 3))
  add('#disease-first', opening.has('#disease') && !opening.has('#exam'))
  add('#finding-first', first.has('#finding'))
  add('#exam-first', ownClassesOf(list.slice(0, 2)).has('#exam'))
  add('#number', hasNumber)
  add('#time', TIME.test(words))
  add('#is', IS.test(statement.text.slice(start, end)))
  add('#verbless', !FINITE.test(words))
  add('#if', IF.test(words))
  add('#order', context.role !== 'patient' && list.length > 1 && ORDER.test(words))
  add('#infinitive', INFINITIVE.test(words) && !NO_INFINITIVE.test(words))
  add('#self', SELF.test(words))
  add('#denies', DENIES.test(words))
  add('#short', list.length <= 3)
  add('#value', (features.has('#exam') && MEASURED.test(words)) || VALUE.test(words))
  features.add(PHASE[context.phase])
  if (context.role) features.add(`#${context.role}`)
  return features
}

/** What changes the meaning of a clause beyond its words. */
export interface ClauseContext {
  role: Role | null
  medications: MedicationMention[]
  phase: Phase
  patientIsChild: boolean
}
