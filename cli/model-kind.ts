import { findModel, type ModelKind } from '../core/model-file/catalogue.ts'
import { HEADER_BYTES, readModelHeader } from '../core/model-file/model-header.ts'
import type { ModelStore } from '../core/model-file/ports.ts'

/**
 * What a file in the models folder is for: by the catalogue, its record, or its first bytes; null:
 * it is no model.
 */
export async function modelKind(
  store: Pick<ModelStore, 'find' | 'head'>,
  file: string,
): Promise<ModelKind | null> {
  const stored = await store.find(file)
  const known = findModel(file)?.kind ?? stored?.record?.kind
  if (known || !stored) return known ?? null
  const header = readModelHeader(await store.head(stored.path, HEADER_BYTES))
  return header ? ({ whisper: 'speech', vad: 'vad', gguf: 'text' } as const)[header.format] : null
}
