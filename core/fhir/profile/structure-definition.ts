/**
 * What we read of FHIR's definitions: https://hl7.org/fhir/R4/structuredefinition.html,
 * valueset.html, codesystem.html
 */
import { z } from 'zod'

const ElementSchema = z.looseObject({
  id: z.string().optional(),
  path: z.string(),
  sliceName: z.string().optional(),
  min: z.int().optional(),
  max: z.string().optional(),
  type: z
    .array(
      z.looseObject({
        code: z.string(),
        profile: z.array(z.string()).optional(),
        targetProfile: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  slicing: z
    .looseObject({
      discriminator: z.array(z.object({ type: z.string(), path: z.string() })).default([]),
      rules: z.string().optional(),
    })
    .optional(),
  binding: z.looseObject({ strength: z.string(), valueSet: z.string().optional() }).optional(),
  constraint: z.array(z.looseObject({ key: z.string() })).optional(),
})
/**
 * One line of a differential; `fixed[x]`, `pattern[x]`, `minValue[x]` and `maxValue[x]` are among
 * the unnamed keys.
 */
export type DefinedElement = z.infer<typeof ElementSchema>

const ElementsSchema = z.object({ element: z.array(ElementSchema) })

export const StructureDefinitionSchema = z.looseObject({
  resourceType: z.literal('StructureDefinition'),
  url: z.string(),
  type: z.string(),
  baseDefinition: z.string(),
  version: z.string().optional(),
  date: z.string().optional(),
  context: z.array(z.looseObject({ type: z.string(), expression: z.string() })).optional(),
  differential: ElementsSchema.optional(),
  snapshot: ElementsSchema.optional(),
})
export type StructureDefinition = z.infer<typeof StructureDefinitionSchema>

const IncludeSchema = z.looseObject({
  system: z.string().optional(),
  concept: z.array(z.looseObject({ code: z.string() })).optional(),
  filter: z.array(z.unknown()).optional(),
  valueSet: z.array(z.string()).optional(),
})
export type Include = z.infer<typeof IncludeSchema>

export const ValueSetSchema = z.looseObject({
  resourceType: z.literal('ValueSet'),
  url: z.string(),
  compose: z.looseObject({
    include: z.array(IncludeSchema),
    exclude: z.array(IncludeSchema).optional(),
  }),
})
export type ValueSet = z.infer<typeof ValueSetSchema>

export interface Concept {
  code: string
  concept?: Concept[] | undefined
}
const ConceptSchema: z.ZodType<Concept> = z.object({
  code: z.string(),
  get concept() {
    return z.array(ConceptSchema).optional()
  },
})

export const CodeSystemSchema = z.looseObject({
  resourceType: z.literal('CodeSystem'),
  url: z.string(),
  content: z.string(),
  concept: z.array(ConceptSchema).default([]),
})
export type CodeSystem = z.infer<typeof CodeSystemSchema>
