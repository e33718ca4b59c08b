/**
 * The network's profiles as its guides are published: FHIR packages with a name and a version,
 * several of which may lie here, each in force from a day on.
 */
import { z } from 'zod'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { overlaySets, type ProfileSet, ProfileSetSchema } from '../fhir/profile/profile-rules.ts'
import { shippedVersions } from '../fhir/rules/rnds-versions.ts'
import { PROFILES } from '../fhir/terms.ts'

/** What a published package says of itself (`package/package.json`), as far as we go by it. */
export const PackageManifestSchema = z.object({
  /** `br.gov.saude.rac` */
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,127}$/i),
  version: z.string().regex(/^[0-9a-z][\w.+-]{0,63}$/i),
  canonical: z.string().nullable(),
  fhirVersions: z.array(z.string()),
  /** `2026-06-16` */
  date: z.string().nullable(),
  /** `hl7.fhir.r4.core#4.0.1` */
  dependencies: z.array(z.string()),
})
export type PackageManifest = z.infer<typeof PackageManifestSchema>

export const ProfilePackageSchema = PackageManifestSchema.extend({
  importedAt: z.coerce.date(),
  /** Files that it was made of. */
  files: z.int(),
  versions: z.record(
    z.string(),
    z.object({ version: z.string().nullable(), date: z.string().nullable() }),
  ),
  set: ProfileSetSchema,
})
export type ProfilePackage = z.infer<typeof ProfilePackageSchema>

export const ProfileUseSchema = z.object({
  name: z.string(),
  /** null: from then on the built-in profiles again. */
  version: z.string().nullable(),
  /** The day in Brasília from which it is in force: `2026-12-01`. */
  from: z.iso.date(),
})
export type ProfileUse = z.infer<typeof ProfileUseSchema>

export interface ProfileShelf {
  packages: ProfilePackage[]
  /** In the order of their days; one for each name and day. */
  uses: ProfileUse[]
}

/** Named so in commands, lists and records that were made by them. */
export const BUILT_IN = 'built-in'
/** A folder of files has no version of its own: it is the day of its import. */
export const FOLDER = 'folder'

/** The profile of each record's root: whoever defines it speaks last for such records. */
export const ROOTS: Readonly<Record<NetworkDocumentType, string>> = {
  RAC: PROFILES.clinicalEncounterRecord,
  RPM: PROFILES.prescriptionRecord,
  REPM: PROFILES.electronicPrescriptionRecord,
  REL: PROFILES.laboratoryRecord,
}

export const RECORD_TYPES = Object.keys(ROOTS) as NetworkDocumentType[]

/** Where the built-in profiles come from; they are of these days. */
export const BUILT_IN_SOURCES: Readonly<
  Record<NetworkDocumentType, { version: string; from: string } | null>
> = {
  RAC: {
    version: '2025-08-05',
    from: 'the sources of the ministry’s guide, before its release 1.0.0',
  },
  RPM: { version: '2025-08-05', from: 'the sources of the ministry’s guide' },
  REPM: null,
  REL: { version: '2021-04-12', from: 'the ministry’s profiles 3.2.1' },
}

/** `br.gov.saude.rac#1.0.0`, as FHIR writes it. */
export const packageId = ({ name, version }: { name: string; version: string }) =>
  `${name}#${version}`

/** What was published of the root's profile itself. */
export function rootVersion(
  type: NetworkDocumentType,
  made: ProfilePackage | null,
): { version: string | null; date: string | null } | null {
  return (made?.versions ?? shippedVersions())[ROOTS[type]] ?? null
}

/** By the profile that the first entry claims; null: of none that is known. */
export function typeOfBundle(bundle: unknown): NetworkDocumentType | null {
  const claimed = FirstEntry.safeParse(bundle).data?.entry[0].resource.meta.profile[0]
  return RECORD_TYPES.find((type) => ROOTS[type] === claimed?.split('|')[0]) ?? null
}

const first = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema], z.unknown())
const FirstEntry = z.object({
  entry: first(
    z.object({ resource: z.object({ meta: z.object({ profile: first(z.string()) }) }) }),
  ),
})

/** The types of records whose root a package defines. */
export function typesOf({ set }: Pick<ProfilePackage, 'set'>): NetworkDocumentType[] {
  return RECORD_TYPES.filter((type) => Object.hasOwn(set.profiles, ROOTS[type]))
}

export interface InForce {
  /** Of the type's root; null: the built-in one, or none at all. */
  package: ProfilePackage | null
  /** Since that day; null: since the product is here. */
  since: string | null
  /** In the order in which one speaks over the other. */
  layers: ProfilePackage[]
}

/**
 * What holds for records of a type on a day: of each name the version whose day came last, and over
 * all others the one that defines the type's root.
 * @param type null: of no known type
 * @param day `2026-12-01`
 */
export function inForce(
  { packages, uses }: ProfileShelf,
  type: NetworkDocumentType | null,
  day: string,
): InForce {
  const begun = uses.filter(({ from }) => from <= day)
  const current = begun
    .filter(({ name }, index) => !begun.slice(index + 1).some((later) => later.name === name))
    .flatMap(({ name, version, from }) => {
      const found = packages.find((one) => one.name === name && one.version === version)
      return found ? [{ found, from }] : []
    })
  const hasRoot = ({ found }: { found: ProfilePackage }) =>
    type !== null && Object.hasOwn(found.set.profiles, ROOTS[type])
  const roots = current.filter(hasRoot)
  const last = roots.at(-1)
  return {
    package: last?.found ?? null,
    since: last?.from ?? null,
    layers: [...current.filter((one) => !hasRoot(one)), ...roots].map(({ found }) => found),
  }
}

/** The rules of what is in force, over those of the product. */
export function layered(shipped: ProfileSet, { layers }: Pick<InForce, 'layers'>): ProfileSet {
  return layers.reduce((under, { set }) => overlaySets(under, set), shipped)
}

/** What a record is made by, as it is kept with it. */
export function nameOf(type: NetworkDocumentType | null, { package: made }: InForce): string {
  if (made) return packageId(made)
  const source = type && BUILT_IN_SOURCES[type]
  return source ? packageId({ name: BUILT_IN, version: source.version }) : BUILT_IN
}

/** Newest last: by the numbers in them, a release after its candidates. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [a, b] = [left[index], right[index]]
    if (a === b) continue
    // `1.0.0` comes after `1.0.0-ballot`, and before `1.0.0.1`.
    if (a === undefined) return typeof b === 'string' ? 1 : -1
    if (b === undefined) return typeof a === 'string' ? -1 : 1
    if (typeof a === typeof b) return a < b ? -1 : 1
    return typeof a === 'number' ? 1 : -1
  }
  return 0
}

/** `-release` is how the ministry marks what is no candidate. */
function partsOf(version: string): (number | string)[] {
  return version
    .replace(/-release$/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
