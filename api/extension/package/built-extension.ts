/** The extension as the build left it, in the forms in which browsers take it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import { crx } from './crx.ts'
import type { SigningIdentity } from './signing-identity.ts'
import type { PackZip, ZipEntry } from './zip.ts'

const MANIFEST = 'manifest.json'
const Manifest = z.looseObject({
  version: z.string(),
  browser_specific_settings: z
    .object({ gecko: z.object({ id: z.string() }).optional() })
    .optional(),
})

export interface BuiltExtension {
  version: string
  /** Of Firefox's manifest. */
  geckoId: string | undefined
  entries: readonly ZipEntry[]
}

/** @throws {AppError} `extension_not_built` */
export async function readExtension(folder: string): Promise<BuiltExtension> {
  const entries = await filesOf(folder).catch((cause) => Promise.reject(notBuilt(cause)))
  const manifest = entries.find(({ name }) => name === MANIFEST)
  if (!manifest) throw notBuilt()
  const { version, browser_specific_settings: settings } = manifestOf(manifest)
  return { version, geckoId: settings?.gecko?.id, entries }
}

/** Exactly what was built: the same digest at every hospital. */
export function plainZip({ entries }: BuiltExtension, pack: PackZip): Promise<Buffer> {
  return pack(entries)
}

/** With where the next one is, signed by this installation. */
export async function signedCrx(
  { entries }: BuiltExtension,
  { identity, updateUrl, pack }: { identity: SigningIdentity; updateUrl: string; pack: PackZip },
): Promise<Buffer> {
  const own = entries.map((entry) =>
    entry.name === MANIFEST ? withUpdates(entry, updateUrl) : entry,
  )
  return crx(await pack(own), identity)
}

function withUpdates(entry: ZipEntry, updateUrl: string): ZipEntry {
  const manifest = { ...manifestOf(entry), update_url: updateUrl }
  return { name: entry.name, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
}

function manifestOf({ bytes }: ZipEntry) {
  return Manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}

async function filesOf(folder: string): Promise<ZipEntry[]> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = listed.filter((one) => one.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return {
        name: path.slice(folder.length + 1).replaceAll('\\', '/'),
        bytes: await readFile(path),
      }
    }),
  )
}

function notBuilt(cause?: unknown): AppError {
  const message =
    'A extensão do navegador não está nesta instalação. Instale uma versão que a traga, ou execute npm run build.'
  return new AppError('not-found', 'extension_not_built', message, { cause })
}
