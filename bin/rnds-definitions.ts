import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dataFolder } from '../config/data-folder.ts'
import { AppError } from '../core/errors.ts'
import { type DefinitionNote, loadDefinitions } from '../core/fhir/profile/load-definitions.ts'
import { overlaySets } from '../core/fhir/profile/overlay-sets.ts'
import { type PreparedRules, prepareRules } from '../core/fhir/profile/prepare-rules.ts'
import { type ProfileSet, ProfileSetSchema } from '../core/fhir/profile/profile-rules.ts'
import { withTeleconsultation } from '../core/fhir/rules/amend.ts'
import { shippedRules } from '../core/fhir/rules/rnds.ts'
import { writeDurably } from '../models/durable-file.ts'

/**
 * Definitions of the network that an administrator imported; they speak for what they define, the
 * shipped rules for the rest.
 */
export interface ImportedDefinitions {
  importedAt: Date
  files: number
  set: ProfileSet
}

const Stored = z.object({
  importedAt: z.coerce.date(),
  files: z.int(),
  set: ProfileSetSchema,
})

/** Larger than all that the ministry publishes together. */
const LARGEST_FILE = 64 * 1024 * 1024

/**
 * What every check goes by: the shipped rules, and before them what an administrator imported. Our
 * bundles name a teleconsultation only where the profile of the establishment says so, so the rules
 * let it pass.
 * @throws {AppError} `definitions_damaged`
 */
export async function rulesInForce(dataDir: string, now: () => Date): Promise<PreparedRules> {
  const shipped = withTeleconsultation(shippedRules())
  const imported = await definitionsFolder(dataDir, now).find()
  return prepareRules(imported ? overlaySets(shipped, imported.set) : shipped)
}

export function definitionsFolder(dataDir: string, now: () => Date) {
  const path = join(dataFolder(dataDir).files, 'rnds-definitions.json')

  return {
    /** null: none were imported. @throws {AppError} `definitions_damaged` */
    async find(): Promise<ImportedDefinitions | null> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text === null) return null
      const parsed = Stored.safeParse(json(text))
      if (parsed.success) return parsed.data
      throw new AppError(
        'unavailable',
        'definitions_damaged',
        `${path} is damaged. Import the definitions again, or: svcctl rnds definitions remove`,
      )
    },

    /** JSON files of a folder and of those in it. @throws {AppError} `definitions_none` */
    async importFrom(folder: string): Promise<ImportedDefinitions & { notes: DefinitionNote[] }> {
      const names = await jsonFilesIn(folder)
      const files = await Promise.all(
        names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
      )
      const { set, notes } = loadDefinitions(files)
      if (Object.keys(set.profiles).length === 0)
        throw new AppError(
          'invalid',
          'definitions_none',
          `${folder} holds no profile (StructureDefinition in JSON).`,
        )
      const imported = { importedAt: now(), files: files.length, set }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeDurably(path, JSON.stringify(imported))
      return { ...imported, notes }
    },

    /** @returns whether there were any */
    async remove(): Promise<boolean> {
      const wasThere = (await stat(path).catch(() => null)) !== null
      await rm(path, { force: true })
      return wasThere
    },
  }
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
