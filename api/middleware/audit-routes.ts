/**
 * Which act each route is. A route that is in neither list fails a test: whoever adds one decides
 * whether it touches what is somebody's.
 */
import type { AuditAction } from '../../core/audit/actions.ts'
import type { LocatedKind } from '../../core/audit/ports.ts'

export interface AuditedRoute {
  action: AuditAction
  /** What the path names, by the parameter's name… */
  of?: { kind: LocatedKind; param: string }
  /** …and what the answer names, where it is made by the act: the place of its id. */
  made?: { kind: LocatedKind | 'token'; at: readonly string[] }
  /** Which part of it was read. */
  part?: string
}

const ehr = { kind: 'consultation', param: 'id' } as const
const networkEhr = { kind: 'consultation', param: 'ehr_id' } as const
const document = { kind: 'document', param: 'id' } as const
const recording = { kind: 'recording', param: 'rid' } as const
const file = { kind: 'file', param: 'id' } as const
const madeRecording = { kind: 'recording', at: ['recording_id'] } as const
const madeFile = { kind: 'file', at: ['file', 'id'] } as const

export const auditedRoutes: Readonly<Record<string, AuditedRoute>> = {
  ...atBoth('POST', '/session-token', { action: 'token.issued' }),
  ...atBoth('POST', '/identify', { action: 'token.issued' }),
  ...atBoth('PUT', '/ehrs', {
    action: 'consultation.prepared',
    made: { kind: 'consultation', at: ['id'] },
  }),
  'POST /embed/session': { action: 'token.exchanged' },

  'POST /extension/sign-in': { action: 'device.signed_in' },
  'POST /extension/token': { action: 'device.renewed' },
  'POST /extension/sign-out': { action: 'device.signed_out' },
  'POST /extension/lock': { action: 'device.lock_changed' },
  'POST /extension/visits': {
    action: 'consultation.opened',
    made: { kind: 'consultation', at: ['id'] },
  },
  'GET /extension/visits': { action: 'consultation.listed' },
  'POST /extension/visits/:id/token': { action: 'token.issued', of: ehr },

  'PUT /api/v1/ehrs/by-external-id': {
    action: 'consultation.opened',
    made: { kind: 'consultation', at: ['id'] },
  },
  'GET /api/v1/ehrs/:id': { action: 'consultation.opened', of: ehr },
  'PATCH /api/v1/ehrs/:id': { action: 'consultation.changed', of: ehr },

  'GET /api/v1/ehrs/:id/visit': { action: 'consultation.opened', of: ehr, part: 'visit' },
  'PATCH /api/v1/ehrs/:id/visit': { action: 'consultation.changed', of: ehr, part: 'visit' },

  'GET /api/v1/ehrs/:id/use': { action: 'consultation.opened', of: ehr, part: 'use' },

  'GET /api/v1/ehrs/:id/transcriptions': { action: 'transcript.read', of: ehr },
  'PATCH /api/v1/ehrs/:id/transcriptions/:segmentId': { action: 'transcript.corrected', of: ehr },

  'POST /api/v1/ehrs/:id/recordings': { action: 'recording.started', of: ehr, made: madeRecording },
  'GET /api/v1/recordings/:rid': { action: 'recording.read', of: recording },
  'DELETE /api/v1/recordings/:rid': { action: 'recording.deleted', of: recording },
  'POST /api/v1/recordings/:rid/complete': { action: 'recording.finished', of: recording },
  'POST /api/v1/ehrs/:id/audio': { action: 'recording.uploaded', of: ehr, made: madeRecording },
  'GET /api/v1/ehrs/:id/audio/kept': { action: 'recording.read', of: ehr },
  'GET /api/v1/ehrs/:id/audio': { action: 'recording.heard', of: ehr },

  'POST /api/v1/ehrs/:id/files': { action: 'file.uploaded', of: ehr, made: madeFile },
  'GET /api/v1/ehrs/:id/files': { action: 'file.listed', of: ehr },
  'GET /api/v1/files/:id': { action: 'file.read', of: file },
  'GET /api/v1/files/:id/text': { action: 'file.read', of: file, part: 'text' },
  'GET /api/v1/files/:id/thumbnail': { action: 'file.read', of: file, part: 'thumbnail' },
  'POST /api/v1/files/:id/retry': { action: 'file.changed', of: file },
  'DELETE /api/v1/files/:id': { action: 'file.deleted', of: file },
  'PUT /api/v1/uploads/:id': { action: 'file.uploaded', of: file, part: 'bytes' },

  'POST /api/v1/ehrs/:id/documents': { action: 'document.generated', of: ehr },
  'GET /api/v1/ehrs/:id/documents': { action: 'document.listed', of: ehr },
  'GET /api/v1/documents/:id': { action: 'document.read', of: document },
  'PATCH /api/v1/documents/:id': { action: 'document.edited', of: document },
  'POST /api/v1/documents/:id/review': { action: 'document.reviewed', of: document },
  'GET /api/v1/documents/:id/versions': {
    action: 'document.read',
    of: document,
    part: 'versions',
  },
  'GET /api/v1/documents/:id/audit': { action: 'document.read', of: document, part: 'audit' },
  'GET /api/v1/documents/:id/versions/:number': {
    action: 'document.read',
    of: document,
    part: 'version',
  },
  'POST /api/v1/documents/:id/versions/:number/restore': {
    action: 'document.restored',
    of: document,
    part: 'version',
  },
  'DELETE /api/v1/documents/:id': { action: 'document.deleted', of: document },
  'POST /api/v1/documents/:id/restore': { action: 'document.restored', of: document },
  'POST /api/v1/documents/:id/unwritten/take': { action: 'document.edited', of: document },
  'POST /api/v1/documents/:id/unwritten/dismiss': {
    action: 'document.edited',
    of: document,
    part: 'unwritten',
  },
  'POST /api/v1/documents/:id/uses': { action: 'document.used', of: document },
  'POST /api/v1/documents/:id/rewrite': { action: 'document.rewritten', of: document },
  'POST /api/v1/documents/:id/structured-output': { action: 'output.generated', of: document },

  'GET /api/v1/ehrs/:id/diagnoses': { action: 'diagnosis.suggested', of: ehr },
  'PUT /api/v1/ehrs/:id/diagnoses': { action: 'diagnosis.confirmed', of: ehr },
  'GET /api/v1/ehrs/:id/procedures': { action: 'procedure.suggested', of: ehr },
  'PUT /api/v1/ehrs/:id/procedures': { action: 'procedure.confirmed', of: ehr },

  'POST /api/v1/ehrs/:id/templates': { action: 'model.created', of: ehr },
  'PUT /api/v1/ehrs/:id/templates/:template_id': { action: 'model.changed', of: ehr },
  'DELETE /api/v1/ehrs/:id/templates/:template_id': { action: 'model.deleted', of: ehr },

  'POST /v1/ehrs/:ehr_id/rnds/submit': { action: 'rnds.submitted', of: networkEhr },
  'GET /v1/ehrs/:ehr_id/rnds/status': { action: 'rnds.read', of: networkEhr },
  'PUT /v1/ehrs/:ehr_id/rnds/replace': { action: 'rnds.replaced', of: networkEhr },
  'DELETE /v1/ehrs/:ehr_id/rnds': { action: 'rnds.deleted', of: networkEhr },
  'POST /v1/ehrs/:ehr_id/rnds/delete': { action: 'rnds.deleted', of: networkEhr },
  'GET /v1/rnds/patient': { action: 'rnds.person_looked_up', part: 'patient' },
  'POST /v1/rnds/patient': { action: 'rnds.person_looked_up', part: 'patient' },
  'GET /v1/rnds/practitioner': { action: 'rnds.person_looked_up', part: 'practitioner' },
}

/**
 * Nothing of a person is in them, or (frames) they are part of an act that is on record. Their
 * refusals are.
 */
export const unauditedRoutes: ReadonlySet<string> = new Set([
  'GET /extension/service',
  'GET /extension/login',
  'GET /extension/login/callback',
  'GET /extension/me',
  'GET /extension/sites',
  'PUT /api/v1/recordings/:rid/frames',
  'POST /api/v1/session/validate',
  'GET /api/v1/templates',
  'GET /api/v1/ehrs/:id/templates',
  'GET /api/v1/terminology/search',
  'POST /api/v1/structured-schemas/check',
  'POST /api/v1/telemetry',
])

function atBoth(method: string, path: string, route: AuditedRoute) {
  return {
    [`${method} /integration${path}`]: route,
    [`${method} /api/v1/integration${path}`]: route,
  }
}
