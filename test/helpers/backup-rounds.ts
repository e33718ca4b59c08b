/**
 * The promise under test: what was acknowledged before a backup began is in it. The composed
 * service records a visit and edits a document without rest; a backup is made meanwhile; the data
 * folder is wiped and restored; the service goes on with it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { QueryTypes } from 'sequelize'
import { composeBackup } from '../../bin/compose/backup.ts'
import { platform } from '../../bin/platform.ts'
import { backupName } from '../../core/backup/names.ts'
import { openDatabase } from '../../models/database/database.ts'
import type { demoFolder } from './demo-service.ts'
import { type ChannelClient, connectChannel, enterRecording } from './recording-client.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'

type Folder = Awaited<ReturnType<typeof demoFolder>>
type Service = Awaited<ReturnType<Folder['start']>>

export interface Round {
  /** Acknowledged when the backup began, and held after the restore. */
  frames: { acknowledged: number; held: number }
  versions: { acknowledged: number; held: number }
  /** Went on while the backup was made. */
  framesMeanwhile: number
  versionsMeanwhile: number
  /** The restored sound, finished by its client: every sample is the one that was sent. */
  isSameSound: boolean
  /** The backup's own entry was in the audit's chain when it had been made. */
  isOnRecord: boolean
  backupMs: number
}

const SAMPLES_PER_FRAME = 1600
const PASSPHRASE = 'correta cavalo bateria grampo'
const sound = noise(16_000 * 240, 46)
const frames = framesOf(sound, SAMPLES_PER_FRAME)

/** @param before how long is written before the backup begins, in ms */
export async function backupRound(
  folder: Folder,
  service: Service,
  elsewhere: string,
  before: number,
): Promise<{ round: Round; service: Service }> {
  const token: string = (await service.call('POST', '/demo/session-token')).body.access
  const visit = await service.visit(`rodada-${randomUUID().slice(0, 8)}`)
  const documentId = await visit.document('Refere dor de garganta há três dias.')
  const who = { token, ehrId: visit.ehrId, recordingId: randomUUID() }
  const { client } = await enter(service, who)
  const writing = keepWriting(client, visit, documentId)
  await sleep(before)
  await writing.began()

  const acknowledged = { frames: highestAck(client), versions: writing.versions() }
  const backup = composeBackup(folder.config, platform(), new AbortController().signal, {
    scryptLog2N: 10,
  })
  const at = new Date()
  const path = join(elsewhere, backupName(at))
  const started = performance.now()
  await backup.create({ path, passphrase: PASSPHRASE, at })
  const backupMs = Math.round(performance.now() - started)
  const isOnRecord = await isTold(folder.config.databaseUrl)
  const later = { frames: highestAck(client), versions: writing.versions() }
  await writing.stop()
  client.socket.terminate()
  await service.stop()

  await rm(folder.dataDir, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(folder.dataDir)
  await backup.restore(path, PASSPHRASE)
  await rm(path)

  const restored = await folder.start()
  const again = await enter(restored, who)
  const heldVersions = await versionsOf(restored, token, documentId)
  const isSameSound = await finish(again.client, who.recordingId, again.from)
  again.client.socket.terminate()
  return {
    service: restored,
    round: {
      frames: { acknowledged: acknowledged.frames, held: again.from },
      versions: { acknowledged: acknowledged.versions, held: heldVersions },
      framesMeanwhile: later.frames - acknowledged.frames,
      versionsMeanwhile: later.versions - acknowledged.versions,
      isSameSound,
      isOnRecord,
      backupMs,
    },
  }
}

/**
 * Of earlier backups of the folder the restores have taken the entries back: each lies behind its
 * own snapshot.
 */
async function isTold(url: string): Promise<boolean> {
  const { sequelize, close } = await openDatabase({ url })
  const sql = `SELECT id FROM audit_entries WHERE action = 'backup.created' AND outcome = 'success'`
  const found = await sequelize.query(sql, { type: QueryTypes.SELECT })
  await close()
  return found.length === 1
}

interface Who {
  token: string
  ehrId: string
  recordingId: string
}

async function enter(service: Service, who: Who) {
  const client = await connectChannel(service.url.replace('http', 'ws'))
  return { client, from: await enterRecording(client, who) }
}

function keepWriting(
  client: ChannelClient,
  visit: Awaited<ReturnType<Service['visit']>>,
  documentId: string,
) {
  let isOver = false
  let versions = 0

  async function speak() {
    for (let i = 0; !isOver && i < frames.length; i++) {
      client.sendFrame(frames[i]!)
      await sleep(4)
    }
  }
  async function edit() {
    let { version, content } = (await visit.api('GET', `/documents/${documentId}`)).body
    const [field = ''] = Object.keys(content)
    for (let turn = 0; !isOver; turn++) {
      content = { ...content, [field]: `Dor de garganta, visto ${turn} vezes.` }
      const { status, body } = await visit.api('PATCH', `/documents/${documentId}`, {
        version,
        content,
      })
      await sleep(60)
      if (status !== 200) throw new Error(`the edit was refused: ${status} ${JSON.stringify(body)}`)
      version = body.version
      versions = version
    }
  }
  const all = Promise.all([speak(), edit()])
  all.catch(() => {})
  return {
    versions: () => versions,
    async began() {
      while (highestAck(client) === 0 || versions === 0)
        await Promise.race([sleep(5), all.then(() => sleep(1))])
    },
    async stop() {
      isOver = true
      await all
    },
  }
}

async function versionsOf(service: Service, token: string, documentId: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await service.call('GET', `/api/v1/documents/${documentId}`, undefined, headers)).body
    .version
}

/** Tells the server what the sound is that it should hold. */
async function finish(client: ChannelClient, recordingId: string, held: number): Promise<boolean> {
  const samples = held * SAMPLES_PER_FRAME
  const digest = sha256(sound.subarray(0, samples))
  const claim = { channel: 0, last_sequence: held - 1, samples, sha256: digest }
  client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
  const { complete, channels } = await client.next('recording.statement')
  return complete && channels[0]?.sha256 === digest
}

function highestAck(client: ChannelClient): number {
  return client.messages.reduce(
    (highest, one) =>
      one.type === 'recording.ack' ? Math.max(highest, one.next_sequence) : highest,
    0,
  )
}
