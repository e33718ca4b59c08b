/**
 * One POST to an address that an administrator added. What the name leads to is looked up here and
 * judged here, and the connection goes to a judged address and no other, so that a name that
 * changes between look and use (DNS rebinding) gains nothing; the address that was really connected
 * to is looked at once more before a byte is written. No proxy, no redirect, no kept connection; of
 * the answer only the status counts.
 */

import { createHmac } from 'node:crypto'
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { connectionIssueOf } from '../../core/connection-issues.ts'
import { timeLimit } from '../../core/time-limit.ts'
import type { SendOutcome, WebhookIssue } from '../../core/webhooks/message.ts'
import type { AddressCheck, CheckAddress, SendWebhook } from '../../core/webhooks/ports.ts'
import type { AllowsAddress } from './networks.ts'

export interface WebhookClientOptions {
  allows: AllowsAddress
  allowHttp: boolean
  /**
   * PEM of the only authority that is trusted; null: the public ones. Asked at each call: a renewed
   * one counts at once.
   */
  readCa: () => Promise<string | null>
  /** `svc/1.2.3` */
  userAgent: string
  /** From the first step to the answer, in ms. */
  timeoutMs?: number
  /** Instead of the system's; for tests of names that change. */
  resolve?: ResolveAll
}

export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  told: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const TIMEOUT_MS = 5000
/** Of an answer's body, which nobody reads: then the connection is ended. */
const LONGEST_ANSWER_BYTES = 16 * 1024

export function webhookClient(options: WebhookClientOptions): {
  send: SendWebhook
  checkAddress: CheckAddress
} {
  const { allows, allowHttp, readCa, userAgent, timeoutMs = TIMEOUT_MS } = options
  const { resolve: resolveAll = systemLookup as ResolveAll } = options

  /** Hands on only addresses that are allowed; an error when none is. */
  const guardedLookup: LookupFunction = (hostname, asked, told) => {
    resolveAll(hostname, { ...asked, all: true }, (error, addresses) => {
      if (error) return told(error, [])
      const good = addresses.filter(({ address }) => allows(address))
      const [first] = good
      if (!first) return told(refusal('address_not_allowed'), [])
      if (asked.all) told(null, good)
      else told(null, first.address, first.family)
    })
  }

  async function post(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ) {
    const isTls = url.protocol === 'https:'
    const caPem = isTls
      ? await readCa().catch(() => Promise.reject(refusal('ca_unreadable')))
      : null
    return new Promise<SendOutcome>((resolve, reject) => {
      const about: RequestOptions = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: guardedLookup,
        // A connection of its own.
        agent: false,
        signal,
      }
      const call = isTls
        ? httpsRequest(url, {
            ...about,
            ...(caPem === null ? {} : { ca: caPem }),
            // Whatever the environment says.
            rejectUnauthorized: true,
            minVersion: 'TLSv1.2',
          })
        : httpRequest(url, about)
      call.once('socket', (socket) => {
        socket.once('connect', () => {
          if (!allows(socket.remoteAddress ?? '')) call.destroy(refusal('address_not_allowed'))
        })
        // Nothing of the body leaves before the connection stands and the certificate is proven.
        socket.once(isTls ? 'secureConnect' : 'connect', () => call.end(body))
      })
      call.once('response', (answer) => resolve(outcomeOf(answer)))
      call.on('error', reject)
    })
  }

  return {
    async send({ url: address, id, body, secrets, at, signal }) {
      const url = new URL(address)
      const early = earlyRefusal(url)
      if (early) return { kind: 'failed', issue: early }
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signatureHeaders({ id, body, at }, secrets),
      }
      const either = AbortSignal.any([signal, timeLimit(timeoutMs)])
      try {
        return await post(url, headers, body, either)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        return { kind: 'failed', issue: either.aborted ? 'timeout' : issueOf(error) }
      }
    },

    async checkAddress(address): Promise<AddressCheck> {
      const url = new URL(address)
      const early = earlyRefusal(url)
      const host = bare(url.hostname)
      if (early) return { verdict: early, addresses: isIP(host) ? [host] : [] }
      if (isIP(host)) return { verdict: 'allowed', addresses: [host] }
      const found = await lookup(host, { all: true }).catch(() => [])
      const addresses = found.map((one) => one.address)
      if (addresses.length === 0) return { verdict: 'unresolved', addresses }
      const verdict = addresses.some(allows) ? 'allowed' : 'address_not_allowed'
      return { verdict, addresses }
    },
  }

  /** A numeric host is never looked up, so it is judged here. */
  function earlyRefusal(url: URL): 'http_not_allowed' | 'address_not_allowed' | null {
    if (url.protocol === 'http:' && !allowHttp) return 'http_not_allowed'
    const host = bare(url.hostname)
    return isIP(host) && !allows(host) ? 'address_not_allowed' : null
  }
}

/**
 * Resolves by the head; the body is thrown away, and the connection with it when there is more than
 * a little.
 */
function outcomeOf(answer: IncomingMessage): SendOutcome {
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > LONGEST_ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', () => {})
  const seconds = Number(answer.headers['retry-after'])
  return {
    kind: 'answered',
    status: answer.statusCode ?? 0,
    retryAfterS: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
  }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

class Refusal extends Error {
  readonly issue: WebhookIssue
  constructor(issue: WebhookIssue) {
    super(`webhook: ${issue}`)
    this.issue = issue
  }
}

function refusal(issue: WebhookIssue): Refusal {
  return new Refusal(issue)
}

function issueOf(error: unknown): WebhookIssue {
  if (error instanceof Refusal) return error.issue
  const issue = connectionIssueOf(error)
  if (issue === 'connect_timeout') return 'timeout'
  return issue === 'tls_not_yet_valid' ? 'tls_expired' : issue
}

/**
 * The headers by which a receiver knows the sender: Standard Webhooks
 * (https://www.standardwebhooks.com), one signature per secret, and the earlier version's single
 * header, by the text of the secret as it was shown. In an overlap that one has a sibling by the
 * secret before.
 * @param secrets `whsec_` and Base64, the current one first
 */
export function signatureHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const [current = '', previous] = secrets
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(keyOf(secret), signed).toString('base64')}`)
      .join(' '),
    'x-svc-signature': `sha256=${hmac(current, body).toString('hex')}`,
    ...(previous !== undefined && {
      'x-svc-signature-previous': `sha256=${hmac(previous, body).toString('hex')}`,
    }),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
