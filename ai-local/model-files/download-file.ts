/**
 * Fetching one large file over a line that breaks (DESIGN §7). Goes on where the last attempt
 * ended, waits longer after every failure in a row, gives up only when nothing moves any more, and
 * keeps what it has for the next run. The SHA-256 known beforehand judges the result; entity tags
 * only save time.
 */
import { AppError } from '../../core/errors.ts'
import type { TransferOptions } from '../../core/model-file/ports.ts'
import { AttemptFailed, asDownloadError, ofStatus } from './download-errors.ts'
import type { HttpAnswer, HttpSource } from './http-source.ts'
import { openPartFile, type PartFile } from './part-file.ts'

export interface DownloadDeps {
  source: HttpSource
  /** Resolves after `ms`, or rejects with `signal.reason`. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Free space of the disk that the target is on. */
  freeBytes(): Promise<number>
  /** Room that must stay free on the disk: the database writes there too. */
  reserveBytes?: number
  /** Attempts in a row that brought nothing, before giving up. */
  attempts?: number
}

export interface DownloadTarget {
  url: string
  path: string
  sha256: string
}

const RESERVE_BYTES = 64 * 1024 * 1024
const LONGEST_WAIT_MS = 60_000

/** @throws {AppError} see `ModelStore.download`; `signal.reason` when aborted */
export async function downloadFile(
  deps: DownloadDeps,
  target: DownloadTarget,
  { signal, onProgress }: TransferOptions,
): Promise<void> {
  const onHashed = (doneBytes: number) =>
    onProgress?.({ phase: 'hash', doneBytes, totalBytes: null })
  const part = await openPartFile(target.path, onHashed, signal)
  let open = true
  try {
    const resumed = part.receivedBytes > 0
    await fetchAll(deps, target, part, { signal, ...(onProgress && { onProgress }) })
    if (part.digest() !== target.sha256 && resumed) {
      // The source may have changed between two runs: once more, from nothing.
      await part.restart(null)
      await fetchAll(deps, target, part, { signal, ...(onProgress && { onProgress }) })
    }
    open = false
    if (part.digest() === target.sha256) return await part.finish()
    await part.discard()
    throw mismatch(target)
  } finally {
    if (open) await (part.receivedBytes > 0 ? part.close() : part.discard())
  }
}

/** Until the source has no more to give. */
async function fetchAll(
  deps: DownloadDeps,
  target: DownloadTarget,
  part: PartFile,
  options: TransferOptions,
) {
  const { attempts = 6, sleep } = deps
  const atStart = part.receivedBytes
  for (let failures = 0; ; ) {
    const before = part.receivedBytes
    try {
      return await attempt(deps, target, part, options)
    } catch (error) {
      options.signal.throwIfAborted()
      const failure = asDownloadError(error, target.url, process.env)
      if (!(failure instanceof AttemptFailed))
        throw isDiskFull(failure) ? await diskFilledUp(failure, part, deps) : failure
      failures = part.receivedBytes > before ? 1 : failures + 1
      const isHopeless = failure.isNameUnknown && part.receivedBytes === atStart
      if (failures >= attempts || isHopeless) throw gaveUp(failure, part)
      const waitMs = failure.retryAfterMs ?? Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (failures - 1))
      const doneBytes = part.receivedBytes
      options.onProgress?.({
        phase: 'wait',
        doneBytes,
        totalBytes: null,
        waitMs,
        reason: failure.message,
      })
      await sleep(waitMs, options.signal)
    }
  }
}

async function attempt(
  { source, freeBytes, reserveBytes = RESERVE_BYTES }: DownloadDeps,
  { url }: DownloadTarget,
  part: PartFile,
  { signal, onProgress }: TransferOptions,
) {
  const answer = await source.get(url, requestHeaders(part), signal)
  try {
    if (answer.status === 416 && part.receivedBytes > 0) {
      await part.restart(null)
      throw new AttemptFailed('the source has another file now')
    }
    const totalBytes = await position(answer, part)
    if (totalBytes !== null)
      refuseWithoutRoom(totalBytes - part.receivedBytes + reserveBytes, await freeBytes())
    for await (const chunk of answer.body) {
      await part.append(chunk)
      onProgress?.({ phase: 'download', doneBytes: part.receivedBytes, totalBytes })
    }
    if (totalBytes !== null && part.receivedBytes < totalBytes)
      throw new AttemptFailed('the connection ended early')
  } finally {
    answer.discard()
  }
}

function requestHeaders({ receivedBytes, etag }: PartFile): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'svcctl' }
  if (receivedBytes > 0) {
    headers.range = `bytes=${receivedBytes}-`
    if (etag) headers['if-range'] = etag
  }
  return headers
}

/**
 * Puts the part file where the answer's bytes belong. @returns the size of the whole, when the
 * source tells it
 */
async function position(answer: HttpAnswer, part: PartFile): Promise<number | null> {
  if (answer.status !== 200 && answer.status !== 206) throw ofStatus(answer)
  // A proxy's login page, say: it must not replace the gigabytes that are already here.
  if (answer.header('content-type')?.startsWith('text/html'))
    throw new AppError(
      'rejected',
      'download_failed',
      'The source answered with a web page instead of the file. Does a proxy ask for a login? Is modelMirror right?',
    )
  if (answer.status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '')
    if (Number(range?.[1]) === part.receivedBytes)
      return range?.[2] === '*' ? null : Number(range?.[2])
    await part.restart(null)
    throw new AttemptFailed('the source sent another part than was asked for')
  }
  const etag = answer.header('etag')
  await part.restart(etag && !etag.startsWith('W/') ? etag : null)
  const length = answer.header('content-length')
  return length === undefined ? null : Number(length)
}

function refuseWithoutRoom(neededBytes: number, freeBytes: number) {
  if (freeBytes >= neededBytes) return
  const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  throw new AppError(
    'rejected',
    'disk_full',
    `Not enough room: ${mib(neededBytes)} MiB are needed still, and the disk has ${mib(freeBytes)} MiB.`,
  )
}

const isDiskFull = (error: Error) => error instanceof AppError && error.code === 'disk_full'

/**
 * Others filled the disk meanwhile: what the database needs to go on is given back, the rest is
 * kept.
 */
async function diskFilledUp(
  failure: Error,
  part: PartFile,
  { freeBytes, reserveBytes = RESERVE_BYTES }: DownloadDeps,
): Promise<AppError> {
  const lacking = Math.max(0, reserveBytes - (await freeBytes()))
  await part.cutTo(Math.max(0, part.receivedBytes - lacking))
  const mib = Math.floor(part.receivedBytes / 1024 / 1024)
  return new AppError(
    'rejected',
    'disk_full',
    `${failure.message} Of what arrived ${mib} MiB are kept. Make room (svcctl model list shows what models take), then run the same command again: it goes on from there.`,
    { cause: failure },
  )
}

function gaveUp(failure: AttemptFailed, { receivedBytes }: PartFile): AppError {
  const kept =
    receivedBytes > 0
      ? ` The ${Math.floor(receivedBytes / 1024 / 1024)} MiB that arrived are kept: run the same command again to go on.`
      : ' Without internet, bring the file on a USB stick: svcctl model import <path>.'
  return new AppError(
    'unavailable',
    'download_failed',
    `The download did not get through: ${failure.message}.${kept}`,
    { cause: failure },
  )
}

function mismatch({ url, sha256 }: DownloadTarget): AppError {
  return new AppError(
    'rejected',
    'model_checksum_mismatch',
    `What ${new URL(url).host} delivered is not the file it should be (SHA-256 ${sha256.slice(0, 12)}… expected). It was removed. If modelMirror names a mirror, renew its copy.`,
  )
}
