/**
 * Our own compact form of FHIR profiles: what a differential adds to plain R4, as JSON that can be
 * stored. Elements are named as in a StructureDefinition's ids without the type:
 * `subject.identifier.system`, `section:prescricao.entry`, `value[x]`.
 */
import { z } from 'zod'

const DiscriminatorSchema = z.object({
  type: z.enum(['value', 'pattern', 'exists', 'type', 'profile']),
  /** `url`, `identifier.system`, `$this`, `entry.resolve()`. */
  path: z.string(),
})
export type Discriminator = z.infer<typeof DiscriminatorSchema>

const TypeRuleSchema = z.object({
  code: z.string(),
  /** The value itself conforms to one of these (extensions). */
  profiles: z.array(z.string()).optional(),
  /** A reference points at one of these. */
  targets: z.array(z.string()).optional(),
})
export type TypeRule = z.infer<typeof TypeRuleSchema>

const ElementRuleSchema = z.object({
  min: z.number().optional(),
  /** Absent: as in the base. */
  max: z.number().optional(),
  fixed: z.json().optional(),
  pattern: z.json().optional(),
  types: z.array(TypeRuleSchema).optional(),
  /** Canonical URL of a required value set. */
  binding: z.string().optional(),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  slicing: z
    .object({ by: z.array(DiscriminatorSchema), closed: z.boolean().optional() })
    .optional(),
})
export type ElementRule = z.infer<typeof ElementRuleSchema>

const ProfileRulesSchema = z.object({
  url: z.string(),
  /** `Encounter`, `Extension`. */
  type: z.string(),
  /** The profile that this one narrows; its rules are already part of these. */
  narrows: z.string().optional(),
  /** Of an extension: the elements it may stand in, `Encounter.participant`. */
  context: z.array(z.string()).optional(),
  /** Elements that must not be there. */
  prohibited: z.array(z.string()),
  /** Elements that must be there, and of which nothing else is said. */
  required: z.array(z.string()),
  elements: z.record(z.string(), ElementRuleSchema),
})
export type ProfileRules = z.infer<typeof ProfileRulesSchema>

const ValueSetRulesSchema = z.object({
  /**
   * Codes of one system each; without `codes` all of the system, listed in `codeSystems` or asked
   * for.
   */
  include: z.array(z.object({ system: z.string(), codes: z.array(z.string()).optional() })),
  exclude: z
    .array(z.object({ system: z.string(), codes: z.array(z.string()).optional() }))
    .optional(),
  /** The list is known to lag behind the network's: a miss is a warning. */
  advisory: z.boolean().optional(),
})
export type ValueSetRules = z.infer<typeof ValueSetRulesSchema>

/** Everything that bundles are checked against; plain JSON. */
export const ProfileSetSchema = z.object({
  format: z.literal(1),
  profiles: z.record(z.string(), ProfileRulesSchema),
  valueSets: z.record(z.string(), ValueSetRulesSchema),
  /** Small and complete code systems. */
  codeSystems: z.record(z.string(), z.array(z.string())),
})
export type ProfileSet = z.infer<typeof ProfileSetSchema>

/** `over` speaks for everything that it defines; what it does not name stays as in `base`. */
export function overlaySets(base: ProfileSet, over: ProfileSet): ProfileSet {
  return {
    format: base.format,
    profiles: { ...base.profiles, ...over.profiles },
    valueSets: { ...base.valueSets, ...over.valueSets },
    codeSystems: { ...base.codeSystems, ...over.codeSystems },
  }
}
