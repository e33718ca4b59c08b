/**
 * HTTP or HTTPS, as the settings say. A certificate that is renewed on the disk is taken over while
 * connections and recordings go on; one that is of no use is reported, and the one before stays.
 */
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { WebSocketsOnly } from '../../api/refuse-socket.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { readTlsFiles, type TlsFiles, type TlsSettings, tlsPaths } from './files.ts'

export interface WebServer {
  server: Server
  /** When the certificate in use ends; null: plain HTTP. */
  certificateUntil(): Date | null
  /** Looks at the files now; what changed is taken over. Never throws. */
  reload(): Promise<void>
  close(): void
}

/** A missing Host is refused by the application, which says so. */
const HTTP = { requireHostHeader: false, IncomingMessage: WebSocketsOnly }

/** How often the files are looked at. */
const EVERY_MS = 60_000

/**
 * @throws {AppError} what `readTlsFiles` throws: nothing is served under a certificate that does
 * not work
 */
export async function openWebServer(settings: TlsSettings, log: Log): Promise<WebServer> {
  const paths = tlsPaths(settings)
  if (!paths)
    return {
      server: createServer(HTTP),
      certificateUntil: () => null,
      reload: async () => {},
      close: () => {},
    }

  let shown = await readTlsFiles(paths)
  const server = createTlsServer({ ...HTTP, ...contextOf(shown) })
  let refused: string | null = null

  const look = async (): Promise<void> => {
    try {
      const found = await readTlsFiles(paths)
      refused = null
      if (found.cert === shown.cert && found.key === shown.key) return
      server.setSecureContext(contextOf(found))
      shown = found
      log.info('tls.certificate_taken', { validUntil: found.validUntil.toISOString() })
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'tls_reload_failed'
      // Said once, not every minute: it may lie there half written for a moment, or wrong for a
      // week.
      if (refused !== code) log.error('tls.certificate_refused', { code })
      refused = code
    }
  }

  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return {
    server: server as unknown as Server,
    certificateUntil: () => shown.validUntil,
    reload: look,
    close: () => clearInterval(timer),
  }
}

function contextOf({ cert, key }: TlsFiles) {
  return { cert, key, minVersion: 'TLSv1.2' as const }
}
