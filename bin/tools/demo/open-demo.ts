/**
 * The demonstration: an organization of its own with one key, which the sample EHR's backend uses
 * as a real host's would. The key rests sealed beside the master key, so that a restart finds it
 * again; nobody needs to see it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '../../../config/data-folder.ts'
import type { Config } from '../../../config/settings.ts'
import type { AccessUseCases } from '../../../core/access/use-cases.ts'
import type { SpeechStatus } from '../../../core/contract/api.ts'
import type { Log } from '../../../core/log.ts'
import type { Sealer } from '../../../core/vault/ports.ts'
import type { Platform } from '../../platform.ts'
import { loadSamples } from './load-samples.ts'
import { demoRehearsal, type ProductNetwork } from './rnds/rehearsal.ts'
import { demoRouter } from './routes.ts'

interface Deps {
  config: Config
  platform: Platform
  sealer: Sealer
  access: AccessUseCases
  network: ProductNetwork
  speechStatus(): SpeechStatus
  log: Log
}

/**
 * Life of the demo page's tokens: as short as the specification allows, since the page renews them.
 */
const TOKEN_LIFE_S = 1800

/**
 * The routes under /demo, and its rehearsal of the national network; makes organization and key
 * when they are not there yet.
 */
export async function openDemo(deps: Deps) {
  const { config, platform, sealer, access, network, speechStatus, log } = deps
  const secret = await demoKey(dataFolder(config.dataDir).keys, sealer, access)
  const { organization } = await access.authenticateKey(secret)
  const demoDir = join(platform.installRoot, 'bin', 'tools', 'demo')
  const rehearsal = demoRehearsal({
    config,
    platform,
    organizationId: organization.id,
    product: network,
    log,
  })
  const router = demoRouter({
    now: platform.now,
    apiKey: secret,
    network: rehearsal,
    issueDemoToken: async (doctorId) => {
      const credential = await access.authenticateKey(secret)
      const token = await access.issueSessionToken(credential, {
        doctorId,
        validForS: TOKEN_LIFE_S,
      })
      return { access: token.token, access_expiration: token.expiresAt.toISOString() }
    },
    async issueConsultationToken(ids) {
      const credential = await access.authenticateKey(secret)
      return (await access.issueConsultationToken(credential, ids)).token
    },
    samples: await loadSamples(join(demoDir, 'samples')),
    speechModel: () => speechStatus().model,
    demoDir,
    publicDir: join(platform.installRoot, 'dist', 'public'),
  })
  return { pageRouters: [router], start: rehearsal.start, close: rehearsal.close }
}

async function demoKey(keysDir: string, sealer: Sealer, access: AccessUseCases): Promise<string> {
  const file = join(keysDir, 'demo-key')
  if (existsSync(file)) {
    const secret = opened(readFileSync(file), sealer)
    if (secret && (await stillGood(secret, access))) return secret
  }
  const name = 'Hospital Demonstração'
  const known = (await access.listOrganizations()).find((one) => one.name === name)
  const organization = known ?? (await access.createOrganization({ name }))
  const { secret } = await access.createKey({
    organizationId: organization.id,
    kind: 'api_key',
    name: 'sample EHR',
  })
  writeFileSync(file, sealer.seal(new TextEncoder().encode(secret), 'demo-key'), { mode: 0o600 })
  return secret
}

/** Null when the master key was changed since: then the demonstration gets another secret. */
function opened(sealed: Uint8Array, sealer: Sealer): string | null {
  try {
    return new TextDecoder().decode(sealer.open(sealed, 'demo-key'))
  } catch {
    return null
  }
}

/** The database may have been replaced, or the key revoked, since the file was written. */
async function stillGood(secret: string, access: AccessUseCases): Promise<boolean> {
  return access.authenticateKey(secret).then(
    () => true,
    () => false,
  )
}
