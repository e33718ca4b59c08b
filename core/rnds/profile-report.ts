/** What `svcctl rnds definitions` tells of the profiles in force, and of those that lie here. */
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import type { NetworkDocumentType } from '../fhir/clinical-record.ts'
import { compareSets, type SetComparison, type VersionedSet } from '../fhir/profile/compare-sets.ts'
import { shippedRules } from '../fhir/rules/rnds.ts'
import { shippedVersions } from '../fhir/rules/rnds-versions.ts'
import {
  BUILT_IN,
  BUILT_IN_SOURCES,
  inForce,
  nameOf,
  type ProfilePackage,
  type ProfileShelf,
  type ProfileUse,
  packageId,
  RECORD_TYPES,
  rootVersion,
  typesOf,
} from './profile-package.ts'
import { choosePackage, shelfWarnings } from './profile-shelf.ts'

export interface TypeReport {
  type: NetworkDocumentType
  /** `br.gov.saude.rac#1.0.0`, `built-in#2025-08-05`; `none` where no profile is here. */
  id: string
  /** Of the profile of its root. */
  profile: { version: string | null; date: string | null } | null
  /** Day of the package, or of the sources of the built-in ones. */
  date: string | null
  source: string | null
  /** The day of the change; null: since the product is here. */
  since: string | null
  /** What was in force before; null where nothing was. */
  before: string | null
  remark: string | null
}

export interface ShelfReport {
  imported: boolean
  types: TypeReport[]
  packages: PackageReport[]
  ahead: ProfileUse[]
  unused: { newest: string; inUse: string }[]
}

export interface PackageReport {
  id: string
  canonical: string | null
  date: string | null
  importedAt: Date
  profiles: number
  valueSets: number
  types: NetworkDocumentType[]
  /** The days from which it is in force. */
  from: string[]
}

const REMARKS: Partial<Record<NetworkDocumentType, string>> = {
  RPM: 'past: REPM is in its place since Portaria GM/MS 6.100/2024; nested in a RAC it holds',
}
const NO_REPM =
  'not sent: its profile is not in the product, and comes with a package of the ministry'

export function shelfReport(shelf: ProfileShelf, now: Date): ShelfReport {
  const { ahead, unused } = shelfWarnings(shelf, now)
  return {
    imported: shelf.packages.length > 0,
    types: RECORD_TYPES.map((type) => typeReport(shelf, type, brasiliaDate(now))),
    packages: shelf.packages.map((one) => ({
      id: packageId(one),
      canonical: one.canonical,
      date: one.date,
      importedAt: one.importedAt,
      profiles: Object.keys(one.set.profiles).length,
      valueSets: Object.keys(one.set.valueSets).length,
      types: typesOf(one),
      from: shelf.uses
        .filter(({ name, version }) => name === one.name && version === one.version)
        .map(({ from }) => from),
    })),
    ahead,
    unused: unused.map(({ newest, inUse }) => ({ newest: packageId(newest), inUse })),
  }
}

function typeReport(shelf: ProfileShelf, type: NetworkDocumentType, today: string): TypeReport {
  const found = inForce(shelf, type, today)
  const source = BUILT_IN_SOURCES[type]
  const profile = rootVersion(type, found.package)
  if (!found.package && !source)
    return {
      type,
      id: 'none',
      profile: null,
      date: null,
      source: null,
      since: null,
      before: null,
      remark: NO_REPM,
    }
  return {
    type,
    id: nameOf(type, found),
    profile,
    date: found.package ? found.package.date : (source?.version ?? null),
    source: found.package ? found.package.canonical : (source?.from ?? null),
    since: found.since,
    before: found.since === null ? null : beforeThat(shelf, type, found.since),
    remark: REMARKS[type] ?? null,
  }
}

/** On the day before the change. */
function beforeThat(shelf: ProfileShelf, type: NetworkDocumentType, since: string): string | null {
  const earlier = shelf.uses.filter(({ from }) => from < since)
  const found = inForce({ ...shelf, uses: earlier }, type, since)
  if (found.package) return packageId(found.package)
  return BUILT_IN_SOURCES[type] ? BUILT_IN : null
}

export interface PackageComparison extends SetComparison {
  before: string
  after: string
}

/**
 * @param before `1.0.0`, `br.gov.saude.rac#1.0.0`, or `built-in`: of that the profiles that the
 * other one has as well
 * @throws {AppError} `package_unknown`, `package_ambiguous`
 */
export function comparePackages(
  shelf: ProfileShelf,
  before: string,
  after: string,
): PackageComparison {
  const [one, other] = [find(shelf, before), find(shelf, after)]
  const [old, now] = [one ?? builtInFor(other), other ?? builtInFor(one)]
  return {
    before: one ? packageId(one) : BUILT_IN,
    after: other ? packageId(other) : BUILT_IN,
    ...compareSets(old, now),
  }
}

/** null: the built-in ones. */
function find(shelf: ProfileShelf, reference: string): ProfilePackage | null {
  if (reference === BUILT_IN || reference.startsWith(`${BUILT_IN}#`)) return null
  const [chosen] = choosePackage(shelf, reference)
  return (
    shelf.packages.find(
      ({ name, version }) => name === chosen?.name && version === chosen.version,
    ) ?? null
  )
}

/** Those that a package does not have stay in force beside it. */
function builtInFor(other: ProfilePackage | null): VersionedSet {
  const shipped = { set: shippedRules(), versions: shippedVersions() }
  if (!other) return shipped
  const { profiles } = shipped.set
  const shared = Object.entries(profiles).filter(([url]) => Object.hasOwn(other.set.profiles, url))
  return { ...shipped, set: { ...shipped.set, profiles: Object.fromEntries(shared) } }
}
