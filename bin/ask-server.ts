import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { json } from 'node:stream/consumers'
import type { Config } from '../config/settings.ts'
import { folderId } from './folder-id.ts'
import { readTlsFiles, tlsPaths } from './tls/files.ts'

const TIMEOUT_MS = 3000

/**
 * Asks the server of this installation how it is. `answer` is null when nobody, or something else,
 * answers: that may be the server of another data folder. `silent`: somebody is there and took too
 * long, as a server on a busy machine may.
 */
export async function askServer(config: Config) {
  const paths = tlsPaths(config)
  const url = `${paths ? 'https' : 'http'}://${localName(config.host)}:${config.port}`
  const options = {
    headers: config.metricsToken ? { authorization: `Bearer ${config.metricsToken}` } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  try {
    const sent = paths
      ? secureRequest(`${url}/readyz`, { ...options, ...only((await readTlsFiles(paths)).cert) })
      : request(`${url}/readyz`, options)
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject).end(),
    )
    const told: unknown = await json(answer)
    const isOurs = !(await isOfAnother(told, config.dataDir))
    return { url, answer: isOurs ? told : null, silent: false }
  } catch {
    return { url, answer: null, silent: options.signal.aborted }
  }
}

/** An older version does not say whose it is, nor does one that takes us for a stranger. */
async function isOfAnother(told: unknown, dataDir: string): Promise<boolean> {
  const says = typeof told === 'object' && told !== null && 'data_folder' in told
  return says && told.data_folder !== (await folderId(dataDir).catch(() => null))
}

/**
 * Whoever holds our own certificate is us, whatever address we ask at and whoever signed it; nobody
 * else is told the token.
 */
function only(cert: string) {
  return { ca: cert, allowPartialTrustChain: true, checkServerIdentity: () => undefined }
}

/** A server that listens on every network card is asked on this machine. */
function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
