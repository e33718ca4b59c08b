/**
 * Packages of profiles as guides publish them, made of the rules that the product ships: a
 * differential for each profile, and the lists that they are bound to.
 */
import { gzipSync } from 'node:zlib'
import { Header, Pax } from 'tar'
import type {
  ElementRule,
  ProfileRules,
  ProfileSet,
  TypeRule,
} from '../../core/fhir/profile/profile-rules.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'

const R4 = 'http://hl7.org/fhir/StructureDefinition/'
export const BASE = 'http://www.saude.gov.br/fhir/r4'
export const profileUrl = (name: string) => `${BASE}/StructureDefinition/${name}`

export type Resource = Record<string, unknown> & { resourceType: string; url: string }
export type PackageChange = (rules: ProfileSet) => void

export interface PackageFacts {
  name?: string
  version?: string
  date?: string
  fhirVersions?: string[]
  /** What is different from the rules of the product. */
  change?: PackageChange
  /** Only these profiles, by name; all without it. */
  only?: readonly string[]
}

/** A package that brings the electronic prescription, made like the RPM that the product has. */
export const REPM_PACKAGE: PackageFacts = {
  name: 'br.gov.saude.repm',
  only: ['BRPrescricaoMedicamento', 'BRMedicamento'],
  change(set) {
    const types = `${BASE}/CodeSystem/BRTipoDocumento`
    const root = structuredClone(
      shippedRules().profiles[profileUrl('BRRegistroPrescricaoMedicamento')]!,
    )
    root.url = profileUrl('RNDSRegistroEletronicoPrescricaoMedicamentos')
    root.elements['type.coding.code'] = { min: 1, fixed: 'REPM' }
    root.elements.title = { min: 1, fixed: 'Prescrição Eletrônica' }
    set.profiles[root.url] = root
    set.codeSystems[types] = [...(set.codeSystems[types] ?? []), 'REPM']
  },
}

/** Definitions that compile to these rules. */
export function definitionsOf(
  set: ProfileSet,
  version = '1.0.0-release',
  date = '2026-06-16',
): Resource[] {
  return [
    ...Object.values(set.profiles).map((rules) => structureDefinition(rules, version, date)),
    ...Object.entries(set.valueSets).map(([url, { include, exclude }]) => ({
      resourceType: 'ValueSet',
      url,
      compose: { include: include.map(line), ...(exclude && { exclude: exclude.map(line) }) },
    })),
    ...Object.entries(set.codeSystems).map(([url, codes]) => ({
      resourceType: 'CodeSystem',
      url,
      content: 'complete',
      concept: codes.map((code) => ({ code })),
    })),
  ]
}

/** A package file; `br.gov.saude.rac#1.0.0` with all that the product ships. */
export function packageFile({
  name = 'br.gov.saude.rac',
  version = '1.0.0',
  date = '20260616103000',
  fhirVersions = ['4.0.1'],
  change,
  only,
}: PackageFacts = {}): Buffer {
  const rules = structuredClone(shippedRules())
  if (only)
    rules.profiles = Object.fromEntries(
      only.map((one) => [profileUrl(one), rules.profiles[profileUrl(one)]!]),
    )
  change?.(rules)
  const manifest = {
    name,
    version,
    canonical: 'https://fhir.saude.gov.br/fhir/r4/rac',
    fhirVersions,
    date,
    dependencies: { 'hl7.fhir.r4.core': '4.0.1' },
  }
  return gzipSync(
    tarFile([
      ['package/package.json', JSON.stringify(manifest)],
      ['package/.index.json', '{"index-version":2,"files":[]}'],
      ...definitionsOf(rules, version).map(
        (resource): TarPart => [
          `package/${resource.resourceType}-${lastPart(resource.url)}.json`,
          JSON.stringify(resource),
        ],
      ),
      ['package/example/Bundle-1.json', '{"resourceType":"Bundle"}'],
      ['package/other/spec.internals', 'no JSON'],
    ]),
  )
}

export type TarPart = [path: string, text: string | Uint8Array, type?: 'SymbolicLink' | 'Link']

export function tarFile(parts: readonly TarPart[]): Buffer {
  const blocks: Uint8Array[] = []
  for (const [path, text, type] of parts) {
    const bytes = type ? Buffer.alloc(0) : Buffer.from(text)
    const header = new Header({
      path,
      mode: 0o644,
      size: bytes.length,
      mtime: new Date('2026-06-16'),
      type: type ?? 'File',
      ...(type && { linkpath: String(text) }),
    })
    const block = Buffer.alloc(512)
    if (header.encode(block, 0)) blocks.push(new Pax({ path, size: bytes.length }).encode())
    blocks.push(block, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512))
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function structureDefinition(rules: ProfileRules, version: string, date: string): Resource {
  const { url, type, narrows, context, elements, prohibited, required } = rules
  return {
    resourceType: 'StructureDefinition',
    url,
    version,
    date,
    type,
    baseDefinition: narrows ?? R4 + type,
    ...(context && {
      context: context.map((expression) => ({ type: 'element', expression })),
    }),
    differential: {
      element: [
        { id: type, path: type },
        ...Object.entries(elements).map(([key, rule]) => element(type, key, rule)),
        ...prohibited.map((key) => element(type, key, { max: 0 })),
        ...required.map((key) => element(type, key, { min: 1 })),
      ],
    },
  }
}

function element(type: string, key: string, rule: ElementRule): object {
  const { min, max, fixed, pattern, types, binding, minValue, maxValue, slicing } = rule
  const [, sliceName] = key.slice(key.lastIndexOf('.') + 1).split(':')
  return {
    id: `${type}.${key}`,
    path: `${type}.${key.replaceAll(/:[^.]+/g, '')}`,
    ...(sliceName !== undefined && { sliceName }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max: String(max) }),
    ...(fixed !== undefined && { fixedString: fixed }),
    ...(pattern !== undefined && { patternString: pattern }),
    ...(minValue !== undefined && { minValueInteger: minValue }),
    ...(maxValue !== undefined && { maxValueInteger: maxValue }),
    ...(types && { type: types.map(typed) }),
    ...(binding !== undefined && { binding: { strength: 'required', valueSet: binding } }),
    ...(slicing && {
      slicing: { discriminator: slicing.by, rules: slicing.closed ? 'closed' : 'open' },
    }),
  }
}

const typed = ({ code, profiles, targets }: TypeRule) => ({
  code,
  ...(profiles && { profile: profiles }),
  ...(targets && { targetProfile: targets }),
})

const line = ({ system, codes }: { system: string; codes?: string[] | undefined }) => ({
  system,
  ...(codes && { concept: codes.map((code) => ({ code })) }),
})

const lastPart = (url: string) => url.slice(url.lastIndexOf('/') + 1)
