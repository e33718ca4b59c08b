/**
 * The container's health check: does the service in here live? Exit 0 or 1. It may speak HTTPS with
 * any certificate; that is no matter here, since nothing secret is said and nobody else can listen
 * on this loopback.
 */
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'

const TIMEOUT_MS = 4000
const address = `127.0.0.1:${process.env.SVC_PORT ?? 8080}/healthz`

const isAlive =
  (await answers(get, `http://${address}`)) || (await answers(getSecurely, `https://${address}`))
process.exit(isAlive ? 0 : 1)

function answers(ask, url) {
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, signal: AbortSignal.timeout(TIMEOUT_MS) }
    ask(url, options, ({ statusCode }) => resolve(statusCode === 200)).on('error', () =>
      resolve(false),
    )
  })
}
