/**
 * Room that nothing new may take: with it, when the rest of the disk is full, records are read,
 * recordings end and the audit goes on. Part of it lies in a file, which other
 * programs cannot fill; it is given back to the disk a part at a time when room runs out, and made
 * again when there is room.
 */

import { randomFillSync } from 'node:crypto'
import { type FileHandle, open, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadinessCheck } from '../api/pages/health.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Log } from '../core/log.ts'
import { lowOnRoom, type RequireRoom } from '../core/storage-room.ts'
import type { Chore } from './upkeep.ts'

/** A program that fills the disk is answered within as much. */
const LOOK_MS = 250
/** After a write that failed although the disk tells of room (a quota): nothing is taken again. */
const HELD_BACK_MS = 60_000
const BYTES_PER_MIB = 1024 * 1024
/** Of a small disk the reserve is no more than this. */
const MOST_OF_THE_DISK = 0.05
/** The file's part of the reserve, and its largest size. */
const PART_IN_FILE = 0.5
const LARGEST_FILE = 64 * BYTES_PER_MIB
/** Of the file: with less room than this, some of it is given back. */
const SHORT_OF_ROOM = 0.25

type Settings = { dataDir: string; diskReserveMiB: number }

export interface ReserveState {
  /** Bytes of the file now, and when it is whole. */
  kept_bytes: number
  whole_bytes: number
  /** Nothing new is taken. */
  low: boolean
}

export interface DiskReserve {
  requireRoom: RequireRoom
  /** Something found no room. @returns whether some was given back: it may be tried again */
  makeRoom(): Promise<boolean>
  state(): ReserveState
  check: ReadinessCheck
  /** Looks again; the file is made by and by. */
  chore: Chore
}

/** In bytes, of the disk on which a path lies. */
export async function reserveSizes(path: string, diskReserveMiB: number) {
  const { bavail, blocks, bsize } = await statfs(path)
  const reserve = Math.min(diskReserveMiB * BYTES_PER_MIB, blocks * bsize * MOST_OF_THE_DISK)
  const whole = Math.floor(Math.min(LARGEST_FILE, reserve * PART_IN_FILE))
  return { free: bavail * bsize, reserve, whole }
}

/** What the file holds and would hold; null where the folder's disk says nothing. */
export async function reserveFacts({ dataDir, diskReserveMiB }: Settings) {
  const sizes = await reserveSizes(dataDir, diskReserveMiB).catch(() => null)
  if (!sizes) return null
  const keptBytes = await reserveFile(dataDir).kept()
  const isLow = sizes.free + keptBytes < sizes.reserve
  return { keptBytes, wholeBytes: sizes.whole, isLow }
}

/**
 * Looks before it returns, as what opens the database next may need the room; nothing is written
 * yet: the disk of the data may not be mounted.
 */
export async function openDiskReserve(settings: Settings, log: Log): Promise<DiskReserve> {
  const { dataDir, diskReserveMiB } = settings
  const file = reserveFile(dataDir)
  let state: ReserveState = { kept_bytes: 0, whole_bytes: 0, low: false }
  let heldBackUntilMs = Number.NEGATIVE_INFINITY
  /** One after the other. */
  let looking: Promise<unknown> = Promise.resolve()
  let isLooking = false
  let toldFault = false

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = looking.then(work)
    looking = done.catch(() => {})
    return done
  }

  async function look({ mayWrite = true } = {}) {
    const { free, reserve, whole } = await reserveSizes(dataDir, diskReserveMiB)
    if (free < whole * SHORT_OF_ROOM) await give(whole)
    // The file takes nothing from the rest of the reserve, or it would be given back at once.
    else if (mayWrite && free >= reserve && !isHeldBack()) await file.add(whole).catch(holdBack)
    await see()
  }

  async function give(whole: number): Promise<boolean> {
    const gave = await file.give(whole)
    if (gave) log.error('storage.reserve_used', { keptBytes: await file.kept() })
    return gave
  }

  const isHeldBack = () => performance.now() < heldBackUntilMs
  function holdBack() {
    heldBackUntilMs = performance.now() + HELD_BACK_MS
  }

  async function see() {
    const { root, audio, files } = dataFolder(dataDir)
    const disks = new Set<number>()
    const kept = await file.kept()
    let low = isHeldBack()
    let whole = 0
    for (const folder of [root, audio, files]) {
      const disk = await stat(folder).catch(() => null)
      if (!disk || disks.has(disk.dev)) continue
      disks.add(disk.dev)
      const sizes = await reserveSizes(folder, diskReserveMiB)
      if (folder === root) whole = sizes.whole
      if (sizes.free + (folder === root ? kept : 0) < sizes.reserve) low = true
    }
    if (low !== state.low) log[low ? 'error' : 'info'](low ? 'storage.low' : 'storage.room_again')
    state = { kept_bytes: kept, whole_bytes: whole, low }
  }

  /** A disk that hangs is waited for once, and one that says nothing is logged once. */
  async function lookAgain() {
    if (isLooking) return
    isLooking = true
    try {
      await inTurn(look)
      toldFault = false
    } catch (err) {
      if (!toldFault) log.warn('storage.not_looked_at', { err })
      toldFault = true
    } finally {
      isLooking = false
    }
  }

  await inTurn(() => look({ mayWrite: false })).catch(() => {})

  return {
    requireRoom() {
      if (state.low) throw lowOnRoom()
    },
    makeRoom: () =>
      inTurn(async () => {
        const { free, whole } = await reserveSizes(dataDir, diskReserveMiB)
        if (free >= whole * SHORT_OF_ROOM) holdBack()
        const gave = await give(whole)
        await see()
        return gave
      }),
    state: () => state,
    check: { name: 'storage_reserve', required: false, isReady: () => !state.low },
    chore: { name: 'disk-reserve', everyMs: LOOK_MS, run: lookAgain },
  }
}

const NAME = 'room.reserve'
/** Added in one step: a start, and the sound beside it, do not wait for the disk. */
const STEP_BYTES = 1 << 20
/** Of what is given back at once: whoever goes on filling the disk has to fill it again. */
const PARTS = 4

/**
 * Room that is really taken on the disk of the data folder, so that another program cannot fill it:
 * a file of noise, made a little at a time and given back a part at a time.
 */
interface ReserveFile {
  /** Bytes that it holds now. */
  kept(): Promise<number>
  /** One step towards `wholeBytes`. @throws what the disk says */
  add(wholeBytes: number): Promise<void>
  /** Gives a part back to the disk. @returns whether there was anything to give */
  give(wholeBytes: number): Promise<boolean>
}

function reserveFile(dataDir: string): ReserveFile {
  const path = join(dataDir, NAME)
  /** Noise: a disk that compresses keeps its room as well. */
  let noise: Buffer | undefined

  const kept = async () => (await stat(path).catch(() => null))?.size ?? 0

  async function opened(flags: string, work: (file: FileHandle) => Promise<unknown>) {
    const file = await open(path, flags, 0o600)
    try {
      await work(file)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  return {
    kept,
    async add(wholeBytes) {
      const missing = Math.min(STEP_BYTES, wholeBytes - (await kept()))
      if (missing <= 0) return
      noise ??= randomFillSync(Buffer.allocUnsafe(STEP_BYTES))
      const step = noise.subarray(0, missing)
      await opened('a', (file) => file.appendFile(step))
    },
    async give(wholeBytes) {
      const size = await kept()
      if (size === 0) return false
      const left = Math.max(0, size - Math.ceil(wholeBytes / PARTS))
      await opened('r+', (file) => file.truncate(left))
      return true
    },
  }
}
