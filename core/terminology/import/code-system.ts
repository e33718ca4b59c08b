/**
 * FHIR R4 CodeSystem resources in JSON (https://hl7.org/fhir/R4/codesystem.html), as the network's
 * definitions hold them.
 */
import { z } from 'zod'
import type { TerminologySystem } from '../ports.ts'
import { systemNames, systems } from '../systems.ts'
import type { ReadFile, Row } from './read-file.ts'
import { tableFileError } from './read-file.ts'

interface Concept {
  code: string
  display?: string | undefined
  definition?: string | undefined
  property?: { code: string; valueBoolean?: boolean | undefined }[] | undefined
  concept?: Concept[] | undefined
}

const Concept: z.ZodType<Concept> = z.lazy(() =>
  z.object({
    code: z.string(),
    display: z.string().optional(),
    definition: z.string().optional(),
    property: z
      .array(z.object({ code: z.string(), valueBoolean: z.boolean().optional() }))
      .optional(),
    concept: z.array(Concept).optional(),
  }),
)

const CodeSystem = z.object({
  resourceType: z.literal('CodeSystem'),
  id: z.string().optional(),
  url: z.string().optional(),
  version: z.string().optional(),
  concept: z.array(Concept),
})

/** A definition that is a name rather than a paragraph is worth finding the concept by. */
const LONGEST_NAME = 160

/** @throws {AppError} `terminology_file_invalid` */
export function parseCodeSystem(file: string, text: string): ReadFile {
  const value = json(file, text)
  const { resourceType } = (value ?? {}) as { resourceType?: unknown }
  if (resourceType !== 'CodeSystem') return { file, skipped: 'no CodeSystem', known: false }
  const parsed = CodeSystem.safeParse(value)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    throw tableFileError(file, null, `This CodeSystem is damaged at "${path}".`)
  }
  const { id, url, version, concept } = parsed.data
  const system = systemOf([id, url?.split('/').at(-1)])
  if (!system)
    return {
      file,
      skipped: `a table that is not used here (${id ?? url ?? 'nameless'})`,
      known: true,
    }
  return { file, system, source: file, version: version ?? null, rows: rowsOf(concept) }
}

function json(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const at = /position (\d+)/.exec(String(cause))?.[1]
    const line = at === undefined ? null : text.slice(0, Number(at)).split('\n').length
    throw tableFileError(file, line, 'This is not JSON, or was cut short.')
  }
}

function systemOf(names: (string | undefined)[]): TerminologySystem | undefined {
  return systemNames.find((name) => names.includes(systems[name].codeSystem))
}

/**
 * Concepts and those within them; what is marked inactive may not be used any more and is left out.
 */
function rowsOf(concepts: readonly Concept[]): Row[] {
  return concepts.flatMap(({ code, display, definition, property, concept }) => {
    const inner = rowsOf(concept ?? [])
    if (property?.some((one) => one.code === 'inactive' && one.valueBoolean)) return inner
    const isName = definition && definition !== display && definition.length <= LONGEST_NAME
    const also = isName ? definition : null
    return [{ line: null, code, display: display ?? definition ?? '', also }, ...inner]
  })
}
