/**
 * Long texts through the routes of a whole service: how the processor's time grows with them, and
 * how long somebody else waits meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { startAuditedService } from './audited-service.ts'
import { eventsOf } from './document-server.ts'
import { makePdf } from './make-pdf.ts'
import { until } from './speech.ts'

type Service = Awaited<ReturnType<typeof startAuditedService>>

export interface Load {
  /** Of the whole process, all threads. */
  cpuMs: number
  /** Longest that somebody else waited for an answer. */
  longestWaitMs: number
}

export interface ReadingLoad {
  /** A document edited to that many characters, and a host's data of it. */
  edited(piece: string, characters: number): Promise<Load>
  /** A document of a context of that many characters. */
  context(piece: string, characters: number): Promise<Load>
  /** A document of a file of that many characters. */
  file(piece: string, characters: number): Promise<Load>
}

/** An editor's field holds so many. */
const FIELD = 12_000
const LINES = /[^\n]{1,90}/g
const LINES_OF_A_PAGE = 60

const SCHEMA = {
  type: 'object',
  properties: {
    queixa: { type: 'string', description: 'queixa principal' },
    febre: { type: 'boolean', description: 'tem febre' },
    remedios: { type: 'array', items: { type: 'string' }, description: 'medicamentos em uso' },
  },
}

export function readingLoad(service: Service): ReadingLoad {
  let count = 0

  /** A visit of a token of its own, so that no limit of requests is met. */
  async function visit(more: object = {}) {
    count += 1
    const ids = { patient_id: `p${count}`, doctor_id: 'd', consultation_id: `c${count}` }
    const key = { 'x-svc-token': service.secret }
    const { body } = await service.call('POST', '/integration/identify', {
      headers: key,
      body: ids,
    })
    const headers = { authorization: `Bearer ${body.token}` }
    const call = (method: string, path: string, sent?: unknown) =>
      service.call(method, path, { headers, ...(sent === undefined ? {} : { body: sent }) })
    const ehr = await call('PUT', '/api/v1/ehrs/by-external-id', { ...ids, ...more })
    const path = `/api/v1/ehrs/${ehr.body.id}`
    const generate = async (template: string) => {
      const { text } = await call('POST', `${path}/documents`, { template_id: template })
      const last = eventsOf(text).at(-1)
      if (last?.type !== 'done') throw new Error(`no document: ${text.slice(-200)}`)
      return last.document
    }
    return { path, call, generate }
  }

  async function measured(work: () => Promise<unknown>): Promise<Load> {
    let [longestWaitMs, isOver] = [0, false]
    const somebodyElse = (async () => {
      while (!isOver) {
        const from = performance.now()
        await fetch(`${service.url}/healthz`).then((response) => response.text())
        longestWaitMs = Math.max(longestWaitMs, performance.now() - from)
        await sleep(10)
      }
    })()
    const before = process.cpuUsage()
    try {
      await work()
    } finally {
      isOver = true
      await somebodyElse
    }
    const { user, system } = process.cpuUsage(before)
    return { cpuMs: (user + system) / 1000, longestWaitMs }
  }

  return {
    async edited(piece, characters) {
      const { path, call, generate } = await visit({ context: 'Paciente com tosse há 3 dias.' })
      const fields = Array.from({ length: Math.ceil(characters / FIELD) }, (_, at) => ({
        name: `Campo ${at}`,
        type: 'string',
      }))
      const model = { name: `M${count}`, purpose: 'p', shared: false, fields }
      const { id } = (await call('POST', `${path}/templates`, model)).body
      const document = await generate(id)
      const content = Object.fromEntries(
        fields.map(({ name }) => [name, repeated(piece, characters / fields.length)]),
      )
      const own = `/api/v1/documents/${document.id}`
      return measured(async () => {
        const saved = await call('PATCH', own, { version: document.version, content })
        await call('GET', own)
        const sent = { version: saved.body.version, schema: SCHEMA }
        const data = await call('POST', `${own}/structured-output`, sent)
        if (data.status !== 200) throw new Error(`no data: ${data.text.slice(0, 200)}`)
      })
    },

    async context(piece, characters) {
      const { generate } = await visit({ context: repeated(piece, characters) })
      return measured(() => generate('soap'))
    },

    async file(piece, characters) {
      const { path, call, generate } = await visit({ context: 'Paciente com tosse há 3 dias.' })
      const bytes = makePdf(pagesOf(repeated(piece, characters)), { packed: true })
      const asked = { name: 'laudo.pdf', size_bytes: bytes.length, source: 'user' }
      const { file, upload } = (await call('POST', `${path}/files`, asked)).body
      await service.call('PUT', upload.url, { body: bytes })
      await until(
        async () => (await call('GET', `/api/v1/files/${file.id}`)).body.state === 'ready',
      )
      return measured(() => generate('soap'))
    },
  }
}

function repeated(piece: string, characters: number): string {
  return piece.repeat(Math.floor(characters / piece.length))
}

function pagesOf(text: string): string[][] {
  const lines = text.match(LINES) ?? []
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_A_PAGE) }, (_, page) =>
    lines.slice(page * LINES_OF_A_PAGE, (page + 1) * LINES_OF_A_PAGE),
  )
}
