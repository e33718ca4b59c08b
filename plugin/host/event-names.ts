/**
 * Every event, and whether it carries what was said, written or uploaded of a patient (SPEC-GAPS
 * C9).
 */
import type { PluginEventName } from '../../core/contract/events.ts'

export const IS_CLINICAL: Readonly<Record<PluginEventName, boolean>> = {
  'svc.plugin.error.auth': false,
  'svc.plugin.opened': false,
  'svc.plugin.closed': false,
  'svc.plugin.ready': false,
  'svc.plugin.ehr.created': false,
  'svc.plugin.recorder.started': false,
  'svc.plugin.recorder.paused': false,
  'svc.plugin.ehr.transcriptions': true,
  'svc.plugin.ehr.document.created': false,
  'svc.plugin.ehr.document.copied': false,
  'svc.plugin.ehr.fill': true,
  'svc.plugin.ehr.structured_output': true,
  // Which fields, not what was chosen.
  'svc.plugin.ehr.visit.changed': false,
  'svc.plugin.ehr.document.minimized': false,
  'svc.plugin.maximized': false,
  // Names of files tell of patients too.
  'svc.plugin.file.upload.started': true,
  'svc.plugin.file.upload.success': true,
  'svc.plugin.file.upload.error': true,
}

export function isEventName(name: unknown): name is PluginEventName {
  return typeof name === 'string' && Object.hasOwn(IS_CLINICAL, name)
}
