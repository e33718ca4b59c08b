/**
 * Writes the rules that the product ships, in our own compact form, into core/fhir/rules:
 *
 *   tsx bin/tools/generate/make-profile-rules.ts r4 <folder with profiles-resources.json,
 *   profiles-types.json, valuesets.json, v3-codesystems.json> tsx
 *   bin/tools/generate/make-profile-rules.ts rnds <folder with the network's definitions>
 *
 * The first folder is HL7's definitions of FHIR R4 (CC0). A test says when the second differs from
 * what is shipped.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { loadDefinitions } from '../../../core/fhir/profile/load-definitions.ts'
import type { ProfileRules } from '../../../core/fhir/profile/profile-rules.ts'
import { amendShipped } from '../../../core/fhir/rules/amend.ts'

const out = join(fileURLToPath(new URL('../../..', import.meta.url)), 'core/fhir/rules')
const RESOURCES = [
  'Bundle',
  'Composition',
  'Encounter',
  'Condition',
  'Procedure',
  'Observation',
  'AllergyIntolerance',
  'CarePlan',
  'MedicationRequest',
  'Medication',
  'Location',
  'Specimen',
]
const DATATYPES =
  'Address Age Annotation Attachment CodeableConcept Coding ContactPoint Count Distance Dosage Duration Extension HumanName Identifier Meta Money Narrative Period Quantity Range Ratio Reference SampledData Signature Timing'.split(
    ' ',
  )
/** The copy of R4 at hand may carry a vendor's own elements. */
const META = ['versionId', 'lastUpdated', 'source', 'profile', 'security', 'tag']
/** A required list that is longer is left to whoever knows it (MIME types, currencies). */
const MOST_CODES = 60

const ElementDefinition = z.object({
  path: z.string(),
  min: z.number(),
  max: z.string(),
  type: z
    .array(z.object({ code: z.string(), targetProfile: z.array(z.string()).optional() }))
    .optional(),
  contentReference: z.string().optional(),
  binding: z.object({ strength: z.string(), valueSet: z.string().optional() }).optional(),
})
const Definition = z.looseObject({
  resourceType: z.literal('StructureDefinition'),
  id: z.string(),
  snapshot: z.object({ element: z.array(ElementDefinition) }),
})
type Concept = { code: string; concept?: Concept[] | undefined }
const Concept: z.ZodType<Concept> = z.object({
  code: z.string(),
  get concept() {
    return z.array(Concept).optional()
  },
})
const CodeSystem = z.looseObject({
  resourceType: z.literal('CodeSystem'),
  url: z.string(),
  concept: z.array(Concept).default([]),
})
const ValueSet = z.looseObject({
  resourceType: z.literal('ValueSet'),
  url: z.string(),
  compose: z.object({
    include: z.array(
      z.looseObject({
        system: z.string().optional(),
        concept: z.array(z.object({ code: z.string() })).optional(),
        filter: z.unknown().optional(),
      }),
    ),
  }),
})

const [what, folder] = process.argv.slice(2)
if (what === 'r4' && folder) writeR4(folder)
else if (what === 'rnds' && folder) writeRnds(folder)
else throw new Error('usage: make-profile-rules.ts r4 | rnds <folder>')

function writeR4(from: string) {
  const read = (name: string): unknown[] =>
    z
      .object({ entry: z.array(z.object({ resource: z.unknown() })) })
      .parse(JSON.parse(readFileSync(join(from, name), 'utf8')))
      .entry.map(({ resource }) => resource)
  const parsed = <T>(schema: z.ZodType<T>, resources: unknown[]) =>
    resources.flatMap((resource) => schema.safeParse(resource).data ?? [])

  const definitions = new Map(
    parsed(Definition, [...read('profiles-resources.json'), ...read('profiles-types.json')]).map(
      (definition) => [definition.id, definition],
    ),
  )
  const terms = [...read('valuesets.json'), ...read('v3-codesystems.json')]
  const systems = new Map(parsed(CodeSystem, terms).map((system) => [system.url, system]))
  const valueSets = new Map(parsed(ValueSet, terms).map((set) => [set.url, set]))

  const codes = new Map<string, string>()
  const bindingOf = (valueSet: string | undefined) => {
    const url = valueSet?.split('|')[0] ?? ''
    const set = valueSets.get(url)
    if (!set || set.compose.include.some(({ system, filter }) => !system || filter))
      return undefined
    const lines = set.compose.include.map(({ system, concept }) => {
      const all = concept ?? systems.get(system ?? '')?.concept ?? []
      return {
        system,
        codes: all.flatMap(function flat(c: Concept): string[] {
          return [c.code, ...(c.concept ?? []).flatMap(flat)]
        }),
      }
    })
    const count = lines.reduce((sum, line) => sum + line.codes.length, 0)
    if (count === 0 || count > MOST_CODES) return undefined
    const name = url.split('/').at(-1) ?? ''
    codes.set(name, lines.map((line) => `${line.system} ${line.codes.join(' ')}`).join('|'))
    return name
  }

  const tables = (names: readonly string[]) =>
    names.flatMap((name) => {
      const definition = definitions.get(name)
      if (!definition) throw new Error(`no definition of ${name}`)
      const byParent = new Map<string, string[]>([[name, []]])
      for (const element of definition.snapshot.element) {
        const at = element.path.lastIndexOf('.')
        if (at < 0) continue
        const parent = element.path.slice(0, at)
        const key = element.path.slice(at + 1)
        const isCommon =
          key === 'id' ||
          key === 'extension' ||
          key === 'modifierExtension' ||
          (RESOURCES.includes(parent) &&
            ['meta', 'implicitRules', 'language', 'text', 'contained'].includes(key))
        if (isCommon || (parent === 'Meta' && !META.includes(key))) continue
        const types = element.contentReference
          ? [element.contentReference]
          : (element.type ?? []).map(({ code, targetProfile }) => {
              if (code === 'BackboneElement' || code === 'Element') return `#${element.path}`
              if (code.includes('System.')) return 'string'
              const targets = targetProfile?.map((url) => url.split('/').at(-1) ?? '') ?? []
              const isAny = targets.length === 0 || targets.includes('Resource')
              return code === 'Reference' && !isAny ? `Reference(${targets.join(',')})` : code
            })
        const usable = types.filter((type) => {
          const code = type.replace(/\(.*/, '')
          return (
            type.startsWith('#') ||
            DATATYPES.includes(code) ||
            /^[a-z]/.test(code) ||
            code === 'Resource'
          )
        })
        if (usable.length === 0) continue
        const many = element.max !== '1'
        const mark = element.min > 0 ? (many ? '+' : '!') : many ? '*' : ''
        const binding =
          element.binding?.strength === 'required' ? bindingOf(element.binding.valueSet) : undefined
        const line = `${key}${mark} ${usable.join('|')}${binding ? `=${binding}` : ''}`
        byParent.set(parent, [...(byParent.get(parent) ?? []), line])
      }
      return [...byParent]
    })

  const quoted = (entries: readonly (readonly [string, string])[]) =>
    entries
      .map(
        ([key, text]) =>
          `  ${/^\w+$/.test(key) ? key : `'${key}'`}: '${text.replaceAll("'", "\\'")}',`,
      )
      .join('\n')
  const table = (names: readonly string[]) =>
    quoted(tables(names).map(([path, lines]) => [path, lines.join('; ')]))

  writeFileSync(
    join(out, 'r4.ts'),
    `// biome-ignore-all format: written by bin/tools/generate/make-profile-rules.ts
/**
 * FHIR R4 (4.0.1) as far as the network's documents need it, written by bin/tools/generate/make-profile-rules.ts from HL7's definitions (CC0).
 * A line tells an element's name, how often it occurs (nothing 0..1, \`!\` 1..1, \`*\` 0..*, \`+\` 1..*), its types with the targets of
 * references, and the list it is bound to. What all resources or all elements have (id, meta, extension ...) is left out.
 */
export const RESOURCES: Record<string, string> = {
${table(RESOURCES)}
}

export const DATATYPES: Record<string, string> = {
${table(DATATYPES)}
}

/** Lists that R4 itself binds elements to: a system and its codes, several of them separated by \`|\`. */
export const CODES: Record<string, string> = {
${quoted([...codes].sort(([a], [b]) => (a < b ? -1 : 1)))}
}
`,
  )
}

function writeRnds(from: string) {
  const files = ['rac', 'rel', 'terminology'].flatMap((folder) =>
    readdirSync(join(from, folder))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(from, folder, name), 'utf8') })),
  )
  const { set: loaded, versions, notes } = loadDefinitions(files)
  for (const { file, message } of notes) console.log(`${file}: ${message}`)
  const set = amendShipped(loaded)

  const code = (value: unknown) =>
    JSON.stringify(value).replace(
      /"http:\/\/www\.saude\.gov\.br\/fhir\/r4\/([^"]+)"/g,
      (_, rest) => `\`\${BASE}/${rest}\``,
    )
  const words = (list: readonly string[]) => `words('${list.join(' ')}')`
  const profile = (rules: ProfileRules) => {
    const { prohibited, required, elements, ...head } = rules
    const lines = Object.entries(elements).map(([key, rule]) => `      '${key}': ${code(rule)},`)
    return `{
    ...${code(head)},
    prohibited: ${words(prohibited)},
    required: ${words(required)},
    elements: {
${lines.join('\n')}
    },
  }`
  }
  const entries = (record: Record<string, unknown>, write: (value: never) => string) =>
    Object.entries(record)
      .map(([url, value]) => `  [${code(url)}]: ${write(value as never)},`)
      .join('\n')

  writeFileSync(
    join(out, 'rnds.ts'),
    `// biome-ignore-all format: written by bin/tools/generate/make-profile-rules.ts
/**
 * The rules of the network's documents (RAC, RPM, REL 3.2.1) that the product ships, written by bin/tools/generate/make-profile-rules.ts from the
 * ministry's definitions; only facts and codes, in our own form. An administrator can import newer ones.
 */
import type { ProfileRules, ProfileSet } from '../profile/profile-rules.ts'

const BASE = 'http://www.saude.gov.br/fhir/r4'
const words = (text: string) => text.split(' ').filter(Boolean)

/** Without what a check needs at hand: see \`prepareRules\`. */
export function shippedRules(): ProfileSet {
  return { format: 1, profiles: profiles(), valueSets: valueSets(), codeSystems: codeSystems() }
}

const profiles = (): Record<string, ProfileRules> => ({
${entries(set.profiles, profile)}
})

const valueSets = (): ProfileSet['valueSets'] => ({
${entries(set.valueSets, code)}
})

const codeSystems = (): ProfileSet['codeSystems'] => ({
${entries(set.codeSystems, words)}
})
`,
  )

  const lines = Object.entries(versions).map(
    ([url, { version, date }]) =>
      `  ${url.slice(url.lastIndexOf('/') + 1)}: ${version ?? '-'} ${date ?? '-'}`,
  )
  writeFileSync(
    join(out, 'rnds-versions.ts'),
    `/**
 * What each definition says of its version and day, written by
 * bin/tools/generate/make-profile-rules.ts.
 */
import type { ProfileVersion } from '../profile/load-definitions.ts'

const BASE = 'http://www.saude.gov.br/fhir/r4/StructureDefinition'

const VERSIONS = \`
${lines.join('\n')}
\`

/** Versions of the profiles that the product ships, by their URL. */
export function shippedVersions(): Record<string, ProfileVersion> {
  return Object.fromEntries(
    VERSIONS.trim()
      .split('\\n')
      .map((line) => {
        const [name = '', version, date] = line.trim().split(/:? /)
        return [\`\${BASE}/\${name}\`, { version: told(version), date: told(date) }]
      }),
  )
}

const told = (word: string | undefined) => (word === undefined || word === '-' ? null : word)
`,
  )
}
