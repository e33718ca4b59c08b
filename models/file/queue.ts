import { Op, type Sequelize, type WhereOptions } from 'sequelize'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { FileReading } from '../../core/file/file.ts'
import type { FileQueue } from '../../core/file/ports.ts'
import { consultationShares, firstOfVisits } from '../job/consultation-shares.ts'
import { FileRow } from './files.ts'
import type { FileSeal } from './seal.ts'

/**
 * The files that are to be read. A file's row is its own job: every change is one conditional
 * UPDATE, so two processes never hold the same file, and the result is written in one with the end
 * of the job.
 */
export function fileQueue({
  sequelize,
  seal,
  shareOf = consultationShares(sequelize),
  now,
}: {
  sequelize: Sequelize
  seal: FileSeal
  shareOf?: ShareOf | undefined
  now: () => Date
}): FileQueue {
  const Files = FileRow.attach(sequelize)
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  const mayRun = (): WhereOptions<FileRow> => ({
    state: 'processing',
    [Op.or]: [
      { leaseOwner: null, runAfter: { [Op.lte]: now() } },
      { leaseOwner: { [Op.ne]: null }, leaseExpiresAt: { [Op.lt]: now() } },
    ],
  })

  async function endLease(id: string, owner: string, change: Partial<FileRow>): Promise<boolean> {
    const [count] = await Files.update(
      { ...change, leaseOwner: null, leaseExpiresAt: null },
      { where: { id, state: 'processing', leaseOwner: owner } },
    )
    return count === 1
  }

  async function columnsOf(file: { id: string; consultationId: string }, reading: FileReading) {
    const { type, pages, textFrom, thumbnail, use } = reading
    const sealedText = await seal.seal(file, 'text', Buffer.from(JSON.stringify(pages)))
    return {
      state: 'ready',
      type,
      pages: pages.length,
      textLength: pages.reduce((sum, page) => sum + page.length, 0),
      textFrom,
      hasThumbnail: thumbnail !== null,
      inputUse: JSON.stringify(use),
      sealedText,
      sealedThumbnail: thumbnail && (await seal.seal(file, 'thumbnail', thumbnail)),
    }
  }

  return {
    async claim(_kind, owner, leaseMs, choose = ([first]) => first) {
      for (;;) {
        const waiting = await Files.findAll({
          attributes: ['id', 'consultationId', 'attempts'],
          where: mayRun(),
          order: [
            ['runAfter', 'ASC'],
            ['createdAt', 'ASC'],
          ],
        })
        const chosen = choose(await firstOfVisits(waiting, shareOf))
        const candidate = chosen && waiting.find((one) => one.id === chosen.id)
        if (!candidate) return null
        const { id, consultationId, attempts } = candidate
        // Somebody may have been faster: then this changes no row, and the next candidate is tried.
        const [count] = await Files.update(
          { leaseOwner: owner, leaseExpiresAt: inMs(leaseMs) },
          { where: { [Op.and]: [{ id }, mayRun()] } },
        )
        if (count === 1) return { id, consultationId, attempts }
      }
    },

    async renew(id, owner, leaseMs) {
      const [count] = await Files.update(
        { leaseExpiresAt: inMs(leaseMs) },
        { where: { id, state: 'processing', leaseOwner: owner } },
      )
      return count === 1
    },

    async retryLater(id, owner, delayMs) {
      const row = await Files.findByPk(id, { attributes: ['attempts'] })
      return endLease(id, owner, { attempts: (row?.attempts ?? 0) + 1, runAfter: inMs(delayMs) })
    },
    wait: (id, owner) => endLease(id, owner, { runAfter: inMs(LOOK_AGAIN_MS) }),
    release: (id, owner) => endLease(id, owner, { runAfter: now() }),
    fail: (id, owner) => endLease(id, owner, { state: 'failed', failure: 'PROCESSING_FAILED' }),

    async finish(id, owner, outcome) {
      if ('failure' in outcome)
        return endLease(id, owner, { state: 'failed', failure: outcome.failure })
      const row = await Files.findByPk(id, { attributes: ['id', 'consultationId'] })
      return row ? endLease(id, owner, await columnsOf(row, outcome.reading)) : false
    },

    async releaseLeasesOf(isGone) {
      const held = await Files.findAll({
        attributes: ['id', 'leaseOwner'],
        where: { state: 'processing', leaseOwner: { [Op.ne]: null } },
      })
      let released = 0
      for (const { id, leaseOwner } of held) {
        if (leaseOwner === null || !isGone(leaseOwner)) continue
        if (await endLease(id, leaseOwner, { runAfter: now() })) released++
      }
      return released
    },

    async nextDueInMs() {
      const next = await Files.findAll({
        attributes: ['runAfter', 'leaseOwner', 'leaseExpiresAt'],
        where: { state: 'processing' },
      })
      const dues = next.map(({ runAfter, leaseOwner, leaseExpiresAt }) =>
        leaseOwner === null ? runAfter.getTime() : (leaseExpiresAt?.getTime() ?? 0),
      )
      return dues.length > 0 ? Math.max(0, Math.min(...dues) - now().getTime()) : null
    },
  }
}

const LOOK_AGAIN_MS = 60_000
