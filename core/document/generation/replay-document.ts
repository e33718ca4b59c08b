/**
 * Writes a stored document once more from what it was written from, and compares. Nothing is
 * stored: it proves that the document on record is what this model says to this input, and not what
 * somebody put there.
 */
import type { ClinicalDocument, DocumentContent } from '../../contract/api.ts'
import { AppError } from '../../errors.ts'
import { filledValues, pathKey } from '../models/content.ts'
import type { DocumentGenerator, Recipe } from '../models/ports.ts'
import type { DocumentOrigin, DocumentOriginStore } from '../record/document-store.ts'

export interface ReplayDeps {
  origins: Pick<DocumentOriginStore, 'find'>
  /**
   * The generator that wrote it, made again from the model with the same digest.
   * @throws {AppError} `replay_model_missing`, `replay_not_possible`
   */
  openGenerator(origin: DocumentOrigin): Promise<DocumentGenerator>
  productVersion: string
}

/** Names of fields only: no clinical text. */
export interface ReplayReport {
  documentId: string
  identical: boolean
  differences: { path: string[]; kind: 'changed' | 'missing' | 'added' }[]
  source: ClinicalDocument['source']
  template: { id: string; version: number }
  /** What decided its words beside the model: memory, seed, temperature, where it stops. */
  recipe: Recipe
  productVersion: { written: string; now: string }
}

export interface ReplayOptions {
  signal: AbortSignal
  onProgress?(done: number, total: number): void
}

export type ReplayDocument = (documentId: string, options: ReplayOptions) => Promise<ReplayReport>

export function replayDocument({
  origins,
  openGenerator,
  productVersion,
}: ReplayDeps): ReplayDocument {
  return async (documentId, { signal, onProgress = () => {} }) => {
    const origin = await origins.find(documentId)
    if (!origin)
      throw new AppError(
        'not-found',
        'replay_not_stored',
        'Nothing is stored from which this document could be written again: there is none of this id, its writing failed, or it was deleted.',
      )
    await using generator = await openGenerator(origin)
    if (generator.version !== origin.source.version) throw changed(origin, generator)
    const { template } = origin.input
    let done = 0
    const again = await generator.generate(origin.input, {
      signal,
      onField: () => onProgress(++done, template.fields.length),
    })
    const differences = compare(template, origin.content, again.content)
    const sameFindings =
      JSON.stringify(origin.contradictions) === JSON.stringify(again.contradictions)
    return {
      documentId,
      identical: sameFindings && JSON.stringify(origin.content) === JSON.stringify(again.content),
      differences,
      source: origin.source,
      template: { id: template.id, version: template.version },
      recipe: origin.recipe,
      productVersion: { written: origin.productVersion, now: productVersion },
    }
  }
}

/** The model is there, but what it would be told, or the rules themselves, are no longer those. */
function changed({ source }: DocumentOrigin, { version }: DocumentGenerator): AppError {
  const isPrompt = source.generator !== 'rules'
  return new AppError(
    'rejected',
    isPrompt ? 'replay_prompt_changed' : 'replay_rules_changed',
    `The document was written with "${source.version}"; this release has "${version}". Install the release that wrote it to replay it.`,
    { details: [{ written: source.version, now: version }] },
  )
}

function compare(
  template: DocumentOrigin['input']['template'],
  then: DocumentContent,
  now: DocumentContent,
): ReplayReport['differences'] {
  const before = new Map(
    filledValues(template, then).map(({ path, text }) => [pathKey(path), text]),
  )
  const after = filledValues(template, now)
  const found = after.flatMap(({ path, text }): ReplayReport['differences'] => {
    const old = before.get(pathKey(path))
    before.delete(pathKey(path))
    if (old === text) return []
    return [{ path, kind: old === undefined ? 'added' : 'changed' }]
  })
  const missing = filledValues(template, then).filter(({ path }) => before.has(pathKey(path)))
  return [...found, ...missing.map(({ path }) => ({ path, kind: 'missing' as const }))]
}
