import { patientFetch } from './patient-fetch.ts'

/**
 * What an EHR's page does, over HTTP alone, so that it fits every version of the program that
 * serves the demonstration.
 */
export function demoVisits(url: string) {
  async function call(method: string, path: string, body?: object | Uint8Array, token?: string) {
    const isBytes = body instanceof Uint8Array
    const response = await patientFetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : { 'sec-fetch-site': 'same-origin' }),
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${bytes}`)
    return bytes
  }

  async function open(consultation: string) {
    const { access } = JSON.parse(String(await call('POST', '/demo/session-token')))
    const api = (method: string, path: string, body?: object | Uint8Array) =>
      call(method, `/api/v1${path}`, body, access)
    const visit = { consultation_id: consultation, doctor_id: 'medico-demo', patient_id: 'p-1' }
    const { id } = JSON.parse(String(await api('PUT', '/ehrs/by-external-id', visit)))
    return { id, api }
  }

  async function documents({ id, api }: Awaited<ReturnType<typeof open>>) {
    return JSON.parse(String(await api('GET', `/ehrs/${id}/documents`))).documents
  }

  return {
    /** A document that the doctor wrote into. @returns its Markdown */
    async write(consultation: string, text: string): Promise<string> {
      const visit = await open(consultation)
      await visit.api('PATCH', `/ehrs/${visit.id}`, { append_context: text })
      await visit.api('POST', `/ehrs/${visit.id}/documents`, { template_id: 'soap' })
      const [{ id, version, content }] = await documents(visit)
      await visit.api('PATCH', `/documents/${id}`, {
        version,
        content: { ...content, Subjetivo: text },
      })
      const [{ markdown }] = await documents(visit)
      return markdown
    },
    async idOf(consultation: string): Promise<string> {
      return (await open(consultation)).id
    },
    async upload(consultation: string, sound: Uint8Array): Promise<void> {
      const { id, api } = await open(consultation)
      await api('POST', `/ehrs/${id}/audio`, sound)
    },
    /** @returns Markdown of its documents, the newest first */
    async read(consultation: string): Promise<string[]> {
      const found = await documents(await open(consultation))
      return found.map(({ markdown }: { markdown: string }) => markdown)
    },
    /** Also what was there before it was edited, and the sound, as WAV. */
    async versions(consultation: string): Promise<string[]> {
      const visit = await open(consultation)
      const [{ id }] = await documents(visit)
      const { versions } = JSON.parse(String(await visit.api('GET', `/documents/${id}/versions`)))
      return versions.map(({ origin }: { origin: string }) => origin)
    },
    async sound(consultation: string): Promise<Buffer> {
      const { id, api } = await open(consultation)
      return api('GET', `/ehrs/${id}/audio?start_ms=0&end_ms=1000`)
    },
  }
}
