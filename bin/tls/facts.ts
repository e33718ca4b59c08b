import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { TlsFacts } from '../../core/doctor/check.ts'
import { AppError } from '../../core/errors.ts'
import { missingIssuer, readTlsFiles, tlsPaths } from './files.ts'

/** What `svcctl doctor` looks at of the service's own certificate. */
export async function tlsFacts(config: Config): Promise<TlsFacts | null> {
  const paths = tlsPaths(config)
  if (!paths) return null
  try {
    const { cert, validFrom, validUntil, names, matches } = await readTlsFiles(paths)
    const host = new URL(config.publicUrl).hostname.replace(/[[\]]/g, '')
    return {
      issue: null,
      validFrom,
      validUntil,
      names,
      fitsPublicUrl: matches(host),
      missingIssuer: await missingIssuer(cert),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fittingKey = error.code === 'tls_key_mismatch' ? await keyFor(paths) : null
    const [order] = error.code === 'tls_certificate_order' ? (error.details ?? []) : []
    return { issue: error.message, fittingKey, behind: Number(order?.position ?? 0) || null }
  }
}

/** As many as lie where certificates are kept; more, and the folder is none of certificates. */
const MOST_FILES = 200
const LARGEST_BYTES = 64 * 1024

/** A key in the folder of either file that belongs to the certificate: the one that was meant. */
async function keyFor(paths: NonNullable<ReturnType<typeof tlsPaths>>): Promise<string | null> {
  const { tlsCertificateFile, tlsKeyFile } = paths
  const certificate = new X509Certificate(await readFile(tlsCertificateFile))
  for (const folder of new Set([tlsKeyFile, tlsCertificateFile].map((path) => dirname(path)))) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.slice(0, MOST_FILES).filter((one) => /\.(pem|key)$/.test(one))) {
      const path = join(folder, name)
      if (await opens(path, certificate)) return path
    }
  }
  return null
}

async function opens(path: string, certificate: X509Certificate): Promise<boolean> {
  try {
    if ((await stat(path)).size > LARGEST_BYTES) return false
    return certificate.checkPrivateKey(createPrivateKey(await readFile(path)))
  } catch {
    // No key, one under a passphrase, or one that this account may not read.
    return false
  }
}
