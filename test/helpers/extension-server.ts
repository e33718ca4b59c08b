/** The double of plugin-server.ts with the extension's own routes beside it, scripted. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { build } from 'esbuild'
import { type PluginServer, startPluginServer } from './plugin-server.ts'

const PAGES = join(import.meta.dirname, '../browser/extension/pages')
const MODULES = join(import.meta.dirname, '../../node_modules')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
export const CODE = 'ABCD-EFGH-JKLM-NPQR'

interface KnownVisit {
  id: string
  consultation_id: string
  doctor: { id: string }
  patient: { id: string; name: string }
  type: string
  started_at: string
}

/** What the service says of itself; a test may change it at any time. */
interface Said {
  lockMinutes: number
  version: { product: string; extension_min: string }
  provider: { name: string } | null
}

export type ExtensionServer = PluginServer & {
  visits: readonly KnownVisit[]
  said: Said
  /** What the panel reported of its lock. */
  lockActs: readonly string[]
  /** Devices that were signed out. */
  signedOut: () => number
}

interface Options extends NonNullable<Parameters<typeof startPluginServer>[1]> {
  /** Of rules for the sample pages: the fields that they fill. */
  fields?: Record<string, string | string[]>
  /** What else such a rule says, from the server's port. */
  rule?: (port: string) => object
  /** What the organization allows; true where it says nothing. */
  mayCapture?: boolean
  mayFill?: boolean
}

/** As the service makes identifiers of its own. */
const ownId = () => `ext-${randomBytes(16).toString('hex')}`

export async function startExtensionServer(
  t: Pick<ExecutionContext, 'teardown'>,
  options: Options = {},
): Promise<ExtensionServer> {
  const visits: KnownVisit[] = []
  const lockActs: string[] = []
  const said: Said = {
    lockMinutes: 0,
    version: { product: '0.1.0', extension_min: '0.1.0' },
    provider: null,
  }
  let signedOut = 0
  let refresh = ''
  let access = ''

  const tokens = () => {
    refresh = `svc_dev_${randomUUID()}`
    access = `access-${randomUUID()}`
    return {
      refresh_token: refresh,
      access_token: access,
      expires_in: 900,
      doctor: { id: 'd-1', name: 'Dra. Ana Souza' },
      organization: {
        id: 'o-1',
        name: 'Hospital',
        extension: {
          enabled: true,
          fill: options.mayFill ?? true,
          capture: options.mayCapture ?? true,
          lock_minutes: said.lockMinutes,
        },
      },
    }
  }
  const withToken = (visit: KnownVisit) => ({
    ...visit,
    auth_token: `visit-${randomUUID()}`,
    expires_in: 3600,
  })

  function answer(
    route: string,
    authorization: string | undefined,
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes, read where they are used
    body: any,
  ): { status: number; body?: object } {
    if (route === 'GET /extension/service')
      return { status: 200, body: { version: said.version, provider: said.provider } }
    if (route === 'POST /extension/sign-in')
      return body.code === CODE && body.public_key.crv === 'P-256'
        ? { status: 201, body: { device_id: 'device', ...tokens() } }
        : { status: 401, body: { error: 'code_invalid', message: 'Código inválido.' } }
    if (route === 'POST /extension/token')
      return body.refresh_token === refresh
        ? { status: 200, body: tokens() }
        : { status: 401, body: { error: 'device_revoked', message: 'Encerrado.' } }
    if (authorization !== `Bearer ${access}`)
      return { status: 401, body: { error: 'invalid_token', message: 'Sessão inválida.' } }
    if (route === 'POST /extension/lock') {
      lockActs.push(body.act)
      return { status: 204 }
    }
    if (route === 'POST /extension/sign-out') {
      signedOut++
      access = refresh = ''
      return { status: 204 }
    }
    if (route === 'GET /extension/sites') return { status: 200, body: { sites: sites() } }
    if (route === 'GET /extension/visits') return { status: 200, body: { visits } }
    if (route === 'POST /extension/visits') {
      const visit = {
        id: randomUUID(),
        consultation_id: body.ehr_id ?? ownId(),
        doctor: { id: 'd-1' },
        patient: { id: ownId(), ...body.patient },
        type: body.type,
        started_at: new Date().toISOString(),
      }
      visits.push(visit)
      return { status: 201, body: withToken(visit) }
    }
    const known = visits.find(({ id }) => route === `POST /extension/visits/${id}/token`)
    if (known) return { status: 200, body: withToken(known) }
    return { status: 404, body: { error: 'not_found', message: 'Não encontrado.' } }
  }

  async function extension(request: IncomingMessage, response: ServerResponse) {
    const [, place, path] = /^\/extension\/(pages|modules)\/([^?]+)/.exec(request.url ?? '') ?? []
    if (place && path) {
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      return void response.end(await pageFile(place, path))
    }
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, dpop')
    response.setHeader('access-control-allow-methods', 'GET, POST')
    if (request.method === 'OPTIONS') return void response.end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { status, body } = answer(
      `${request.method} ${request.url}`,
      request.headers.authorization,
      text ? JSON.parse(text) : {},
    )
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body ? JSON.stringify(body) : undefined)
  }

  const sites = () => [
    'no rule',
    {
      name: 'Prontuário de exemplo',
      pages: [`${server.origin}/extension/pages/`],
      read: { patient_name: '#patient', patient_id: '#record', ehr_id: '#visit' },
      fields: options.fields ?? {},
      ...options.rule?.(new URL(server.origin).port),
    },
  ]
  const server: PluginServer = await startPluginServer(t, { ...options, extension })
  return Object.assign(server, { visits, said, lockActs, signedOut: () => signedOut })
}

/** A sample page, a script of one with the libraries that it names, or a file of a library. */
async function pageFile(place: string, path: string): Promise<string | Buffer> {
  if (place === 'modules') return readFile(join(MODULES, path))
  if (extname(path) !== '.js') return readFile(join(PAGES, path))
  const entryPoints = [join(PAGES, path)]
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, write: false })
  return outputFiles[0]!.text
}
