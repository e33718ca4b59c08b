/**
 * A recording server as a program, to be killed: `recording-server <data folder> <port>
 * <consultations>`. It composes the real parts (database, access, vault, audio store, recorder,
 * channel) and prints one line of JSON when it listens.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { attachChannel } from '../../api/channel/attach-channel.ts'
import { socketRefusal } from '../../api/refuse-socket.ts'
import { accessUseCases } from '../../core/access/use-cases.ts'
import { consultationUseCases } from '../../core/consultation/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { proofs } from '../../models/access/proofs.ts'
import { secrets } from '../../models/access/secrets.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { openDatabase } from '../../models/database/database.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { openMasterKey } from './open-master-key.ts'
import { openRecordingWorld, withoutSpeech } from './recording-world.ts'

export interface Listening {
  port: number
  /** Only from a start on an empty folder; good for the later ones too. */
  token: string | null
  ehrIds: string[]
}

const [dataDir = '', port = '0', consultations = '1'] = process.argv.slice(2)
const database = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
const { sequelize } = database
const isFirst = (await database.migrate()).length > 0
const common = { log: silentLog, now: () => new Date(), newId: randomUUID }
const sealer = await openMasterKey(join(dataDir, 'keys'))
const keys = { sequelize, sealer, now: common.now }
const access = accessUseCases({
  ...common,
  store: accessStore(database.sequelize),
  secrets,
  proofs,
  codec: tokenCodec(),
  sealer,
})
const { openByExternalId, openConsultation } = consultationUseCases({
  ...common,
  store: consultationStore({
    sequelize,
    vault: consultationVault(keys),
    index: blindIndex(keys),
  }),
  organizationLanguage: async () => 'pt-BR',
})
const { recorder, feed } = await openRecordingWorld({ dataDir, database, ...common })
await recorder.recover()

const server = createServer()
attachChannel(server, {
  refuse: socketRefusal({ isHttps: false }),
  ...common,
  authenticate: access.authenticate,
  isOriginAllowed: access.isOriginAllowed,
  openConsultation,
  recorder,
  feed,
  ...withoutSpeech,
  segments: async () => [],
})
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
const listening: Listening = {
  port: (server.address() as AddressInfo).port,
  ...(isFirst ? await firstSession() : { token: null, ehrIds: [] }),
}
process.stdout.write(`${JSON.stringify(listening)}\n`)

async function firstSession() {
  const { id: organizationId } = await access.createOrganization({ name: 'Hospital de teste' })
  const { secret } = await access.createKey({ organizationId, kind: 'api_key', name: 'teste' })
  const credential = await access.authenticateKey(secret)
  const { token } = await access.issueSessionToken(credential, {})
  const principal = await access.authenticate(token)
  const ehrIds: string[] = []
  for (let i = 0; i < Number(consultations); i++) {
    const { consultation } = await openByExternalId(principal, {
      consultationId: `consulta-${i}`,
      doctorId: 'medica-1',
      patientId: 'paciente-1',
      type: 'IN_PERSON',
    })
    ehrIds.push(consultation.id)
  }
  return { token, ehrIds }
}
