import type { CatalogueModel } from './catalogue.ts'

/** By shape, the larger names first: one is part of another. */
const SPEECH: [RegExp, string][] = [
  [/-large-v3-turbo/, 'close to large-v3, several times as fast'],
  [/-large-v3/, 'the fewest wrong words, for strong machines'],
  [/-medium/, 'few wrong words'],
  [/-small/, 'small machines: some wrong words'],
  [/-base/, 'the smallest machines: many wrong words in drug names'],
  [/-tiny/, 'for trying out, many wrong words'],
]

/** What a model of the catalogue is for, in a few words. */
export function modelPurpose({ name, kind }: Pick<CatalogueModel, 'name' | 'kind'>): string {
  if (kind === 'vad') return 'finds where somebody speaks'
  if (kind === 'speech') return SPEECH.find(([shape]) => shape.test(name))?.[1] ?? 'speech to text'
  if (name.startsWith('medgemma')) return 'writes documents; trained on medical text'
  if (name.endsWith('-extract')) return 'writes documents; trained to extract data'
  return 'writes documents'
}
