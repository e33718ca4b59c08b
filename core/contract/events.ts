/**
 * What the plugin tells its host (spec §6): exact names, exact payloads; one property more or less
 * is a breach. The types, the events of `plugin/plugin.d.ts` (`npm run reference`) and the laws of
 * the tests follow from these schemas. The plugin takes the types alone.
 */
import { z } from 'zod'

const nothing = z.undefined()
const id = z.uuid()
const consultationType = z.enum(['TELEMEDICINE', 'IN_PERSON'])
export type ConsultationType = z.infer<typeof consultationType>

const transcriptionEntry = z.strictObject({
  /** Elapsed recorded time as `MMm SSs` (spec §2.1). */
  start_time: z.string().regex(/^\d{2,}m \d{2}s$/),
  text: z.string(),
})
export type TranscriptionEntry = z.infer<typeof transcriptionEntry>

const templateReference = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() })

const visitField = z.enum([
  'practitioner_cbo',
  'modality',
  'priority',
  'origin',
  'outcome',
  'financing',
  'procedure',
])

const uploadedFile = { fileName: z.string().min(1), source: z.enum(['user', 'host']) }

/** The page's own `File`; the server never touches one. */
type HostFile = typeof globalThis extends { File: { prototype: infer F } } ? F : unknown

export const pluginEvents = {
  'svc.plugin.error.auth': z.strictObject({ message: z.string().min(1) }),
  'svc.plugin.opened': nothing,
  'svc.plugin.closed': nothing,
  'svc.plugin.ready': nothing,
  'svc.plugin.ehr.created': z.strictObject({ id, type: consultationType }),
  'svc.plugin.recorder.started': nothing,
  'svc.plugin.recorder.paused': nothing,
  /**
   * Cumulative; `complete` after the final pass, where every voice has its words (SPEC-GAPS 1.15).
   */
  'svc.plugin.ehr.transcriptions': z.strictObject({
    transcriptions: z.array(transcriptionEntry),
    complete: z.literal(true).exactOptional(),
  }),
  'svc.plugin.ehr.document.created': z.strictObject({ id, created_at: z.iso.datetime() }),
  'svc.plugin.ehr.document.copied': nothing,
  'svc.plugin.ehr.fill': z.strictObject({
    document: z.string().min(1),
    template: templateReference,
  }),
  'svc.plugin.ehr.structured_output': z.strictObject({
    output: z.record(z.string(), z.unknown()),
    from_cache: z.boolean(),
  }),
  /**
   * The doctor chose what the national network will be told of the visit: which fields, by the
   * names of `submit`. A record that was refused for an occupation can be sent again.
   */
  'svc.plugin.ehr.visit.changed': z.strictObject({
    fields: z.array(visitField).min(1),
  }),
  'svc.plugin.ehr.document.minimized': nothing,
  'svc.plugin.maximized': nothing,
  'svc.plugin.file.upload.started': z.strictObject({
    fileId: id.nullable(),
    ...uploadedFile,
    content: z.custom<HostFile>().nullable().describe('Null unless `includeUploadStartedContent`.'),
  }),
  'svc.plugin.file.upload.success': z.strictObject({ fileId: id, ...uploadedFile }),
  'svc.plugin.file.upload.error': z.strictObject({
    fileId: id.nullable(),
    ...uploadedFile,
    error: z.strictObject({
      code: z
        .string()
        .regex(/^[A-Z_]+$/)
        .exactOptional(),
      message: z.string().min(1),
    }),
  }),
} satisfies Record<string, z.ZodType>

export type PluginEventName = keyof typeof pluginEvents

export type PluginEvents = { [Name in PluginEventName]: z.infer<(typeof pluginEvents)[Name]> }

/** What a listener receives; `eventData` is undefined where the event carries none. */
export type PluginMessage = {
  [Name in PluginEventName]: { eventName: Name; eventData: PluginEvents[Name] }
}[PluginEventName]
