/** What the plugin tells its host (spec §6): exact names, exact payloads. */
export type ConsultationType = 'TELEMEDICINE' | 'IN_PERSON'

export interface TranscriptionEntry {
  /** Elapsed recorded time as `MMm SSs` (spec §2.1). */
  start_time: string
  text: string
}

export interface TemplateReference {
  id: string
  name: string
  slug: string
}

export interface PluginEvents {
  'svc.plugin.error.auth': { message: string }
  'svc.plugin.opened': undefined
  'svc.plugin.closed': undefined
  'svc.plugin.ready': undefined
  'svc.plugin.ehr.created': { id: string; type: ConsultationType }
  'svc.plugin.recorder.started': undefined
  'svc.plugin.recorder.paused': undefined
  /** Cumulative; `complete` after the final pass, where every voice has its words (SPEC-GAPS 1.15). */
  'svc.plugin.ehr.transcriptions': { transcriptions: TranscriptionEntry[]; complete?: boolean }
  'svc.plugin.ehr.document.created': { id: string; created_at: string }
  'svc.plugin.ehr.document.copied': undefined
  'svc.plugin.ehr.fill': { document: string; template: TemplateReference }
  'svc.plugin.ehr.structured_output': { output: Record<string, unknown>; from_cache: boolean }
  'svc.plugin.ehr.document.minimized': undefined
  'svc.plugin.maximized': undefined
  'svc.plugin.file.upload.started': {
    fileId: string | null
    fileName: string
    source: 'user' | 'host'
    content: HostFile | null
  }
  'svc.plugin.file.upload.success': { fileId: string; fileName: string; source: 'user' | 'host' }
  'svc.plugin.file.upload.error': {
    fileId: string | null
    fileName: string
    source: 'user' | 'host'
    error: { code?: string; message: string }
  }
}

export type PluginEventName = keyof PluginEvents

/** What a listener receives; `eventData` is undefined where the event carries none. */
export type PluginMessage = {
  [Name in PluginEventName]: { eventName: Name; eventData: PluginEvents[Name] }
}[PluginEventName]

/** The page's own `File`; the server never touches one. */
type HostFile = typeof globalThis extends { File: { prototype: infer F } } ? F : unknown
