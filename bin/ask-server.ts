import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { json } from 'node:stream/consumers'
import { ownFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { findAddress, folderId, type ServingAddress } from './serving-address.ts'
import { tlsPaths } from './tls/files.ts'

const TIMEOUT_MS = 3000

export interface ServerAnswer {
  url: string
  answer: unknown
  silent: boolean
}

/**
 * Asks the server of this installation how it is: where the settings say that it listens, else
 * where it said so itself. `answer` is null when nobody, or something else, answers: that may be
 * the server of another data folder. `silent`: somebody is there and took too long, as a server on
 * a busy machine may.
 */
export async function askServer(config: Config): Promise<ServerAnswer> {
  const { host, port, tlsCertificateFile } = config
  const paths = tlsPaths(config)
  const certificateFile = paths && tlsCertificateFile
  const asSet = await ask(config, { host, port, certificateFile })
  if (asSet.answer !== null) return asSet
  const kept = await findAddress(ownFolder(config))
  if (!kept || (kept.host === host && kept.port === port)) return asSet
  const asKept = await ask(config, kept)
  return asKept.answer === null ? asSet : asKept
}

/** Whether what answered listens where these settings say. */
export function isWhereSet({ url }: Pick<ServerAnswer, 'url'>, { host, port }: Config): boolean {
  return new URL(url).host === new URL(`http://${localName(host)}:${port}`).host
}

async function ask(
  { metricsToken, dataDir }: Config,
  { host, port, certificateFile }: ServingAddress,
): Promise<ServerAnswer> {
  const url = `${certificateFile ? 'https' : 'http'}://${localName(host)}:${port}`
  const options = {
    headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  try {
    const sent = certificateFile
      ? secureRequest(`${url}/readyz`, {
          ...options,
          ...only(await readFile(certificateFile, 'utf8')),
        })
      : request(`${url}/readyz`, options)
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject).end(),
    )
    const told: unknown = await json(answer)
    const isOurs = !(await isOfAnother(told, dataDir))
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
