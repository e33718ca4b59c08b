import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { ApiClient } from './api-client.ts'

/**
 * Tells the box that a document left the panel, for the dossier of AI use: whether it was reviewed
 * by then is what it counts. Nobody waits for it, and nothing depends on it.
 */
export function tellUse(
  api: Pick<ApiClient, 'request'>,
  { id, version }: Pick<ClinicalDocument, 'id' | 'version'>,
  how: 'filled' | 'copied',
): void {
  api
    .request({ method: 'POST', path: `/documents/${id}/uses`, body: { how, version } })
    .catch(() => {})
}
