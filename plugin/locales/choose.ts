import { type Catalogue, ptBR } from './pt-BR.ts'

/**
 * The words for a language tag ("en", "es-AR"), Brazilian Portuguese for any other. They are
 * fetched when asked for; words that cannot be fetched are no reason for a doctor not to work.
 */
export async function catalogueFor(tag: string | undefined): Promise<Catalogue> {
  const language = tag?.toLowerCase().split('-')[0]
  try {
    if (language === 'en') return (await import('./en.ts')).en
    if (language === 'es') return (await import('./es.ts')).es
  } catch {}
  return ptBR
}
