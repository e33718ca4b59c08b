/**
 * Makes one set of rules of official definition files, as an administrator imports them (`svcctl
 * rnds definitions import`). The result is plain JSON; `prepareRules` makes it checkable.
 */
import { createBaseTypes } from './base-types.ts'
import { compileProfile } from './compile-profile.ts'
import type { ProfileRules, ProfileSet, ValueSetRules } from './profile-rules.ts'
import {
  type CodeSystem,
  CodeSystemSchema,
  type Concept,
  type Include,
  type StructureDefinition,
  StructureDefinitionSchema,
  type ValueSet,
  ValueSetSchema,
} from './structure-definition.ts'

export interface DefinitionFile {
  /** For messages. */
  name: string
  /** JSON text. */
  text: string
}

export interface DefinitionNote {
  file: string
  /** English, for administrators. */
  message: string
}

/** As its definition says of itself; null where it does not, or in no form that can be shown. */
export interface ProfileVersion {
  version: string | null
  /** `2023-07-25` */
  date: string | null
}

export interface LoadedDefinitions {
  set: ProfileSet
  /** Of each profile in `set`. */
  versions: Record<string, ProfileVersion>
  /** Files left out, and rules of theirs that nothing checks. */
  notes: DefinitionNote[]
}

/** Longer code systems are not kept: whoever checks asks the terminology for them. */
const MOST_CODES = 200
const VERSION = /^[\w.+-]{1,64}$/
const DATE = /^\d{4}-\d\d-\d\d/
const PROFILE_BASE = 'http://hl7.org/fhir/StructureDefinition/'

/**
 * StructureDefinitions (differentials are enough), ValueSets and CodeSystems in JSON; anything else
 * is noted and left out.
 */
export function loadDefinitions(files: readonly DefinitionFile[]): LoadedDefinitions {
  const notes: DefinitionNote[] = []
  const definitions = new Map<string, { file: string; definition: StructureDefinition }>()
  const valueSets: ProfileSet['valueSets'] = {}
  const codeSystems: ProfileSet['codeSystems'] = {}

  for (const { name: file, text } of files) {
    const note = (message: string) => notes.push({ file, message })
    const content = read(text)
    if (content === undefined) note('not a StructureDefinition, ValueSet or CodeSystem in JSON')
    else if (content.resourceType === 'StructureDefinition')
      definitions.set(content.url, { file, definition: content })
    else if (content.resourceType === 'ValueSet') {
      const rules = valueSetRules(content)
      if (rules) valueSets[content.url] = rules
      else
        note('chooses its codes in a way that is not understood; codes bound to it are not checked')
    } else {
      const codes = completeCodes(content)
      if (codes) codeSystems[content.url] = codes
    }
  }

  const profiles = compileAll(definitions, notes)
  const set = onlyBound({ format: 1, profiles, valueSets, codeSystems })
  const versions = Object.fromEntries(
    Object.keys(set.profiles).map((url) => [url, versionOf(definitions.get(url)?.definition)]),
  )
  for (const url of unknownValueSets(set))
    notes.push({ file: '', message: `${url} is bound to and not among the files; not checked` })
  return { set, versions, notes }
}

function versionOf(definition: StructureDefinition | undefined): ProfileVersion {
  const { version = '', date = '' } = definition ?? {}
  return {
    version: VERSION.test(version) ? version : null,
    date: DATE.exec(date)?.[0] ?? null,
  }
}

/** Lists that no profile asks for are left out. */
function onlyBound(set: ProfileSet): ProfileSet {
  const bound = new Set(bindings(set))
  const valueSets = Object.entries(set.valueSets).filter(([url]) => bound.has(url))
  const systems = new Set(
    valueSets.flatMap(([, { include }]) =>
      include.flatMap(({ system, codes }) => (codes ? [] : system)),
    ),
  )
  const codeSystems = Object.entries(set.codeSystems).filter(([url]) => systems.has(url))
  return {
    ...set,
    valueSets: Object.fromEntries(valueSets),
    codeSystems: Object.fromEntries(codeSystems),
  }
}

function unknownValueSets(set: ProfileSet): string[] {
  return [...new Set(bindings(set))].filter(
    (url) => !Object.hasOwn(set.valueSets, url) && !url.startsWith('http://hl7.org/fhir/'),
  )
}

function bindings({ profiles }: ProfileSet): string[] {
  return Object.values(profiles).flatMap(({ elements }) =>
    Object.values(elements).flatMap(({ binding }) => binding ?? []),
  )
}

/** Each after the one that it narrows. */
function compileAll(
  definitions: ReadonlyMap<string, { file: string; definition: StructureDefinition }>,
  notes: DefinitionNote[],
): Record<string, ProfileRules> {
  const types = createBaseTypes()
  const profiles: Record<string, ProfileRules> = {}
  const begun = new Set<string>()
  const compile = (url: string): ProfileRules | undefined => {
    const entry = definitions.get(url)
    if (!entry || begun.has(url)) return profiles[url]
    begun.add(url)
    const { file, definition } = entry
    const { baseDefinition } = definition
    const narrowed = baseDefinition.startsWith(PROFILE_BASE) ? undefined : compile(baseDefinition)
    if (!narrowed && !baseDefinition.startsWith(PROFILE_BASE))
      notes.push({ file, message: `narrows ${baseDefinition}, which is not among the files` })
    const compiled = compileProfile(definition, { types, narrowed })
    if (!compiled) {
      notes.push({ file, message: `documents have no ${definition.type}; left out` })
      return undefined
    }
    notes.push(...compiled.notes.map((message) => ({ file, message })))
    profiles[url] = compiled.rules
    return compiled.rules
  }
  for (const url of definitions.keys()) compile(url)
  return profiles
}

function read(text: string): StructureDefinition | ValueSet | CodeSystem | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  return (
    StructureDefinitionSchema.safeParse(json).data ??
    ValueSetSchema.safeParse(json).data ??
    CodeSystemSchema.safeParse(json).data
  )
}

function valueSetRules({ compose }: ValueSet): ValueSetRules | undefined {
  const lines = (includes: readonly Include[]) =>
    includes.map(({ system, concept }) => ({
      system: system ?? '',
      ...(concept ? { codes: concept.map(({ code }) => code) } : {}),
    }))
  const all = [...compose.include, ...(compose.exclude ?? [])]
  if (all.some(({ system, filter, valueSet }) => !system || filter || valueSet)) return undefined
  return {
    include: lines(compose.include),
    ...(compose.exclude ? { exclude: lines(compose.exclude) } : {}),
  }
}

/** @returns undefined when the list is a part only, or long */
function completeCodes({ content, concept }: CodeSystem): string[] | undefined {
  if (content !== 'complete') return undefined
  const codes = concept.flatMap(function flat({ code, concept: below }: Concept): string[] {
    return [code, ...(below ?? []).flatMap(flat)]
  })
  return codes.length > 0 && codes.length <= MOST_CODES ? codes : undefined
}
