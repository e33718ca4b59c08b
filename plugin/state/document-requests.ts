/** What is asked of the service about one document. */
import type {
  ClinicalDocument,
  DocumentContent,
  DocumentLayout,
  DocumentVersionBody,
  DocumentVersionsBody,
} from '../../core/contract/api.ts'
import type { ApiClient } from '../services/api-client.ts'

/** What the doctor wrote and nobody has saved. */
export interface DocumentDraft {
  content: DocumentContent
  layout: DocumentLayout | null
}

/**
 * Every request throws `ApiError`; `version` is the one that the caller has seen
 * (`version_conflict`).
 */
export function documentRequests(api: ApiClient, id: string) {
  const path = `/documents/${id}`

  async function ask<Body>(method: 'GET' | 'PATCH' | 'POST', after: string, body?: unknown) {
    const request = { method, path: path + after, ...(body === undefined ? {} : { body }) }
    return (await api.request<Body>(request)).body
  }

  return {
    read: () => ask<ClinicalDocument>('GET', ''),
    /** @param separate keeps the state before as a version of its own */
    save: ({ content, layout }: DocumentDraft, version: number, separate?: true) =>
      ask<ClinicalDocument>('PATCH', '', {
        version,
        content,
        layout,
        ...(separate ? { separate } : {}),
      }),
    /** Outlives the page; nobody waits for its answer. */
    saveOnTheWayOut(draft: DocumentDraft, version: number) {
      const body = { version, ...draft }
      api.request({ method: 'PATCH', path, body, keepalive: true }).catch(() => {})
    },
    review: (version: number) => ask<ClinicalDocument>('POST', '/review', { version }),
    restore: (number: number, version: number) =>
      ask<ClinicalDocument>('POST', `/versions/${number}/restore`, { version }),
    /** @param path where it is to stand; left out: where it is suggested */
    take: (item: string, version: number, path?: string[]) =>
      ask<ClinicalDocument>('POST', '/unwritten/take', {
        id: item,
        version,
        ...(path ? { path } : {}),
      }),
    dismiss: (item: string, version: number) =>
      ask<ClinicalDocument>('POST', '/unwritten/dismiss', { id: item, version }),
    /** Newest first. */
    versions: async () => (await ask<DocumentVersionsBody>('GET', '/versions')).versions,
    version: (number: number) => ask<DocumentVersionBody>('GET', `/versions/${number}`),
  }
}
