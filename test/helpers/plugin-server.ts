/**
 * A double of the appliance for tests of the plugin's screens only: it speaks the contract for real
 * over HTTP and WebSocket (frames are decoded, checked and confirmed), but its transcript and its
 * documents are scripted. What the service itself answers is proven elsewhere, against the service.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type WebSocket, WebSocketServer } from 'ws'
import type {
  ClinicalDocument,
  DiagnosesBody,
  Ehr,
  GenerationEvent,
  PatchEhrBody,
  ProceduresBody,
  Segment,
  SessionInfo,
  SpeechStatus,
  TemplateInfo,
} from '../../core/contract/api.ts'
import {
  ClientMessage,
  type RecordingStatement,
  type ServerMessage,
} from '../../core/contract/channel.ts'
import { decodeFrame } from '../../core/contract/frames.ts'
import { SEGMENTS, sampleDocument, TEMPLATES } from './plugin-script.ts'
import { documentRoutes } from './plugin-server-documents.ts'
import { isOutdated, OUTDATED_CODES, scriptedProcedures } from './plugin-server-procedures.ts'
import {
  type HeldRecording,
  heldRecording,
  keepFrame,
  positionOf,
  positionsOf,
  samplesIn,
  statementOf,
} from './plugin-server-recording.ts'
import type { ScriptedRewrite } from './plugin-server-rewrite.ts'

const PUBLIC = join(import.meta.dirname, '../../dist/public')

const ERASED = {
  error: 'consultation_erased',
  message: 'Os dados desta consulta foram eliminados definitivamente.',
}

interface AskedRequest {
  method: string
  path: string
  token: string | undefined
  /** Who acts, as the page says it. */
  doctor: string | string[] | undefined
}

export interface PluginServer {
  readonly origin: string
  /** Survives `stop` and `start`, like a disk. */
  readonly recordings: ReadonlyMap<string, HeldRecording>
  readonly documents: ClinicalDocument[]
  /** Of every API request, in order: `GET /path token`. */
  readonly requests: readonly AskedRequest[]
  readonly statements: readonly RecordingStatement[]
  /** What the client told of lost sound while it recorded, one a message. */
  readonly losses: readonly { channel: number; lost_ms: number }[][]
  /** Channels that said a valid hello. */
  readonly welcomes: number
  /** Who acts, as each of these said it. */
  readonly helloDoctors: readonly (string | undefined)[]
  ehr(): Ehr | undefined
  /** Recordings of one consultation of the host's, in the order they began. */
  recordingsOf(consultationId: string): string[]
  /**
   * Answers the next matching requests itself, at its own time; return undefined to let them pass.
   */
  intercept(
    answer: (request: {
      method: string
      path: string
      token: string | undefined
    }) => Answer | undefined | Promise<Answer | undefined>,
  ): void
  /** Sends to every open channel. */
  say(message: ServerMessage): void
  /**
   * An administrator erases the consultation: open channels are told, and it is not opened any
   * more.
   */
  erase(): void
  /** Closes every channel and lets none through, as a network that fails; pages still answer. */
  setChannelsUp(up: boolean): void
  /** Closes every channel with this code; new ones are let through. */
  closeChannels(code: number): void
  /** The end of a recording is no message that it knows. */
  refuseEnds(refused: boolean): void
  /** It is about to be maintained: visits go on, and none begins. */
  drain(draining: boolean): void
  /** Somebody else writes the patient context. */
  changeContext(text: string): void
  setSpeech(speech: SpeechStatus): void
  /** Tokens other than these are refused; everything is accepted before the first call. */
  acceptTokens(...tokens: string[]): void
  /** Drops every connection and stops listening, as a killed process does. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
  samplesOf(recordingId: string, channel?: number): Int16Array
  /** Ends the open recordings, as another computer's start does. */
  endRecordings(): void
  /** Sizes of the sound files that were uploaded, in bytes. */
  readonly uploads: readonly number[]
  readonly diagnoses: DiagnosesBody
  readonly procedures: ProceduresBody
}

export interface Answer {
  status: number
  body: unknown
}

interface Options {
  /** Extra headers of the host page, to try its Content-Security-Policy. */
  pageHeaders?: Record<string, string>
  /** Pause between the fields of a generated document. */
  fieldPauseMs?: number
  speech?: SpeechStatus
  /** When a recording is long, and when it pauses by itself. */
  limits?: SessionInfo['recording']
  templates?: TemplateInfo[]
  /** What the documents suggest. */
  suggestions?: DiagnosesBody['suggestions']
  procedures?: ProceduresBody['suggestions']
  /** Suggests other words; without it the box has no language model. */
  rewrite?: ScriptedRewrite
  /** Its language model writes the documents, and is not proven there. */
  unproven?: boolean
  /** The whole script was said before the page opened. */
  alreadySaid?: boolean
  /** Answers what lies below `/extension`. */
  extension?(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** What the search knows. */
const CODES = [
  { code: 'J069', display: 'Infecção aguda das vias aéreas superiores não especificada', score: 1 },
  { code: 'M545', display: 'Dor lombar baixa', score: 1 },
  { code: 'R51', display: 'Cefaléia', score: 1 },
  { code: 'R104', display: 'Outras dores abdominais e as não especificadas', score: 0.6 },
]

/** As core/drain/drain.ts has it. */
const DRAINING: ServerMessage = {
  type: 'error',
  error: 'draining',
  message:
    'O serviço entra em manutenção: as consultas em andamento terminam, e nenhuma nova começa. Tente de novo em alguns minutos.',
}

const READY_SPEECH: SpeechStatus = {
  state: 'ready',
  engine: 'whisper',
  model: 'small',
  message: null,
}

export async function startPluginServer(
  t: Pick<ExecutionContext, 'teardown'>,
  options: Options = {},
): Promise<PluginServer> {
  const recordings = new Map<string, HeldRecording>()
  const documents: ClinicalDocument[] = []
  const answerDocument = documentRoutes(documents)
  const requests: AskedRequest[] = []
  const helloDoctors: (string | undefined)[] = []
  const statements: RecordingStatement[] = []
  const losses: PluginServer['losses'][number][] = []
  const uploads: number[] = []
  let welcomes = 0
  const sockets = new Set<WebSocket>()
  const templates = options.templates ?? TEMPLATES
  let speech = options.speech ?? READY_SPEECH
  let isErased = false
  let endsRefused = false
  let isDraining = false
  /** The one that was opened last. */
  let ehr: Ehr | undefined
  const ehrs = new Map<string, Ehr>()
  const ownerOf = new Map<string, string>()
  const procedures = scriptedProcedures(options.procedures)
  const diagnoses: DiagnosesBody = { suggestions: options.suggestions ?? [], confirmed: [] }
  let segments: Segment[] = options.alreadySaid ? SEGMENTS : []
  let complete = false
  let channelsUp = true
  let accepted: Set<string> | undefined
  let answer: Parameters<PluginServer['intercept']>[0] = () => undefined
  let server: Server
  let port = 0

  async function listen() {
    server = createServer((request, response) => {
      handle(request, response).catch((error) => {
        response.statusCode = 500
        response.end(JSON.stringify({ error: 'internal_error', message: String(error) }))
      })
    })
    const channel = new WebSocketServer({
      server,
      path: '/api/v1/channel',
      handleProtocols: () => 'svc.v1',
    })
    channel.on('connection', serveChannel)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  async function close() {
    for (const socket of sockets) socket.terminate()
    sockets.clear()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (pathname.startsWith('/extension') && options.extension)
      return options.extension(request, response)
    if (!pathname.startsWith('/api/v1')) return servePage(pathname, response)
    response.setHeader('Access-Control-Allow-Origin', '*')
    const headers = 'authorization, content-type, x-svc-doctor-id'
    response.setHeader('Access-Control-Allow-Headers', headers)
    response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST, PATCH, DELETE')
    if (request.method === 'OPTIONS') return response.end()
    const token = request.headers.authorization?.replace('Bearer ', '')
    const doctor = request.headers['x-svc-doctor-id']
    const path = pathname.replace('/api/v1', '')
    const asked = { method: request.method ?? '', path, token, doctor }
    requests.push(asked)
    const scripted = await answer(asked)
    if (scripted) return json(response, scripted.status, scripted.body)
    if (!isAccepted(token)) return json(response, 401, unauthorized('token_expired'))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.headers['content-type'] === 'audio/wav') {
      uploads.push(Buffer.concat(chunks).length)
      return json(response, 201, {})
    }
    const text = Buffer.concat(chunks).toString()
    return serveApi(asked, text ? JSON.parse(text) : {}, response)
  }

  async function servePage(pathname: string, response: ServerResponse) {
    if (pathname === '/' || pathname === '/host') {
      for (const [name, value] of Object.entries(options.pageHeaders ?? {}))
        response.setHeader(name, value)
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      return response.end(await readFile(join(import.meta.dirname, '../browser/plugin/host.html')))
    }
    if (pathname === '/host.js') {
      response.setHeader('Content-Type', 'text/javascript')
      return response.end(await readFile(join(import.meta.dirname, '../browser/plugin/host.js')))
    }
    const file = await readFile(join(PUBLIC, pathname)).catch(() => undefined)
    if (!file || extname(pathname) !== '.js') {
      response.statusCode = 404
      return response.end()
    }
    response.setHeader('Content-Type', 'text/javascript')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end(file)
  }

  async function serveApi(
    { method, path }: { method: string; path: string },
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes, read where they are used
    body: any,
    response: ServerResponse,
  ) {
    const route = `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`
    const scripted = procedures.answer(route, body, response.req.url ?? '')
    if (scripted) return json(response, 200, scripted)
    switch (route) {
      case 'POST /session/validate':
        return json(response, 200, {
          organization: { id: randomUUID(), name: 'Hospital' },
          doctor_id: null,
          expires_at: new Date(Date.now() + 3600_000).toISOString(),
          speech,
          generator: options.rewrite
            ? { kind: 'llama', model: 'modelo.gguf' }
            : { kind: 'rules', model: null },
          recording: options.limits ?? { warn_after_ms: 7_200_000, pause_after_ms: 10_800_000 },
        })
      case 'PUT /ehrs/by-external-id': {
        if (isErased) return json(response, 404, ERASED)
        const known = ehrs.get(body.consultation_id)
        const created = known === undefined
        ehr = known ?? newEhr(body)
        ehrs.set(body.consultation_id, ehr)
        if (ehr.patient_id !== body.patient_id)
          return json(response, 409, { error: 'identifier_mismatch', message: 'Outro paciente.' })
        return json(response, created ? 201 : 200, ehr)
      }
      case 'DELETE /recordings/*': {
        const id = path.split('/')[2]!
        const isKnown = recordings.delete(id)
        if (!isKnown) return json(response, 404, { error: 'not_found', message: 'Não encontrado.' })
        if (recordings.size === 0) segments = []
        say({ type: 'transcription.replaced', segments })
        response.statusCode = 204
        return response.end()
      }
      case 'GET /ehrs/*':
        return json(response, 200, ehr)
      case 'PATCH /ehrs/*':
        return json(response, 200, patchEhr(body))
      case 'GET /ehrs/*/transcriptions':
        return json(response, 200, {
          transcriptions: segments,
          finished: complete,
          complete,
          not_understood: { segments: 0, duration_ms: 0 },
        })
      case 'GET /ehrs/*/diagnoses':
        return json(response, 200, diagnoses)
      case 'PUT /ehrs/*/diagnoses':
        if (isOutdated(diagnoses.confirmed, body.seen, ({ principal }) => principal))
          return json(response, 409, OUTDATED_CODES)
        diagnoses.confirmed = body.diagnoses.map((one: { code: string; principal: boolean }) => ({
          ...one,
          display: CODES.find(({ code }) => code === one.code)?.display ?? one.code,
          confirmed_at: new Date().toISOString(),
        }))
        return json(response, 200, diagnoses)
      case 'GET /terminology/search': {
        const asked = new URL(response.req.url ?? '', 'http://x').searchParams.get('q') ?? ''
        const results = CODES.filter(({ display }) => display.toLowerCase().includes(asked))
        return json(response, 200, { system: 'CID10', origin: 'starter', results })
      }
      case 'GET /ehrs/*/templates': {
        const all = templates.map((one) => ({ ...one, version: 1, mine: false, shared: true }))
        return json(response, 200, { templates: all, may_share: true })
      }
      case 'GET /ehrs/*/documents':
        return json(response, 200, { documents: [...documents].reverse() })
      case 'POST /documents/*/rewrite':
        return options.rewrite?.serve(body, response)
      case 'POST /ehrs/*/documents':
        return generate(body.template_id, response)
      default: {
        const answered = answerDocument(method, path, body)
        if (answered) return json(response, answered.status, answered.body)
        return json(response, 404, { error: 'not_found', message: 'Não encontrado.' })
      }
    }
  }

  function patchEhr(change: PatchEhrBody): Ehr {
    const known = ehr!
    const append = change.append_context
    const background = change.set_background_history
    ehr = {
      ...known,
      type: change.type ?? known.type,
      consent: change.consent
        ? {
            status: change.consent.status,
            recorded_at: new Date().toISOString(),
            method: change.consent.method ?? null,
          }
        : known.consent,
      context_markdown:
        change.context_markdown ??
        (append
          ? [known.context_markdown, append].filter(Boolean).join('\n\n')
          : known.context_markdown),
      background_history: change.remove_background_history
        ? null
        : background && (known.background_history === null || background.replace_if_exists)
          ? background.text
          : known.background_history,
      version: known.version + 1,
    }
    ehrs.set(ehr.consultation_id, ehr)
    return ehr
  }

  function say(message: ServerMessage) {
    for (const socket of sockets) socket.send(JSON.stringify(message))
  }

  async function generate(templateId: string, response: ServerResponse) {
    const template = templates.find(({ id }) => id === templateId)!
    const document = sampleDocument(template, ehr!.id)
    if (options.unproven)
      document.source = { generator: 'llama', model: 'outro.gguf', version: '1', unproven: true }
    response.setHeader('Content-Type', 'application/x-ndjson')
    const send = (event: GenerationEvent) => response.write(`${JSON.stringify(event)}\n`)
    send({ type: 'started', document_id: document.id, generator: { kind: 'rules', model: null } })
    let done = 0
    for (const { name } of template.fields) {
      if (response.destroyed) return
      await new Promise((resolve) => setTimeout(resolve, options.fieldPauseMs ?? 5))
      const evidence = document.evidence.filter(({ path }) => path[0] === name)
      send({ type: 'field', name, value: document.content[name] ?? null, evidence })
      send({ type: 'progress', fields_done: ++done, fields_total: template.fields.length })
    }
    documents.push(document)
    send({ type: 'done', document })
    response.end()
  }

  function ownRecordings(ehrId: string) {
    return [...recordings].filter(([id]) => ownerOf.get(id) === ehrId)
  }

  function serveChannel(socket: WebSocket) {
    if (!channelsUp) return socket.terminate()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let current: string | undefined
    let ehrId = ''
    const send = (message: ServerMessage) => socket.send(JSON.stringify(message))
    const ready = (id: string) => {
      current = id
      const recording = recordings.get(id)!
      if (recording.state === 'paused') recording.state = 'recording'
      const { state } = recording
      const channels = positionsOf(recording)
      send({ type: 'recording.ready', recording_id: id, state, channels })
    }

    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return takeFrame(data)
      const message = ClientMessage.parse(JSON.parse(data.toString()))
      if (message.type === 'hello') {
        if (!isAccepted(message.token)) return socket.close(4401, 'token_expired')
        welcomes++
        helloDoctors.push(message.doctor_id)
        ehrId = message.ehr_id
        send({
          type: 'welcome',
          ehr_id: message.ehr_id,
          recordings: ownRecordings(ehrId).map(([id, recording]) => ({
            recording_id: id,
            state: recording.state,
            channels: positionsOf(recording),
          })),
          segments,
          transcription: {
            state: complete ? 'complete' : 'idle',
            progress: null,
            behind_ms: 0,
            reason: null,
          },
          speech,
        })
        if (isDraining && ownRecordings(ehrId).length === 0) send(DRAINING)
      } else if (
        message.type === 'recording.start' &&
        isDraining &&
        !recordings.has(message.recording_id)
      )
        send(DRAINING)
      else if (message.type === 'recording.start') {
        if (!recordings.has(message.recording_id)) {
          recordings.set(message.recording_id, heldRecording(message.channels))
          ownerOf.set(message.recording_id, ehrId)
        }
        ready(message.recording_id)
      } else if (message.type === 'recording.resume') ready(message.recording_id)
      else if ('recording_id' in message && message.recording_id !== current)
        send({ type: 'error', error: 'no_recording', message: 'Inicie ou retome a gravação.' })
      else if ('recording_id' in message && !recordings.has(message.recording_id))
        send({ type: 'error', error: 'not_found', message: 'Gravação não encontrada.' })
      else if (message.type === 'recording.pause') {
        recordings.get(message.recording_id)!.state = 'paused'
        send({ type: 'recording.paused', recording_id: message.recording_id })
      } else if (message.type === 'recording.finish' && endsRefused) socket.close(4400)
      else if (message.type === 'recording.finish') finish(message.recording_id, message.channels)
      else if (message.type === 'recording.lost') losses.push(message.channels)
      else send({ type: 'pong' })
    })

    function takeFrame(data: Buffer) {
      const recording = recordings.get(current!)
      if (!recording) return
      const frame = decodeFrame(data)
      const outcome = keepFrame(recording, frame)
      const at = { recording_id: current!, ...positionOf(recording, frame.channel) }
      if (outcome === 'finished')
        return send({ type: 'error', error: 'recording_finished', message: 'Já encerrada.' })
      if (outcome === 'missing') return send({ type: 'recording.gap', ...at })
      if (outcome === 'held' && frame.channel === 0) speak(at.next_sequence)
      send({ type: 'recording.ack', ...at })
    }

    /** One line of the script for every second that arrives. */
    function speak(frames: number) {
      if (frames % 4 !== 0) return
      const next = SEGMENTS[segments.length]
      if (!next) return
      segments = [
        ...segments.map((segment) => ({ ...segment, final: true })),
        { ...next, final: false },
      ]
      send({ type: 'transcription.segments', segments })
    }

    function finish(id: string, claims: Parameters<typeof statementOf>[2]) {
      const recording = recordings.get(id)!
      recording.state = 'finished'
      const statement = statementOf(id, recording, claims)
      statements.push(statement)
      send({ type: 'recording.statement', ...statement })
      segments = segments.map((segment) => ({ ...segment, final: true }))
      complete = true
      send({ type: 'transcription.replaced', segments })
      send({
        type: 'transcription.status',
        state: 'complete',
        progress: null,
        behind_ms: 0,
        reason: null,
      })
    }
  }

  function isAccepted(token: string | undefined): boolean {
    return token !== undefined && (!accepted || accepted.has(token))
  }

  await listen()
  t.teardown(close)
  return {
    get origin() {
      return `http://127.0.0.1:${port}`
    },
    recordings,
    documents,
    requests,
    helloDoctors,
    statements,
    losses,
    get welcomes() {
      return welcomes
    },
    ehr: () => ehr,
    recordingsOf: (consultationId) =>
      ownRecordings(ehrs.get(consultationId)?.id ?? '').map(([id]) => id),
    intercept(next) {
      answer = next
    },
    say,
    erase() {
      isErased = true
      say({ type: 'error', ...ERASED })
    },
    setChannelsUp(up) {
      channelsUp = up
      if (!up) for (const socket of sockets) socket.terminate()
    },
    closeChannels(code) {
      for (const socket of sockets) socket.close(code)
    },
    drain(draining) {
      isDraining = draining
    },
    refuseEnds(refused) {
      endsRefused = refused
    },
    changeContext(text) {
      ehr = { ...ehr!, context_markdown: text, version: ehr!.version + 1 }
      ehrs.set(ehr.consultation_id, ehr)
    },
    setSpeech(next) {
      speech = next
    },
    acceptTokens(...tokens) {
      accepted = new Set(tokens)
    },
    stop: close,
    start: listen,
    endRecordings() {
      for (const recording of recordings.values()) recording.state = 'finished'
    },
    uploads,
    diagnoses,
    procedures: procedures.held,
    samplesOf: (id, channel = 0) => samplesIn(recordings.get(id)!, channel),
  }
}

function newEhr(body: {
  consultation_id: string
  doctor_id: string
  patient_id: string
  type?: Ehr['type']
}): Ehr {
  const now = new Date().toISOString()
  return {
    ...body,
    id: randomUUID(),
    type: body.type ?? 'IN_PERSON',
    status: 'open',
    name: null,
    consent: { status: 'not_recorded', recorded_at: null, method: null },
    context_markdown: '',
    background_history: null,
    recorded_ms: 0,
    finished_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(body))
}

function unauthorized(error: string) {
  return { error, message: 'Sessão inválida.' }
}
