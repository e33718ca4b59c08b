/**
 * Long texts through the routes of a whole service: how the processor's time grows with them, and
 * how long somebody else waits meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeWav } from '../../ai-local/whisper/wav.ts'
import type { startAuditedService } from './audited-service.ts'
import { eventsOf } from './document-server.ts'
import { makePdf } from './make-pdf.ts'
import { speechSamples, until } from './speech.ts'

type Service = Awaited<ReturnType<typeof startAuditedService>>

export interface Load {
  /** Of the whole process, all threads. */
  cpuMs: number
  /** Longest that somebody else waited for an answer. */
  longestWaitMs: number
}

/** A text goes in, and what is made of it. */
type Way = (piece: string, characters: number) => Promise<Load>

export interface ReadingLoad {
  /**
   * A document edited to so many characters: saved, shown with its sources, what is missing in it,
   * its codes and versions, a host's data of it.
   */
  edited: Way
  /** The context that a page sends, and a document of it. */
  context: Way
  /** XML that a host hands over as context and history, cut off in the middle. */
  exported: Way
  /** HTML that a page appends to a context, in the middle of a picture's address. */
  appended: Way
  /** A PDF, read before. */
  file: Way
  /** A model of a doctor's own with long instructions; its document. */
  model: Way
  /** A host's schema with many values, checked and filled. */
  schema: Way
  /** What somebody dictates, then corrects. */
  dictated: Way
}

/** An editor's field holds so many. */
const FIELD = 12_000
/** A field's instruction; a value that a schema names. */
const INSTRUCTION = 1000
const VALUE = 100
const TALK = { context: 'Paciente com tosse há 3 dias. Toma losartana 50 mg.' }
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

/** @param hear sets what is heard in a sound from then on */
export function readingLoad(service: Service, hear: (text: string) => void): ReadingLoad {
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
    const sendBytes = (to: string, body: Uint8Array) =>
      service.call('POST', to, { headers: { ...headers, 'content-type': 'audio/wav' }, body })
    const upload = async (name: string, bytes: Uint8Array) => {
      const asked = { name, size_bytes: bytes.length, source: 'user' }
      const { file, upload } = (await call('POST', `${path}/files`, asked)).body
      const { status } = await service.call('PUT', upload.url, { body: bytes })
      if (status >= 400) throw new Error(`not taken: ${status}`)
      await until(
        async () => (await call('GET', `/api/v1/files/${file.id}`)).body.state === 'ready',
      )
    }
    const generate = async (template: string) => {
      const { text } = await call('POST', `${path}/documents`, { template_id: template })
      const last = eventsOf(text).at(-1)
      if (last?.type !== 'done') throw new Error(`no document: ${text.slice(-200)}`)
      return last.document
    }
    return { ids, path, version: ehr.body.version, call, sendBytes, upload, generate }
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

  /** What a host is given of a document. */
  async function fill({ call }: Pick<Visit, 'call'>, id: string, version: number, schema: object) {
    const data = await call('POST', `/api/v1/documents/${id}/structured-output`, {
      version,
      schema,
    })
    if (data.status !== 200) throw new Error(`no data: ${data.text.slice(0, 200)}`)
  }

  return {
    async edited(piece, characters) {
      const { path, call, generate } = await visit(TALK)
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
        const { body } = await call('PATCH', own, { version: document.version, content })
        for (const read of [own, `${own}/versions`, `${path}/diagnoses`]) await call('GET', read)
        await fill({ call }, document.id, body.version, SCHEMA)
      })
    },

    context: (piece, characters) =>
      measured(async () => {
        const { generate } = await visit({ context: repeated(piece, characters) })
        await generate('soap')
      }),

    async exported(piece, characters) {
      const { ids, generate } = await visit()
      const text = `<?xml version="1.0"?><a>${repeated(piece, characters / 2)}`
      return measured(async () => {
        const sent = { ...ids, context: text, background_history: text }
        const headers = { 'x-svc-token': service.secret }
        const { status } = await service.call('PUT', '/integration/ehrs', { headers, body: sent })
        if (status !== 200) throw new Error(`not taken: ${status}`)
        await generate('soap')
      })
    },

    async appended(piece, characters) {
      const { path, call, generate } = await visit(TALK)
      const text = `<p>Tosse.</p><img src=${repeated(piece, characters)}`
      return measured(async () => {
        const { status } = await call('PATCH', path, { append_context: text })
        if (status !== 200) throw new Error(`not taken: ${status}`)
        await generate('soap')
      })
    },

    async file(piece, characters) {
      const { upload, generate } = await visit(TALK)
      const pages = pagesOf(repeated(piece, characters))
      await upload('laudo.pdf', makePdf(pages, { packed: true }))
      return measured(() => generate('soap'))
    },

    async model(piece, characters) {
      const { path, call, generate } = await visit(TALK)
      const fields = Array.from({ length: Math.ceil(characters / INSTRUCTION) }, (_, at) => ({
        name: `Campo ${at}`,
        type: 'string',
        description: repeated(piece, INSTRUCTION),
      }))
      const model = { name: `M${count}`, purpose: 'p', shared: false, fields }
      return measured(async () => {
        const { body } = await call('POST', `${path}/templates`, model)
        const document = await generate(body.id)
        await call('GET', `/api/v1/documents/${document.id}`)
      })
    },

    async schema(piece, characters) {
      const visited = await visit(TALK)
      const document = await visited.generate('soap')
      const values = Array.from(
        { length: Math.ceil(characters / VALUE) },
        (_, at) => `${at} ${repeated(piece, VALUE - 10)}`,
      )
      const one = { type: 'string', description: 'queixa principal', enum: values }
      const schema = { type: 'object', properties: { queixa: one } }
      return measured(async () => {
        const { status } = await visited.call('POST', '/api/v1/structured-schemas/check', {
          schema,
        })
        if (status !== 200) throw new Error(`not taken: ${status}`)
        await fill(visited, document.id, document.version, schema)
      })
    },

    async dictated(piece, characters) {
      const { path, version, call, sendBytes, generate } = await visit()
      await call('PATCH', path, { version, consent: { status: 'given' } })
      hear(repeated(piece, characters))
      const transcript = async () => (await call('GET', `${path}/transcriptions`)).body
      return measured(async () => {
        const { status } = await sendBytes(`${path}/audio`, encodeWav(speechSamples('conversa')))
        if (status !== 201) throw new Error(`not taken: ${status}`)
        await until(async () => (await transcript()).finished)
        const { transcriptions } = await transcript()
        const text = repeated(piece, characters / transcriptions.length)
        for (const { id } of transcriptions) {
          const corrected = await call('PATCH', `${path}/transcriptions/${id}`, { text })
          if (corrected.status !== 200) throw new Error(`not taken: ${corrected.status}`)
        }
        await generate('soap')
      })
    },
  }
}

type Visit = { call(method: string, path: string, sent?: unknown): ReturnType<Service['call']> }

function repeated(piece: string, characters: number): string {
  return piece.repeat(Math.floor(characters / piece.length))
}

function pagesOf(text: string): string[][] {
  const lines = text.match(LINES) ?? []
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_A_PAGE) }, (_, page) =>
    lines.slice(page * LINES_OF_A_PAGE, (page + 1) * LINES_OF_A_PAGE),
  )
}
