/**
 * The network's profiles that an administrator imported, and from when each is in force: one file,
 * so that what is read is always whole.
 */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dataFolder } from '../config/data-folder.ts'
import { AppError } from '../core/errors.ts'
import { brasiliaDate } from '../core/fhir/bundle/brasilia-time.ts'
import { type DefinitionNote, loadDefinitions } from '../core/fhir/profile/load-definitions.ts'
import { ProfileSetSchema } from '../core/fhir/profile/profile-rules.ts'
import { DOCUMENTS_BASE } from '../core/fhir/terms.ts'
import {
  FOLDER,
  type ProfilePackage,
  ProfilePackageSchema,
  type ProfileShelf,
  type ProfileUse,
  ProfileUseSchema,
  packageId,
} from '../core/rnds/profile-package.ts'
import { choosePackage, planned } from '../core/rnds/profile-shelf.ts'
import { writeDurably } from '../models/durable-file.ts'
import { readPackageFile } from './rnds-package-file.ts'

const Stored = z.object({
  packages: z.array(ProfilePackageSchema),
  uses: z.array(ProfileUseSchema),
})

/** As it was kept when there was one folder of files, and no package. */
const StoredFolder = z.object({
  importedAt: z.coerce.date(),
  files: z.int(),
  set: ProfileSetSchema,
})

/** Larger than all that the ministry publishes together. */
const LARGEST_FILE = 64 * 1024 * 1024

export interface FoundPackage {
  found: ProfilePackage
  /** Of what is left out, or not checked. */
  notes: DefinitionNote[]
}

export type DefinitionsFolder = ReturnType<typeof definitionsFolder>

export function definitionsFolder(dataDir: string, now: () => Date) {
  const { files } = dataFolder(dataDir)
  const path = join(files, 'rnds-packages.json')
  const folderPath = join(files, 'rnds-definitions.json')

  async function find(): Promise<ProfileShelf> {
    const text = await textOf(path)
    if (text !== null) return parse(path, Stored, text)
    const earlier = await textOf(folderPath)
    if (earlier === null) return { packages: [], uses: [] }
    const { importedAt, files: count, set } = parse(folderPath, StoredFolder, earlier)
    const day = brasiliaDate(importedAt)
    return {
      packages: [{ ...folderManifest(day), importedAt, files: count, versions: {}, set }],
      uses: [{ name: FOLDER, version: day, from: day }],
    }
  }

  async function save(shelf: ProfileShelf): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(path, JSON.stringify(shelf))
    await rm(folderPath, { force: true })
  }

  return {
    /** @throws {AppError} `definitions_damaged` */
    find,

    /** Changes when an import or a change of dates is made, here or by another program. */
    async stamp(): Promise<string> {
      const of = async (one: string) => {
        const found = await stat(one).catch(() => null)
        return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : ''
      }
      return `${await of(path)}|${await of(folderPath)}`
    },

    /**
     * What a package file is, or a folder of JSON files and of those in it; nothing is kept.
     * @throws {AppError} `definitions_none`, `definitions_too_large`, and what reading a package
     * throws
     */
    async lookAt(source: string): Promise<FoundPackage> {
      const kind = await stat(source).catch((cause: unknown) => {
        throw new AppError('not-found', 'file_not_readable', `${source} cannot be read.`, { cause })
      })
      const read = kind.isDirectory()
        ? { manifest: folderManifest(brasiliaDate(now())), files: await filesOf(source) }
        : await readPackageFile(source)
      const { set, versions, notes } = loadDefinitions(read.files)
      const profiles = Object.keys(set.profiles)
      if (kind.isDirectory() && profiles.length === 0)
        throw new AppError(
          'invalid',
          'definitions_none',
          `${source} holds no profile (StructureDefinition in JSON).`,
        )
      if (!kind.isDirectory() && !profiles.some((url) => url.startsWith(`${DOCUMENTS_BASE}/`)))
        throw new AppError(
          'invalid',
          'package_foreign',
          `${packageId(read.manifest)} defines nothing that documents of the network are made of.`,
        )
      const facts = { importedAt: now(), files: read.files.length, versions, set }
      return { found: { ...read.manifest, ...facts }, notes }
    },

    /**
     * Keeps it. A folder is in force at once, and takes the place of the one before; a package lies
     * beside the others until it is used.
     * @returns false where the same package lies here already
     * @throws {AppError} `package_exists` where it is another one
     */
    async keep(found: ProfilePackage): Promise<boolean> {
      const shelf = await find()
      if (found.name === FOLDER) {
        const { packages, uses } = withoutName(shelf, FOLDER)
        const today = brasiliaDate(now())
        const use = { name: FOLDER, version: found.version, from: today }
        await save({ packages: [...packages, found], uses: planned(uses, use) })
        return true
      }
      const there = shelf.packages.find((one) => packageId(one) === packageId(found))
      if (there) {
        if (contentOf(there) === contentOf(found)) return false
        throw new AppError(
          'conflict',
          'package_exists',
          `Another ${packageId(found)} lies here. If it is the wrong one: svcctl rnds definitions remove ${packageId(found)}`,
        )
      }
      await save({ ...shelf, packages: [...shelf.packages, found] })
      return true
    },

    /**
     * @param reference `1.0.0`, `br.gov.saude.rac#1.0.0`, `built-in`
     * @param from the day; null: today
     * @throws {AppError} `package_unknown`, `package_ambiguous`
     */
    async use(reference: string, from: string | null): Promise<ProfileUse[]> {
      const shelf = await find()
      const chosen = choosePackage(shelf, reference)
      const made = chosen.map((one) => ({ ...one, from: from ?? brasiliaDate(now()) }))
      await save({ ...shelf, uses: made.reduce(planned, shelf.uses) })
      return made
    },

    /**
     * @param reference null: all of them
     * @returns whether there was anything
     * @throws {AppError} `package_unknown`, `package_ambiguous`, `package_in_use`
     */
    async remove(reference: string | null): Promise<boolean> {
      if (reference === null) {
        const wasThere = (await textOf(path)) !== null || (await textOf(folderPath)) !== null
        await rm(path, { force: true })
        await rm(folderPath, { force: true })
        return wasThere
      }
      const shelf = await find()
      const [chosen] = choosePackage(shelf, reference)
      const gone = shelf.packages.find(
        ({ name, version }) => name === chosen?.name && version === chosen.version,
      )
      if (!gone) return false
      mustBeIdle(shelf, gone, brasiliaDate(now()))
      await save({
        packages: shelf.packages.filter((one) => one !== gone),
        uses: shelf.uses.filter(
          ({ name, version }) => name !== gone.name || version !== gone.version,
        ),
      })
      return true
    },
  }
}

/** In force today, or from a day on that is ahead. */
function mustBeIdle({ uses }: ProfileShelf, gone: ProfilePackage, today: string) {
  const ofName = uses.filter(({ name }) => name === gone.name)
  const current = ofName.findLast(({ from }) => from <= today)
  const inUse = [...(current ? [current] : []), ...ofName.filter(({ from }) => from > today)]
  if (inUse.some(({ version }) => version === gone.version))
    throw new AppError(
      'conflict',
      'package_in_use',
      `${packageId(gone)} is in force, or will be. First: svcctl rnds definitions use with another version`,
    )
}

function withoutName({ packages, uses }: ProfileShelf, name: string): ProfileShelf {
  return {
    packages: packages.filter((one) => one.name !== name),
    uses: uses.filter((one) => one.name !== name),
  }
}

const folderManifest = (version: string) => ({
  name: FOLDER,
  version,
  canonical: null,
  fhirVersions: [],
  date: null,
  dependencies: [],
})

function contentOf({ importedAt: _when, ...content }: ProfilePackage): string {
  return JSON.stringify(content)
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

function parse<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  text: string,
): z.output<Schema> {
  const parsed = schema.safeParse(json(text))
  if (parsed.success) return parsed.data
  throw new AppError(
    'unavailable',
    'definitions_damaged',
    `${path} is damaged. svcctl rnds definitions remove, then import again.`,
  )
}

async function filesOf(folder: string) {
  const names = await jsonFilesIn(folder)
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
}

async function jsonFilesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new AppError('not-found', 'file_not_readable', `${folder} cannot be read.`, { cause })
  })
  const paths = found
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replace(/^\/+/, ''))
    .sort()
  for (const path of paths) {
    const { size } = await stat(join(folder, path))
    if (size > LARGEST_FILE)
      throw new AppError('too-large', 'definitions_too_large', `${path} is too large.`)
  }
  return paths
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
