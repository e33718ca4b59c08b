/** The measures that are told rather than taken (`told-measures.ts`), each defined whole. */
import type { MeasureDefinition } from './measure-rule.ts'

export interface ToldRule<Id extends string = string> extends MeasureDefinition<Id> {
  /** Folded words that end shortly before the number, or begin right behind it. */
  before: RegExp
  after: RegExp
  /** Folded words of a question that asks for it. */
  asks: RegExp
  /** Somebody or something else's. */
  notNear: RegExp
  /** Only with its unit. */
  needsUnit: boolean
  isUnit: RegExp
  min: number
  max: number
}

const PREGNANCY = '(?:gravidez|gestacao|pre natal)'
const BEFORE_IT = `(?:antes d[aeo] (?:\\w+ )?(?:engravidar|${PREGNANCY})|pre gestacional|pregestacional)`
const ENTERED = `(?:entr(?:ou|ei)|comec(?:ou|ei)|inici(?:ou|ei)) (?:na|a|o|no) ${PREGNANCY}|engravid(?:ou|ei)`
/** What may lie between the naming words and their number. */
const GAP =
  '(?:[ ,:](?:\\s?(?:era|eram|foi|de|com|uns|umas|tava|estava|pesava|tinha|estava com|eu|voce|a senhora|ela|o|peso|no total|ate agora|mais|ja|,|:))*)?\\s?$'

/** Folded words of a weight's unit. */
export const KG = /^(?:quilos?|kilos?|kg|kgs|quilogramas?)$/

export const TOLD_MEASURES = [
  {
    id: 'prePregnancyWeight',
    name: 'Peso pré-gestacional',
    unit: ' kg',
    fills: [{ key: 'peso pre-gestacional', concepts: [] }],
    before: new RegExp(`(?:${BEFORE_IT}|(?:${ENTERED})|peso inicial|pesava antes)${GAP}`),
    after: new RegExp(
      `^(?:,? ?)(?:antes d[aeo] (?:\\w+ )?(?:engravidar|${PREGNANCY})|quando engravid\\w+|no (?:comeco|inicio) da? ${PREGNANCY}|antes do bebe)`,
    ),
    asks: new RegExp(`\\b(?:${BEFORE_IT}|${ENTERED}|peso inicial)`),
    notNear: /\b(?:bebe|feto|fetal|marido|mae|irma)\b/,
    needsUnit: false,
    isUnit: KG,
    min: 30,
    max: 250,
  },
  {
    id: 'pregnancyWeightGain',
    name: 'Ganho de peso na gestação',
    unit: ' kg',
    fills: [{ key: 'ganho de peso na gestacao', concepts: [] }],
    before: new RegExp(
      `\\b(?:ganh(?:ou|ei|o|amos)(?: de peso)?|engord(?:ou|ei))(?: (?:na|nessa|desde o comeco da|durante a) ${PREGNANCY})?${GAP}`,
    ),
    after: /^(?:,? ?)(?:de ganho|a mais|ganhos)\b/,
    asks: /\b(?:quanto (?:voce |a senhora |ela )?(?:ja )?(?:ganhou|engordou)|ganho de peso)\b/,
    notNear: /\b(?:bebe|feto|fetal|massa|musculo)\b/,
    needsUnit: true,
    isUnit: KG,
    min: 0.2,
    max: 60,
  },
  {
    id: 'weightLoss',
    name: 'Perda de peso',
    unit: ' kg',
    fills: [{ key: 'perda de peso', concepts: [] }],
    before: new RegExp(`\\b(?:perd(?:eu|i|a|emos)(?: de peso)?|emagrec(?:eu|i))${GAP}`),
    after: /^(?:,? ?)(?:a menos|de perda|perdidos|mais magr[oa])\b/,
    asks: /\b(?:quanto (?:\w+ ){0,2}(?:perdeu|emagreceu)|perdeu (?:peso|quantos)|emagreceu)\b/,
    notNear: /\b(?:quer|quero|precisa|deve|meta|se|bebe)\b/,
    needsUnit: true,
    isUnit: KG,
    min: 0.2,
    max: 100,
  },
  {
    id: 'bodySurface',
    name: 'Superfície corporal',
    unit: ' m²',
    fills: [{ key: 'superficie corporal', concepts: [] }],
    before: /\bsuperficie corp(?:oral|orea)\b[^.;]{0,45}$/,
    after: /^(?:de )?superficie corp(?:oral|orea)\b/,
    asks: /\bsuperficie corp(?:oral|orea)\b/,
    notNear: /\bqueimad[oa]s?\b/,
    needsUnit: false,
    isUnit: /^(?:m2|m²|metros?|m)$/,
    min: 0.15,
    max: 3,
  },
] as const satisfies readonly ToldRule[]
