/**
 * Which medicines are given against bacteria, fungi and viruses: a record of the ward lists them
 * apart.
 */

const ENDINGS =
  /(?:cilina|micina|floxacin[oa]?|penem|ciclina|conazol|vir|sulfametoxazol|nidazol|cidina|fungina|zolida|zolid)\b/
const BEGINNINGS =
  /^(?:cef|vanco|teico|dapto|poli|anfo|nistatina|rifampicina|isoniazida|etambutol|nitrofurantoina|linezolida|aztreonam|clavulan)/

/** @param ingredient folded, as in the lexicon of medicines */
export function isAntimicrobial(ingredient: string): boolean {
  return ENDINGS.test(ingredient) || BEGINNINGS.test(ingredient)
}
