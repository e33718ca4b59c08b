/** The whole service on a port, speech off, and its trail as it rests in the database. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QueryTypes } from 'sequelize'
import { socketRefusal } from '../../api/refuse-socket.ts'
import { openAccess } from '../../bin/compose/access.ts'
import { compose } from '../../bin/compose.ts'
import { platform } from '../../bin/platform.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import { examineAudit } from '../../models/audit/audit.ts'
import { patientFetch } from './patient-fetch.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

interface StoredEntry {
  action: string
  outcome: string
  actor_kind: string
  subject_kind: string | null
  subject_id: string | null
  consultation_id: string | null
  patient: string | null
  person: string | null
  request_id: string | null
  facts: string
}

/** @param prepare what else stands in the database before the service starts */
export async function startAuditedService(
  t: TearDown,
  env: Record<string, string> = {},
  prepare: (access: AccessUseCases, organizationId: string) => Promise<void> = async () => {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-audited-'))
  const machine = platform()
  t.teardown(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir, SVC_SPEECH_ENGINE: 'off', SVC_LOG_LEVEL: 'error', ...env },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const opened = await openAccess(config, machine, silentLog)
  const { id: organizationId } = await opened.access.createOrganization({ name: 'Hospital' })
  const { secret } = await opened.access.createKey({
    organizationId,
    kind: 'auth_token',
    name: 'EHR',
  })
  await prepare(opened.access, organizationId)
  await opened.database.close()

  const service = await compose(config, machine, silentLog)
  const server = createServer(service.app.callback())
  const channel = service.attach(server, socketRefusal({ isHttps: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await service.start()
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  let isStopped = false
  async function stop() {
    if (isStopped) return
    isStopped = true
    await channel.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await service.close()
  }
  t.teardown(stop)

  return {
    dataDir,
    url,
    channelUrl: `ws://127.0.0.1:${port}`,
    secret,
    organizationId,
    stop,
    async call(
      method: string,
      path: string,
      { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
    ) {
      const isBytes = body instanceof Uint8Array
      const response = await patientFetch(url + path, {
        method,
        headers: {
          ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
      let parsed: any = text
      try {
        parsed = JSON.parse(text)
      } catch {
        // A stream of lines, or bytes.
      }
      return { status: response.status, body: parsed, text }
    },
    /** Of the stopped service: rows, who did what, and the proof that it is whole. */
    async trail() {
      await stop()
      const { database, sealer } = await openAccess(config, machine, silentLog)
      const { sequelize } = database
      const folder = dataFolder(dataDir).audit
      const examination = await examineAudit({
        sequelize,
        sealer,
        folder,
        sealsFolder: join(folder, 'seals'),
        now: machine.now,
        newId: machine.newId,
      })
      const entries = await sequelize.query<StoredEntry>(
        'SELECT * FROM audit_entries ORDER BY sequence',
        { type: QueryTypes.SELECT },
      )
      const report = await examination.verify()
      const { reader } = examination
      const acts: { action: string; person: string | null }[] = []
      for await (const page of reader.read({}))
        for (const entry of page)
          acts.push({ action: entry.action, person: reader.personOf(entry) })
      await database.close()
      return { entries, acts, report }
    },
  }
}
