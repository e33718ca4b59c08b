/**
 * When a medicine is only taken if something is felt: "se dor", "quando precisar", "só nas crises";
 * not when to come back.
 */

import { normAt, wordsBetween } from '../../portuguese/tokens.ts'
import { quantityAt, type Read, strengthAt } from './medication-amounts.ts'
import { frequencyAt } from './medication-frequency.ts'
import type { MedicineSentence } from './medication-reading.ts'

const NEED =
  /^(?:(?:so |somente |apenas |tomar so )?(?:se|quando|caso|em caso de|em crise de|no caso de|toda vez que|sempre que|na hora d[ao]|nas?|no dia d[ao]) )/
const NEEDED =
  /^(?:necessario|necessidade|preciso|precisar|precise|precisa|quiser|dor(?:es)?|febre|nausea|enjoo|enjoar|vomit\w+|crises?|crise|coceira|tosse|alergia|tontura|colica|azia|insonia|ansiedade|falta|chiado|chiar|aperto|doer|doi|doendo|doeu|aperta|arder|inchar|coca\w*|cocar|atacar?|ataca|apertar|piorar|piora|subir|passar|tiver|houver|sentir|tenho|sinto|aguento|aguentar|consigo|aparecer|vier|voltar|der|cansa|cansar|chia|incomoda\w*|bate|bater|acorda\w*|nao|estiver|ficar|persistir|tem|tenha|sinta|ela|ele|eu|a|o|os|as|dar|comecar|vem)$/
/** After these a condition says when to come back, not when to take it. */
const OTHERWISE =
  /\b(?:volt(?!ar(?: |$))\w+|voltar (?:aqui|ao|na|no|pro|pra)|retorn\w+|procur\w+|lig\w+|vem|venha|para com|suspend\w+|parar)\b/
const AS_NEEDED_WORDS =
  /^(?:sos|s \. ?o|s o s|se necessario|s \/ ?n|a criterio|conforme necessidade|em caso de necessidade|de resgate|como resgate|pra resgate|na crise|nas crises|(?:so )?na hora da (?:dor|crise)|(?:logo )?(?:no|ao) (?:comeco|inicio|primeiro sinal) d[ae] (?:dor|crise|aura|enxaqueca)|assim que comecar a (?:dor|crise))(?= |$)/

/** "se dor", "se tiver febre acima de 38", "quando precisar", "SOS", "só nas crises". */
export function asNeededAt(reading: MedicineSentence, from: number): Read<{ condition: string }> {
  const { tokens } = reading
  const ahead = wordsBetween(tokens, from, from + 6)
  const fixed = AS_NEEDED_WORDS.exec(ahead)?.[0]
  if (fixed !== undefined) return { condition: fixed, to: from + fixed.split(' ').length }
  const lead = NEED.exec(ahead)?.[0].trim()
  if (lead === undefined) return undefined
  const start = from + lead.split(' ').length
  if (/^(?:nas?)$/.test(lead) && !/^crises?$/.test(normAt(tokens, start))) return undefined
  if (/^(?:melhora\w*|passou)$/.test(normAt(tokens, start))) return undefined
  if (!NEEDED.test(normAt(tokens, start)) && !isPresent(lead, normAt(tokens, start)))
    return undefined
  // The subject ("se a pressão subir") must come to a verb of need.
  let to = start + 1
  const frame: MedicineSentence = { ...reading, durations: [] }
  for (; to < tokens.length && to < start + 9; to++) {
    const word = normAt(tokens, to)
    if (
      /^[.;:?!]$/.test(word) ||
      (word === ',' && !/^(?:de|ou|nausea|febre)$/.test(normAt(tokens, to + 1)))
    )
      break
    // "Passa de trinta e oito": the word that ends a condition may stand within a number.
    if (reading.numbers.some((number) => to > number.from && to < number.to)) continue
    if (CONDITION_ENDS.test(word)) break
    if (reading.durations.some((each) => each.from === to && each.kind === 'for')) break
    if (
      to > start &&
      /^(?:de|a|ao|1|uma?|duas|tres|\d+)$/.test(word) &&
      frequencyAt(frame.tokens, frame.numbers, to)
    )
      break
    const isAmount =
      to > start && (quantityAt(tokens, reading.numbers, to) ?? countThenDose(reading, to))
    if (isAmount || reading.isName(to)) break
  }
  while (
    to > start + 1 &&
    /^(?:e|,|o|a|de|ou|com|mas|que|no|na|em|um|uma)$/.test(normAt(tokens, to - 1))
  )
    to -= 1
  const condition = wordsBetween(tokens, start, to)
  if (/^nao /.test(condition) && !DOES_NOT_HELP.test(condition)) return undefined
  if (
    OTHERWISE.test(wordsBetween(tokens, start, to + 3)) ||
    /^(?:piorar|ele|ela|eu|a|o|os|as|tem|tenho)$/.test(condition)
  )
    return undefined
  if (/^(?:ele|ela|eu|a|o|os|as)\b/.test(condition) && !NEED_VERB.test(condition)) return undefined
  return { condition, to }
}

/** "… uma de um grama": how many, and the strength of each. */
function countThenDose({ tokens, numbers }: MedicineSentence, at: number): boolean {
  const count = numbers.find(({ from }) => from === at)
  return (
    count !== undefined &&
    normAt(tokens, count.to) === 'de' &&
    strengthAt(tokens, numbers, count.to + 1) !== undefined
  )
}

/**
 * "Quando entope", "só quando abuso", "sempre que viajo": any verb that tells what happens now and
 * again, not once.
 */
function isPresent(lead: string, verb: string): boolean {
  return /\b(?:quando|que)$/.test(lead) && PRESENT.test(verb) && !OTHER_TIMES.test(verb)
}

const PRESENT = /^[a-z]{3,}(?:o|a|e|am|em)$/
/**
 * Nouns, times of day and what was or is to be: "quando criança", "quando acordo", "quando
 * comecei", "quando voltar".
 */
const OTHER_TIMES =
  /^(?:crianca|pequen[oa]|nov[oa]|menin[oa]|solteir[oa]|acord[oa]|levant[oa]|deit[oa]|durm[oa]|dorme|come|como|vou|era|eram|fosse|foram|\w+(?:ava|avam|iam?|aram|eram|iram|asse|esse|isse))$/

/**
 * "Só se não passar", "quando não consigo dormir": what makes it needed is denied, and when it ends
 * not told.
 */
const DOES_NOT_HELP =
  /^nao (?:pass\w+|ced\w+|resolv\w+|alivi\w+|consig\w+|consegu\w+|dorm\w+|baix\w+)(?! em | ate )/
const NEED_VERB =
  /\b(?:aperta|doer|doi|doendo|piorar|subir|passar|voltar|apertar|atacar?|tiver|sentir|precisar|sinto|tenho|estiver|ficar|der|persistir|vier|aparecer)\b/
const CONDITION_ENDS =
  /^(?:uns|umas|toma|tomar|tome|pode|vou|vai|volte|volta|retorne|retorna|procure|procura|mas|porem|por|durante|evite|evita|tambem|e|nao|ai|dai|usa|usar|use|pinga|pingar|eu|sempre|ele|ela)$/
