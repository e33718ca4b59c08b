/**
 * An entry as a FHIR AuditEvent (https://hl7.org/fhir/R4/auditevent.html). Ids are told as
 * identifiers, not as references: they are this box's own, and no FHIR server answers for them.
 */
import { type AuditAction, auditActions } from './actions.ts'
import type { AuditEntry } from './entry.ts'

const SYSTEM = 'urn:svc:audit'
const EVENT_TYPES = 'http://dicom.nema.org/resources/ontology/DCM'
const ENTITY_TYPES = 'http://terminology.hl7.org/CodeSystem/audit-entity-type'
const OBJECT_ROLES = 'http://terminology.hl7.org/CodeSystem/object-role'
const SOURCE_TYPES = 'http://terminology.hl7.org/CodeSystem/security-source-type'

/** DICOM's kinds of events, by what an action's name begins with; the first that fits. */
const TYPES: readonly [RegExp, string, string][] = [
  [/^(token|device|authentication|access)\./, '110114', 'User Authentication'],
  [/^(audit)\./, '110101', 'Audit Log Used'],
  [/\.exported$/, '110106', 'Export'],
  [
    /^(consultation|consent|recording|transcript|file|document|output)\./,
    '110110',
    'Patient Record',
  ],
  [/^(diagnosis|procedure|rnds)\./, '110110', 'Patient Record'],
  [/./, '110113', 'Security Alert'],
]
/**
 * Administrative acts are alerts in DICOM's sense only where they touch security; the others use
 * the application.
 */
const APPLICATION = ['110100', 'Application Activity'] as const
const SECURITY = /^(key|signing_key|user|organization|vault|setting|rnds\.certificate)/

const OUTCOMES = { success: '0', refused: '4', failed: '8' } as const

export interface FhirAuditEvent {
  resourceType: 'AuditEvent'
  id: string
  type: Coding
  subtype: Coding[]
  action: string
  recorded: string
  outcome: string
  outcomeDesc?: string
  agent: object[]
  source: object
  entity?: object[]
}

interface Coding {
  system: string
  code: string
  display?: string
}

/** @param person the professional's id, opened; null where there is none */
export function fhirAuditEvent(
  entry: AuditEntry,
  person: string | null,
  observer: string,
): FhirAuditEvent {
  const facts = JSON.parse(entry.facts) as Record<string, string | number | boolean | null>
  const { address, code } = facts
  const entities = entitiesOf(entry, facts)
  return {
    resourceType: 'AuditEvent',
    id: entry.id,
    type: typeOf(entry.action),
    subtype: [{ system: `${SYSTEM}:action`, code: entry.action }],
    action: auditActions[entry.action],
    recorded: entry.at,
    outcome: OUTCOMES[entry.outcome],
    ...(typeof code === 'string' && { outcomeDesc: code }),
    agent: [
      {
        who: { identifier: { system: `${SYSTEM}:${entry.actorKind}`, value: entry.actorId } },
        requestor: person === null,
        ...(typeof address === 'string' && { network: { address, type: '2' } }),
      },
      ...(person === null
        ? []
        : [
            { who: { identifier: { system: `${SYSTEM}:person`, value: person } }, requestor: true },
          ]),
    ],
    source: {
      observer: { display: observer },
      type: [{ system: SOURCE_TYPES, code: '4', display: 'Application Server' }],
    },
    ...(entities.length > 0 && { entity: entities }),
  }
}

function typeOf(action: AuditAction): Coding {
  const [, code, display] = TYPES.find(([begins]) => begins.test(action)) as (typeof TYPES)[number]
  if (code !== '110113' || SECURITY.test(action)) return { system: EVENT_TYPES, code, display }
  return { system: EVENT_TYPES, code: APPLICATION[0], display: APPLICATION[1] }
}

function entitiesOf(entry: AuditEntry, facts: Record<string, unknown>): object[] {
  const { subjectKind, subjectId, patient, consultationId, requestId } = entry
  const what = (kind: string, value: string) => ({
    what: { identifier: { system: `${SYSTEM}:${kind}`, value } },
  })
  const person = { system: ENTITY_TYPES, code: '1', display: 'Person' }
  const thing = { system: ENTITY_TYPES, code: '2', display: 'System Object' }
  const patientRole = { system: OBJECT_ROLES, code: '1', display: 'Patient' }
  const detail = [
    { type: 'sequence', valueString: String(entry.sequence) },
    { type: 'mac', valueString: entry.mac },
    ...(requestId ? [{ type: 'request', valueString: requestId }] : []),
    ...Object.entries(facts)
      .filter(([name, value]) => name !== 'address' && value !== null && value !== '')
      .map(([type, value]) => ({ type, valueString: String(value) })),
  ]
  return [
    subjectKind && subjectId
      ? { ...what(subjectKind, subjectId), type: thing, detail }
      : { type: thing, name: 'box', detail },
    ...(consultationId && subjectKind !== 'consultation'
      ? [{ ...what('consultation', consultationId), type: thing }]
      : []),
    ...(patient
      ? [{ ...what('patient-pseudonym', patient), type: person, role: patientRole }]
      : []),
  ]
}
