/**
 * The national network as a rehearsal: two real HTTPS servers, one that issues tokens to those who
 * present a certificate of its authority, one that takes documents (DESIGN §5.6). It judges,
 * forgets nothing but tokens, and fails on demand. For tests and the demonstration; nothing that it
 * says was ever said by the network itself.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProfileFinding } from '../../../core/fhir/types.ts'
import { adminAnswer } from './admin.ts'
import { gatewayPage, outcome, type Reply, reply } from './answers.ts'
import type { SimulatorIdentity } from './certificates.ts'
import { documents, type KeptDocument } from './documents.ts'
import { ehrAnswers, newNetworkId } from './ehr-answers.ts'
import { type Faults, faults, faulty, tokenRefused, turns } from './faults.ts'
import type { MonthlyCode } from './judge-links.ts'
import { findPeople, type SimulatedPeople, simulatedPeople } from './people.ts'

export interface SimulatorOptions {
  identity: Pick<SimulatorIdentity, 'caPem' | 'serverPem' | 'serverKeyPem'>
  now: () => Date
  /** 127.0.0.1 unless told otherwise. */
  host?: string
  /**
   * 0, the default, takes a free one; with another number tokens are issued on the one after it.
   */
  port?: number
  /** 30 minutes, as the network's. */
  tokenLifetimeMs?: number
  /** Whose documents are taken; null: anybody's. */
  requesterId?: string | null
  people?: SimulatedPeople
  /** Everybody with a right number exists. */
  anyone?: boolean
  /** Takes prescriptions as documents of their own, which the network no longer does. */
  rpm?: boolean
  /** Codes that are not in every month's table. */
  months?: readonly MonthlyCode[]
  /** How far the network's clock is ahead of ours; negative: behind. */
  clockMs?: number
  /** Content rules, as the product checks them before it sends. */
  check?: (bundle: unknown) => ProfileFinding[]
  /** Before each call: what the check goes by may have changed. */
  beforeCall?: () => Promise<void>
  /** Display of a code, for CodeSystem/$lookup. */
  lookup?: (system: string, code: string) => string | undefined
  latencyMs?: number
  /** Answers leave one after another, as many as this a second. Unlimited unless told. */
  perSecond?: number
  /** What an earlier run left, and where to leave it. */
  saved?: { documents: KeptDocument[]; save(documents: KeptDocument[]): void }
  /** One line per call: no header, no number, no body. */
  onCall?: (call: SimulatedCall) => void
}

export interface SimulatedCall {
  operation: string
  status: number | null
  fault: string | null
}

export interface Simulator extends AsyncDisposable {
  /** `https://127.0.0.1:<port>` */
  authUrl: string
  ehrUrl: string
  faults: Faults
  /** Before every answer. */
  setLatency(ms: number): void
  /** How far its clock is ahead of ours. */
  setClock(ms: number): void
  /** As it keeps them. */
  documents(): KeptDocument[]
  /** In order, without the calls of the administrator. */
  calls(): readonly SimulatedCall[]
  /** Tokens issued so far become worthless. */
  revokeTokens(): void
  close(): Promise<void>
}

const LARGEST_BODY = 4 * 1024 * 1024
const HALF_HOUR_MS = 1_800_000

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { identity, host = '127.0.0.1', port = 0 } = options
  const { tokenLifetimeMs = HALF_HOUR_MS, saved } = options
  const wrong = faults()
  const calls: SimulatedCall[] = []
  /** Token → when it ends. */
  const tokens = new Map<string, number>()
  let latencyMs = options.latencyMs ?? 0
  let clockMs = options.clockMs ?? 0
  const now = () => new Date(options.now().getTime() + clockMs)
  const turn = turns(options.perSecond)

  const kept = documents({
    initial: saved?.documents ?? [],
    newId: newNetworkId,
    onChange: (list) => saved?.save(list),
  })
  const people = findPeople(options.people ?? simulatedPeople, options.anyone ?? false)
  const routeOf = ehrAnswers({
    documents: kept,
    people,
    requesterId: options.requesterId ?? null,
    rpm: options.rpm ?? false,
    months: options.months ?? [],
    now,
    check: options.check,
    lookup: options.lookup ?? (() => undefined),
  })

  async function issueToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/api/token' || request.method !== 'GET')
      return reply(response, { status: 404, body: gatewayPage })
    await perform('token', response, () => {
      const token = `simulador.${randomBytes(24).toString('base64url')}`
      tokens.set(token, now().getTime() + tokenLifetimeMs)
      return {
        status: 200,
        body: {
          access_token: token,
          scope: 'read write',
          token_type: 'jwt',
          expires_in: tokenLifetimeMs,
        },
      }
    })
  }

  async function answerEhr(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'https://simulator')
    const body = await readBody(request)
    if (body === undefined) return reply(response, { status: 413, body: gatewayPage })
    const admin = adminAnswer({
      method: request.method ?? '',
      path: url.pathname,
      body,
      isLocal: isLoopback(request.socket.remoteAddress),
      faults: wrong,
      documents: kept,
      setLatency: (ms) => {
        latencyMs = ms
      },
      setClock: (ms) => {
        clockMs = ms
      },
    })
    if (admin) return reply(response, admin)

    const call = {
      method: request.method ?? '',
      path: url.pathname.split('/').slice(2).map(decodeURIComponent),
      query: url.searchParams,
      cns: String(request.headers.authorization ?? ''),
      body,
    }
    const route = url.pathname.startsWith('/api/') ? routeOf(call) : undefined
    if (!route) return reply(response, notHandled(call))
    await options.beforeCall?.()
    await perform(route.operation, response, () => {
      const refusal = route.operation === 'metadata' ? undefined : refuseCaller(request, call.cns)
      return refusal ?? route.answer(call)
    })
  }

  /** Does what was asked, unless a fault comes between. */
  async function perform(operation: string, response: ServerResponse, work: () => Reply) {
    const fault = wrong.take(operation)
    if (operation !== 'token') await turn()
    if (latencyMs > 0) await sleep(latencyMs)
    const answer = fault ? faulty(fault, work) : work()
    const status = answer === 'cut' || answer === 'silence' ? null : answer.status
    const seen = { operation, status, fault: fault?.name ?? null }
    calls.push(seen)
    options.onCall?.(seen)
    if (answer === 'cut') response.socket?.destroy()
    else if (answer !== 'silence') reply(response, answer, fault?.name)
  }

  function refuseCaller(request: IncomingMessage, cns: string): Reply | undefined {
    const [, token = ''] =
      /^Bearer (\S+)$/.exec(String(request.headers['x-authorization-server'] ?? '')) ?? []
    const goodUntil = tokens.get(token)
    if (goodUntil === undefined) return tokenRefused()
    if (goodUntil <= now().getTime()) return tokenRefused({ at: new Date(goodUntil), now: now() })
    if (people.isLinked(cns)) return undefined
    const credential = options.requesterId ?? 'simulada'
    const text = `Profissional CNS ${cns} não autorizado, pois não possui vínculo CBO autorizado em nenhum dos estabelecimentos autorizados para a credencial ${credential}.`
    return outcome(403, [{ code: 'ERR906', text }])
  }

  const tls: ServerOptions = {
    key: identity.serverKeyPem,
    cert: identity.serverPem,
    minVersion: 'TLSv1.2',
  }
  const auth = createServer(
    { ...tls, ca: identity.caPem, requestCert: true, rejectUnauthorized: true },
    handler(issueToken),
  )
  const ehr = createServer(tls, handler(answerEhr))
  const sockets = new Set<Socket>()
  for (const server of [auth, ehr])
    server.on('connection', (socket: Socket) => {
      if (wrong.isDown()) return void socket.destroy()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  await listen(ehr, host, port)
  await listen(auth, host, port === 0 ? 0 : port + 1)

  async function close() {
    for (const socket of sockets) socket.destroy()
    await Promise.all([auth, ehr].map((server) => new Promise((done) => server.close(done))))
  }
  return {
    authUrl: addressOf(auth, host),
    ehrUrl: addressOf(ehr, host),
    faults: wrong,
    setLatency(ms) {
      latencyMs = ms
    },
    setClock(ms) {
      clockMs = ms
    },
    documents: kept.list,
    calls: () => calls,
    revokeTokens: () => tokens.clear(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function notHandled({ method, path }: { method: string; path: string[] }): Reply {
  return outcome(400, [
    {
      code: null,
      text: `Invalid request: The FHIR endpoint on this server does not know how to handle ${method} operation[${path.slice(2).join('/')}] with parameters [[]]`,
    },
  ])
}

function handler(work: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  return (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {})
    work(request, response).catch(() => response.destroy())
  }
}

/** undefined: too much. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function addressOf(server: Server, host: string): string {
  return `https://${host}:${(server.address() as AddressInfo).port}`
}

function isLoopback(address: string | undefined): boolean {
  return /^(::1|(::ffff:)?127\.)/.test(address ?? '')
}
