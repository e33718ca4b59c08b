/** What a section holds, told by its field's name, so that a list of medicines looks like one. */
export type SectionKind = 'medication' | 'diagnosis' | 'exam' | 'vitals' | 'measures' | 'plain'

const KINDS: readonly [SectionKind, RegExp][] = [
  ['medication', /medica(c|ç)|prescri|alergia/],
  ['diagnosis', /diagnosti|hipotes/],
  ['exam', /resultado de exame|exames complementares|ultrasson|monitoramento/],
  ['vitals', /sinais vitais/],
  ['measures', /antropometric/],
]

export function sectionKind(name: string): SectionKind {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return KINDS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'plain'
}

/** Amounts and measured values: what the eye looks for in a list of medicines or results. */
export const AMOUNT =
  /(?<!\d|\d[.,])\d+(?:[.,]\d+)*\s?(?:mg|mcg|µg|g|kg|ml|mL|l|L|UI|U|gotas?|comprimidos?|cp|%|mmHg|bpm|irpm|°C|cm|m|mg\/dL|g\/dL|mEq\/L|mm³|x)(?:\/(?:dL|mL|L|kg|h|dia|m²))?(?![\p{L}\d])/gu
