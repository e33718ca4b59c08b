/**
 * The inside of a backup. Records, one behind the other:
 *
 * part: u8 1 | u16 LE length of the name | name (UTF-8) | blocks: u32 LE length | bytes … | u32 0.
 * manifest: u8 2 | u32 LE length | JSON (core/backup/manifest.ts). It is the last.
 *
 * A part's length stands behind it: files that are being written have none before they are read.
 */
import { createHash } from 'node:crypto'
import { BackupManifest, type BackupPart } from '../../core/backup/manifest.ts'
import { type ContainerWriter, damaged } from './container.ts'

const PART = 1
const MANIFEST = 2
const MAX_BLOCK_BYTES = 1 << 20
const MAX_MANIFEST_BYTES = 1 << 30

/** @returns what the manifest is to say of it */
export async function writePart(
  to: Pick<ContainerWriter, 'write'>,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<BackupPart> {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(3)
  head.writeUInt8(PART)
  head.writeUInt16LE(bytes.length, 1)
  await to.write(Buffer.concat([head, bytes]))
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const block of content) {
    if (block.length === 0) continue
    hash.update(block)
    sizeBytes += block.length
    await to.write(u32(block.length))
    await to.write(block)
  }
  await to.write(u32(0))
  return { name, sizeBytes, sha256: hash.digest('hex') }
}

export async function writeManifest(
  to: Pick<ContainerWriter, 'write'>,
  manifest: BackupManifest,
): Promise<void> {
  const json = Buffer.from(JSON.stringify(manifest))
  await to.write(Buffer.concat([Buffer.of(MANIFEST), u32(json.length), json]))
}

/** Where a part's bytes go. */
export interface PartSink {
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/**
 * Reads all records and proves the parts by the manifest.
 * @param openSink null: the part is read and not wanted
 * @throws {AppError} `backup_damaged`
 */
export async function readRecords(
  content: AsyncIterable<Buffer>,
  openSink: (name: string) => Promise<PartSink | null>,
): Promise<BackupManifest> {
  const from = byteReader(content)
  const found: BackupPart[] = []
  for (;;) {
    const [kind] = await from.take(1)
    if (kind === PART) found.push(await readPart(from, openSink))
    else if (kind === MANIFEST) break
    else throw damaged('a record in it is of no known kind')
  }
  const length = (await from.take(4)).readUInt32LE()
  if (length > MAX_MANIFEST_BYTES) throw damaged('its manifest has no sense')
  const manifest = parse(await from.take(length))
  if (!(await from.isAtEnd())) throw damaged('something stands behind its manifest')
  prove(found, manifest.parts)
  return manifest
}

type ByteReader = ReturnType<typeof byteReader>

async function readPart(
  from: ByteReader,
  openSink: (name: string) => Promise<PartSink | null>,
): Promise<BackupPart> {
  const name = (await from.take((await from.take(2)).readUInt16LE())).toString('utf8')
  if (!isSafe(name)) throw damaged('a name in it leads out of the folder')
  const sink = await openSink(name)
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    for (;;) {
      const length = (await from.take(4)).readUInt32LE()
      if (length === 0) break
      if (length > MAX_BLOCK_BYTES) throw damaged('a block in it has no sense')
      const block = await from.take(length)
      hash.update(block)
      sizeBytes += length
      await sink?.write(block)
    }
  } finally {
    await sink?.close()
  }
  return { name, sizeBytes, sha256: hash.digest('hex') }
}

function prove(found: readonly BackupPart[], told: readonly BackupPart[]) {
  const spelled = ({ name, sizeBytes, sha256 }: BackupPart) => `${name} ${sizeBytes} ${sha256}`
  const same =
    found.length === told.length &&
    found.every((part, i) => told[i] && spelled(part) === spelled(told[i]))
  if (!same) throw damaged('its parts are not those of its manifest')
  if (new Set(found.map(({ name }) => name)).size !== found.length)
    throw damaged('a part is in it twice')
}

function isSafe(name: string): boolean {
  const steps = name.split('/')
  return !name.includes('\0') && steps.every((step) => step !== '' && step !== '.' && step !== '..')
}

function parse(json: Buffer): BackupManifest {
  try {
    return BackupManifest.parse(JSON.parse(json.toString('utf8')))
  } catch (cause) {
    throw damaged('its manifest cannot be read', cause)
  }
}

function byteReader(content: AsyncIterable<Buffer>) {
  const pieces = content[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const { value, done } = await pieces.next()
    if (done) return false
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }

  return {
    async take(length: number): Promise<Buffer> {
      while (held.length < length) if (!(await more())) throw damaged('it ends too early')
      const taken = held.subarray(0, length)
      held = held.subarray(length)
      return taken
    },
    async isAtEnd(): Promise<boolean> {
      while (held.length === 0) if (!(await more())) return true
      return false
    },
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
