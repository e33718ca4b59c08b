import type { Catalogue } from '../locales/pt-BR.ts'
import type { UploadLimits } from '../services/upload-checks.ts'
import type { UploadFault } from '../services/upload-fault.ts'
import { sizeText } from './figures.ts'

/** The limits as the catalogue's sentences name them. */
export function limitWords({ language }: Pick<Catalogue, 'language'>, limits: UploadLimits) {
  return {
    size: sizeText(limits.max_bytes, language),
    files: limits.max_files,
    total: sizeText(limits.max_total_bytes, language),
  }
}

/** Why it did not get through, for the doctor and for the host's event (SPEC-GAPS 1.12). */
export function faultWords(
  t: Catalogue,
  { code, detail }: UploadFault,
  limits: UploadLimits,
  sizeBytes: number,
) {
  const words = limitWords(t, limits)
  if (detail === 'refusedInFront') return t.files.refusedInFront(sizeText(sizeBytes, t.language))
  if (detail === 'heic') return t.files.heic(words)
  return detail ? t.files[detail] : t.files.errors[code](words)
}
