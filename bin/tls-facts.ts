import type { Config } from '../config/settings.ts'
import type { TlsFacts } from '../core/doctor/check.ts'
import { AppError } from '../core/errors.ts'
import { readTlsFiles, tlsPaths } from './tls-files.ts'

/** What `svcctl doctor` looks at of the service's own certificate. */
export async function tlsFacts(config: Config): Promise<TlsFacts | null> {
  const paths = tlsPaths(config)
  if (!paths) return null
  try {
    const { validFrom, validUntil, names, matches } = await readTlsFiles(paths)
    const host = new URL(config.publicUrl).hostname.replace(/[[\]]/g, '')
    return { issue: null, validFrom, validUntil, names, fitsPublicUrl: matches(host) }
  } catch (error) {
    if (error instanceof AppError) return { issue: error.message }
    throw error
  }
}
