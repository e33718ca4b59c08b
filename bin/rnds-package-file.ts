/**
 * Reads a published package of profiles (`package.tgz`): all in memory, nothing is unpacked, and
 * nothing of a file that is wrong anywhere is kept.
 */
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { ReadEntry } from 'tar'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import type { DefinitionFile } from '../core/fhir/profile/load-definitions.ts'
import { type PackageManifest, PackageManifestSchema } from '../core/rnds/profile-package.ts'
import { eachTarEntry, gunzipped } from './tar-entries.ts'

export interface PackageFile {
  manifest: PackageManifest
  /** Those that define something. */
  files: DefinitionFile[]
}

/**
 * Of what is unpacked and what its entries say of themselves, together: several times those of the
 * largest guide, of which lists of codes are most.
 */
const MOST_BYTES = 384 * 1024 * 1024
const MOST_ENTRIES = 20_000
const MANIFEST = 'package/package.json'
const DEFINES = new Set(['StructureDefinition', 'ValueSet', 'CodeSystem'])

/**
 * @throws {AppError} `file_not_readable`, `package_damaged`, `package_unsafe`, `package_too_large`,
 * `package_foreign` where it is for another FHIR than R4
 */
export async function readPackageFile(path: string): Promise<PackageFile> {
  const texts = await textsIn(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof AppError) throw error
    if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR')
      throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, {
        cause: error,
      })
    // What gzip, tar or the end of the file object to.
    throw damaged('it cannot be unpacked, or its end is missing')
  })
  const manifest = manifestOf(texts.get(MANIFEST))
  texts.delete(MANIFEST)
  return {
    manifest,
    files: [...texts].flatMap(([name, text]) => {
      const { resourceType } = jsonOf(name, text)
      return DEFINES.has(resourceType ?? '') ? [{ name: name.slice('package/'.length), text }] : []
    }),
  }
}

/** JSON that stands right in `package/`: examples and the like lie deeper. */
async function textsIn(path: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const seen = new Set<string>()
  let bytes = 0
  const count = (more: number) => {
    bytes += more
    if (bytes > MOST_BYTES)
      throw new AppError('too-large', 'package_too_large', 'The package unpacks to too much.')
  }
  const take = async (entry: ReadEntry) => {
    const name = entry.path
    mustBeSafe(entry)
    if (seen.has(name) && entry.type !== 'Directory') throw damaged(`${name} is in it twice`)
    seen.add(name)
    if (seen.size > MOST_ENTRIES)
      throw new AppError('too-large', 'package_too_large', 'The package holds too many files.')
    // What it says, before it is held.
    count(entry.size)
    const isWanted = /^package\/[^/]+\.json$/.test(name) && name !== 'package/.index.json'
    if (isWanted && entry.type !== 'Directory') texts.set(name, String(await buffer(entry)))
    else entry.resume()
  }
  await eachEntry(path, take, count)
  return texts
}

function mustBeSafe({ path: name, type }: ReadEntry) {
  const isPlain = type === 'File' || type === 'OldFile' || type === 'Directory'
  const isInside =
    !name.startsWith('/') &&
    !name.includes('\\') &&
    !name.includes('\0') &&
    !/^[a-z]:/i.test(name) &&
    !name.split('/').includes('..')
  if (!isPlain || !isInside)
    throw new AppError(
      'invalid',
      'package_unsafe',
      'The package holds a link, or a name that leads out of it: no published package does.',
    )
}

/** Every byte is counted as it is unpacked. */
async function eachEntry(
  path: string,
  work: (entry: ReadEntry) => Promise<void>,
  count: (bytes: number) => void,
): Promise<void> {
  let source: ReturnType<typeof gunzipped> | undefined
  const open = () => {
    source = gunzipped(createReadStream(path))
    return source
  }
  let isFirst = true
  const passing = (bytes: Uint8Array) => {
    // The parser would unpack what is packed twice by itself, uncounted.
    if (isFirst && bytes[0] === 0x1f) throw damaged('it is packed twice')
    isFirst = false
    count(bytes.length)
  }
  try {
    await eachTarEntry(open, work, passing)
  } finally {
    source?.destroy()
  }
}

const Published = z.looseObject({
  name: z.string(),
  version: z.string(),
  canonical: z.string().optional(),
  fhirVersions: z.array(z.string()).optional(),
  /** As the first tools wrote it. */
  'fhir-version-list': z.array(z.string()).optional(),
  date: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})

function manifestOf(text: string | undefined): PackageManifest {
  if (text === undefined)
    throw damaged(`it has no ${MANIFEST}: is it a package that a guide publishes?`)
  const said = Published.safeParse(jsonOf(MANIFEST, text)).data
  if (!said) throw damaged(`${MANIFEST} lacks name or version`)
  const { canonical = '', date = '' } = said
  const found = PackageManifestSchema.safeParse({
    name: said.name,
    version: said.version,
    canonical: /^https?:\/\/[\x21-\x7e]+$/.test(canonical) ? canonical : null,
    fhirVersions: said.fhirVersions ?? said['fhir-version-list'] ?? [],
    date: dayOf(date),
    dependencies: Object.entries(said.dependencies ?? {}).map((each) => each.join('#')),
  }).data
  if (!found) throw damaged(`${MANIFEST} names the package in a way that packages have not`)
  if (found.fhirVersions.some((version) => !version.startsWith('4.0')))
    throw new AppError(
      'invalid',
      'package_foreign',
      'The package is not for FHIR R4 (4.0.1), which the network uses.',
    )
  return found
}

/** `20260616103000`, as the publisher writes it, or `2026-06-16`. */
function dayOf(date: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(date) ?? []
  return day === undefined ? null : `${year}-${month}-${day}`
}

const Resource = z.looseObject({ resourceType: z.string().optional() })

function jsonOf(name: string, text: string): z.infer<typeof Resource> {
  try {
    return Resource.parse(JSON.parse(text))
  } catch {
    throw damaged(`${name} is no JSON`)
  }
}

function damaged(why: string): AppError {
  return new AppError('invalid', 'package_damaged', `The package is damaged: ${why}.`)
}
