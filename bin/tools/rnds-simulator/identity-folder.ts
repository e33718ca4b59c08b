import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeIdentity, type SimulatorIdentity } from './certificates.ts'
import type { KeptDocument } from './documents.ts'

const MONTH_MS = 30 * 86_400_000

/**
 * The simulator's files, made on first use and again when they are about to end: `ca.pem`,
 * `client.pfx` to be imported, and what it needs itself. A client that imported an older
 * `client.pfx` has to import the new one.
 */
export async function identityFolder(folder: string, now: Date): Promise<SimulatorIdentity> {
  const held = await readIdentity(folder).catch(() => null)
  if (
    held &&
    new Date(new X509Certificate(held.caPem).validTo).getTime() > now.getTime() + MONTH_MS
  )
    return held
  const made = await makeIdentity(now)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [key, name] of Object.entries(FILES))
    await writeFile(join(folder, name), made[key as keyof SimulatorIdentity], { mode: 0o600 })
  return made
}

const FILES: Record<keyof SimulatorIdentity, string> = {
  caPem: 'ca.pem',
  caKeyPem: 'ca-key.pem',
  serverPem: 'server.pem',
  serverKeyPem: 'server-key.pem',
  clientPfx: 'client.pfx',
}

async function readIdentity(folder: string): Promise<SimulatorIdentity> {
  const text = (key: keyof SimulatorIdentity) => readFile(join(folder, FILES[key]), 'utf8')
  return {
    caPem: await text('caPem'),
    caKeyPem: await text('caKeyPem'),
    serverPem: await text('serverPem'),
    serverKeyPem: await text('serverKeyPem'),
    clientPfx: await readFile(join(folder, FILES.clientPfx)),
  }
}

/** Documents that outlive the simulator's process; a file that cannot be read counts as none. */
export async function documentsFile(path: string) {
  const parsed: unknown = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => null)
  let writing = Promise.resolve()
  return {
    documents: (Array.isArray(parsed) ? parsed : []) as KeptDocument[],
    /** One after the other: the last one wins. */
    save(documents: KeptDocument[]) {
      const next = JSON.stringify(documents)
      writing = writing.then(() => writeFile(path, next, { mode: 0o600 })).catch(() => {})
    },
    saved: () => writing,
  }
}
