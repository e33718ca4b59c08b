/**
 * The JSON of the plugin's own HTTP interface, `/api/v1` (DESIGN §6, SPEC-GAPS 1.7). Types only:
 * the plugin reads what the presenters of `api/` write. Names are the wire's, so snake_case.
 */
import type { ErrorDetail } from '../errors.ts'
import type { ConsultationType } from './events.ts'

/**
 * The one error body (spec §7); `detail` repeats `message` on the two token endpoints (SPEC-GAPS
 * 1.11).
 */
export interface ErrorBody {
  error: string
  message: string
  details?: ErrorDetail[]
  detail?: string
}

/** `POST /api/v1/session/validate` */
export interface SessionInfo {
  organization: { id: string; name: string }
  doctor_id: string | null
  expires_at: string
  speech: SpeechStatus
  generator: GeneratorStatus
  /** Nothing leaves the box before an administrator says so, and why; absent: it does. */
  outgoing_held?: 'restored' | 'administrator' | 'unreadable' | undefined
  /** The operator wants usage data (`POST /api/v1/telemetry`); absent: no. */
  telemetry?: boolean
  /** Recording may begin before the patient's answer is written down. */
  consent_later: boolean
  /** What `startRecording` of the legacy iframe's host means; absent: `click`. */
  iframe_consent?: 'host' | 'click' | undefined
  /**
   * When a running recording says how long it has become, and when it pauses by itself (SPEC-GAPS
   * 2.4).
   */
  recording: { warn_after_ms: number; pause_after_ms: number }
}

/** Whether the box can hear, and if not, why and what mends it (pt-BR, for the doctor). */
export interface SpeechStatus {
  state: 'ready' | 'preparing' | 'unavailable'
  engine: string | null
  model: string | null
  message: string | null
}

export interface GeneratorStatus {
  kind: 'rules' | 'llama' | 'remote'
  /** Name of the language model; null for `rules`. */
  model: string | null
  /** The box's own engine writes because the server of the network does not answer. */
  fallback?: true
  /**
   * The settings name a language model that is not proven to write whole documents here (`svcctl
   * model prove`).
   */
  unproven?: true
}

export type ConsentStatus = 'given' | 'refused' | 'not_recorded'
export type ConsultationStatus = 'open' | 'recording' | 'paused' | 'finished' | 'canceled'

/**
 * `PUT /api/v1/ehrs/by-external-id` (201 when new, 200 when it existed), `GET` and `PATCH
 * /api/v1/ehrs/{id}`
 */
export interface Ehr {
  id: string
  consultation_id: string
  doctor_id: string
  patient_id: string
  type: ConsultationType
  status: ConsultationStatus
  /** What the host calls it, mostly by the patient; null: it never said. */
  name: string | null
  consent: {
    status: ConsentStatus
    recorded_at: string | null
    method: string | null
    /** A doctor's identifier of the host's, or `host`: its program said so. */
    recorded_by?: string | null | undefined
  }
  /** Markdown the doctor typed or the host appended. */
  context_markdown: string
  /** From before the visit; never "said today" (SPEC-GAPS 1.17). */
  background_history: string | null
  /** Of both texts, in Portuguese: what of them is not read, and what to do; absent: nothing. */
  texts_unread?: string[] | undefined
  /** Codes of the national network, by the names of `submit`; absent: the host said nothing. */
  visit?: Record<string, string> | undefined
  recorded_ms: number
  /**
   * When its last recording ended; null while it goes on, and of those that ended before this was
   * kept.
   */
  finished_at: string | null
  /** What retention has taken away, and when; absent: nothing. */
  erased?:
    | {
        transcript_at?: string | undefined
        context_at?: string | undefined
        files_at?: string | undefined
      }
    | undefined
  /** Optimistic lock: send it back with `PATCH`. */
  version: number
  created_at: string
  updated_at: string
}

/** Every field optional; `name`, `append_context` and `set_background_history` need no version. */
export interface PatchEhrBody {
  version?: number
  type?: ConsultationType
  name?: string | null
  consent?: { status: ConsentStatus; method?: string }
  context_markdown?: string
  append_context?: string
  set_background_history?: { text: string; replace_if_exists: boolean }
  remove_background_history?: true
}

/** A code and what it is called; null: not known here. */
export interface NamedCode {
  code: string
  display: string | null
}

/**
 * `GET` and `PATCH /api/v1/ehrs/{id}/visit`: what the national network will be told of the visit.
 * Where nothing is sent to it, `sends` is false and the rest is empty.
 */
export interface VisitBody {
  sends: boolean
  facts: VisitFactBody[]
  /** The network knows several of the professional; null: nothing to choose. */
  occupation: { said: string | null; choices: NamedCode[] } | null
  /** pt-BR: why no record can leave like this. */
  problem: string | null
  /** The visit's record (RAC); null: none was sent. */
  record: {
    status: 'pending' | 'accepted' | 'rejected' | 'replaced' | 'deleted'
    submitted_at: string
    /** pt-BR: what a pending one waits for, what a refused one needs. */
    message: string | null
    /** Times of a pending one; the next attempt is null where somebody has to act first. */
    waiting: { since: string; next_attempt_at: string | null } | null
  } | null
}

export interface VisitFactBody {
  field: 'modality' | 'priority' | 'origin' | 'outcome' | 'financing' | 'procedure'
  /** By the host or the doctor. */
  said: NamedCode | null
  /** `said` is the doctor's choice: it goes whatever the host says. */
  chosen: boolean
  /** What goes where nobody says it: the organization's. */
  usual: NamedCode | null
  /** By the call that sent the record: a correction says it again. */
  sent: NamedCode | null
  /** The network's list; null where a table is searched. */
  allowed: NamedCode[] | null
}

/**
 * One stretch of speech; `id` is stable while it is corrected, and a final pass may replace live
 * ones.
 */
export interface Segment {
  id: string
  sequence: number
  /** On the consultation's recorded timeline, in ms. */
  start_ms: number
  end_ms: number
  /** `MMm SSs` (spec §2.1). */
  start_time: string
  text: string
  channel: 'mic' | 'remote'
  /** Named by a person, or told by the channels of a teleconsultation; null where nobody knows. */
  speaker: Speaker | null
  /**
   * Who may have said it, from turns and words, where nobody knows. A guess: shown as one, never a
   * fact.
   */
  speaker_guess?: Speaker | undefined
  /** 0 to 1, or null when the engine gives none. The engine's own opinion, never a certainty. */
  confidence: number | null
  /**
   * One per word of `text`, in order; left out where the engine does not tell, and where a person
   * corrected the words.
   */
  words?: SegmentWord[] | undefined
  /** `text` as a chart writes it ("50 mg"); left out where that is the same. */
  normalized?: NormalizedSegment | undefined
  final: boolean
  /** A person corrected the recognizer's words. */
  edited?: true | undefined
  /**
   * A voice was heard here whose words could not be recognized: `text` says so and is no speech.
   */
  not_understood?: true | undefined
  /** With `not_understood`: the voice was too near the noise to be recognized. */
  too_soft?: true | undefined
  /**
   * Its earlier wordings, oldest first: the first is the recognizer's own. Only where there were
   * any.
   */
  earlier?: { text: string; until: string }[] | undefined
}

/** When a word was said: characters [from, to) of the segment's text, punctuation included. */
export interface SegmentWord {
  from: number
  to: number
  start_ms: number
  end_ms: number
  confidence: number | null
  /**
   * What the recognizer wrote, where something that sounds like it is written in its place: the
   * name of a medicine, an own name of the organization, a word that is said in consultations.
   */
  heard?: string | undefined
  /** A name of this kind that sounds like these words; nothing was changed. */
  offered?: string | undefined
}

/**
 * Characters [from, to) of it stand for [raw_from, raw_to) of what was heard; between the parts
 * both texts are the same.
 */
export interface NormalizedSegment {
  text: string
  parts: { from: number; to: number; raw_from: number; raw_to: number }[]
}

export type Speaker = 'doctor' | 'patient' | 'companion'

/** `PATCH /api/v1/ehrs/{id}/transcriptions/{segment_id}`; the answer is the segment. */
export interface PatchSegmentBody {
  /** Empty: nobody said this. */
  text?: string
  /** What stood there when the person began; `segment_changed` when it no longer does. */
  was?: string
  /** Null: as the channels say. */
  speaker?: Speaker | null
}

/** `GET /api/v1/ehrs/{id}/transcriptions` */
export interface TranscriptBody {
  transcriptions: Segment[]
  /** All work is done. */
  finished: boolean
  /** All work is done, every voice that was heard has its words, and every recording has some. */
  complete: boolean
  not_understood: NotUnderstood
  /** Recordings that have sound, and in which no speech was recognized; 0 until it is finished. */
  without_speech: number
}

/** Segments that are `not_understood`, and how long they are together. */
export interface NotUnderstood {
  segments: number
  duration_ms: number
}

export type FieldType = 'string' | 'string[]' | 'dict'

export interface TemplateField {
  name: string
  type: FieldType
  /** Only for `dict`, in order. */
  keys?: string[]
}

/** `GET /api/v1/templates` → `{ templates: TemplateInfo[] }` */
export interface TemplateInfo {
  /**
   * The model identifier for built-ins (`anamnesisCardiology`), a uuid for the organization's own.
   */
  id: string
  slug: string
  name: string
  purpose: string
  group: 'specialty' | 'document' | 'own'
  fields: TemplateField[]
  pending_clinical_review: boolean
}

/** `GET /api/v1/ehrs/{id}/audio/kept`: where on the recorded timeline sound can still be played. */
export interface KeptSoundBody {
  ranges: { start_ms: number; end_ms: number; channels: number }[]
  /** When sound of this consultation was erased by its age; absent: never. */
  erased_at?: string
}

/**
 * Where a value comes from. `segment`: characters [start, end) of that segment's text, and the time
 * of those words.
 */
export type EvidenceSpan =
  | {
      source: 'segment'
      segment_id: string
      start: number
      end: number
      start_ms: number
      end_ms: number
    }
  /**
   * `words`: what stood there when the document was written; people go on writing in these texts.
   * Absent in older documents.
   */
  | { source: 'context' | 'background'; start: number; end: number; words?: string }
  | { source: 'file'; file_id: string; page: number | null; start: number; end: number }
  /** Computed by code from other values of this document, named by path. */
  | { source: 'derived'; from: string[] }

/**
 * One filled value and its sources. `path`: field name, then dict key or list index as text:
 * `["Sinais Vitais","PA Sistólica"]`, `["Orientações","0"]`, `["Queixa Principal"]`.
 */
export interface Evidence extends EvidenceFinding {
  path: string[]
  /**
   * By sentence and in order, where the value has several; none for a value of one. Of a value that
   * a person changed (it is in `edited_paths`, and `not_found`) the sentences that stayed word for
   * word.
   */
  parts?: EvidencePart[] | undefined
}

/** What was found for a value, or for a sentence of it. */
export interface EvidenceFinding {
  /**
   * `supported`: everything it says is in the spans. `contradicted`: something else was said, in
   * the spans, but a mistake here harms nobody, so the value stays, marked; where it could, the
   * value is null and a `Contradiction`. `not_found`: no source.
   */
  verdict: 'supported' | 'contradicted' | 'not_found'
  spans: EvidenceSpan[]
  /** Of `contradicted` only: what does not agree, for the doctor to read. */
  reason?: string | undefined
  /**
   * Of `supported` only: words of its spans that the recognizer was not sure of, to be listened to.
   */
  unsure?: string[] | undefined
  /**
   * Of `not_found` only: what was said that comes closest to it, for the doctor to compare. It
   * proves nothing.
   */
  nearest?: EvidenceSpan[] | undefined
}

/**
 * One sentence of a value of several: the characters [start, end) of it. A `not_found` value may
 * hold sentences that have a source.
 */
export interface EvidencePart extends EvidenceFinding {
  start: number
  end: number
}

/**
 * A dangerous value that contradicted its sources and was therefore set to null, for the doctor to
 * see.
 */
export interface Contradiction {
  path: string[]
  value: string
  reason: string
  spans: EvidenceSpan[]
}

/**
 * Said, or written today, and in no field of the document: for the doctor to take in or to dismiss.
 */
export interface UnwrittenItem {
  /**
   * By its meaning, so that it stays the same while the document changes; of this document only.
   */
  id: string
  kind: 'medicine' | 'measure' | 'diagnosis' | 'allergy' | 'request' | 'return' | 'number'
  /** Short, as a chart writes it. */
  text: string
  /** The sentence that says it. */
  quote: string
  /** Where in the transcript; null: in today's context. */
  segment_id: string | null
  start_ms: number | null
  /**
   * Where it would stand: a field, with the key of a dict that has one; null: the doctor chooses.
   */
  field: string[] | null
  spans: EvidenceSpan[]
}

export type DocumentValue = string | string[] | Record<string, string | null> | null
export type DocumentContent = Record<string, DocumentValue>

/**
 * How the doctor arranged the sections: every field once, by name. `content` stays in the model's
 * order, whatever this says; Markdown leaves `hidden` out and follows `order`.
 */
export interface DocumentLayout {
  order: string[]
  hidden: string[]
}

export interface ClinicalDocument {
  id: string
  ehr_id: string
  /**
   * `version` and `fingerprint` (SHA-256 of all the model says) of the day it was written;
   * fingerprint null from before they were kept.
   */
  template: {
    id: string
    name: string
    slug: string
    version?: number
    fingerprint?: string | null
  }
  status: 'generating' | 'draft' | 'reviewed' | 'failed'
  /** Keys and order exactly as the template says; null where not identified (spec §2.2). */
  content: DocumentContent
  markdown: string
  evidence: Evidence[]
  contradictions: Contradiction[]
  /** What wrote it, honestly: `rules` says so here. */
  source: {
    generator: 'rules' | 'llama' | 'remote'
    model: string | null
    version: string
    /**
     * When it was written, its language model was not proven to write whole documents on this
     * machine. A proof that comes later changes nothing here: nobody has looked at this text again.
     */
    unproven?: true
  }
  edited_by_user: boolean
  /**
   * Values that a person wrote or changed: their source is the person, so they carry no evidence.
   */
  edited_paths?: string[][]
  /** Only for `failed`: a stable code, and what the doctor may read. */
  failure?: { error: string; message: string } | null
  /** Null or absent: the model's order, nothing hidden. */
  layout?: DocumentLayout | null
  /**
   * Where the settings ask for it: that AI helped, and who stands for it or that nobody does yet;
   * to be shown and perhaps copied.
   */
  footer?: { text: string; in_copy: boolean } | null
  /**
   * Said and not written. Absent where nobody looked: in the list of documents and in the answer to
   * a save, which comes every other second; ask for the document.
   */
  unwritten?: UnwrittenItem[]
  version: number
  created_at: string
  updated_at: string
}

/**
 * `POST /api/v1/ehrs/{id}/documents` with `{ template_id }` answers `application/x-ndjson`, one
 * event a line; the last line is `done` or `failed`. Closing the request cancels the generation.
 */
export type GenerationEvent =
  | { type: 'started'; document_id: string; generator: GeneratorStatus }
  | { type: 'queued'; position: number }
  | { type: 'progress'; fields_done: number; fields_total: number }
  /** A finished field, already checked; fields arrive in template order. */
  | { type: 'field'; name: string; value: DocumentValue; evidence: Evidence[] }
  | { type: 'done'; document: ClinicalDocument }
  | { type: 'failed'; document_id: string; error: string; message: string }

/** `GET /api/v1/ehrs/{id}/documents`, newest first. */
export interface DocumentsBody {
  documents: ClinicalDocument[]
}

/**
 * `generated` by the service, `edited` in one go of one person, `reviewed`, `restored` from an
 * earlier one.
 */
export type DocumentVersionKind = 'generated' | 'edited' | 'reviewed' | 'restored'

/** One state that a document was in, as the list of them shows it. */
export interface DocumentVersion {
  /** From 1. */
  number: number
  kind: DocumentVersionKind
  /** Who, as the host or the organization names him; null for the service. */
  by: string | null
  created_at: string
  updated_at: string
  /** It says what the document says now. */
  current: boolean
}

/** `GET /api/v1/documents/{id}/versions`, newest first. */
export interface DocumentVersionsBody {
  versions: DocumentVersion[]
}

/** `GET /api/v1/documents/{id}/versions/{number}` */
export interface DocumentVersionBody extends DocumentVersion {
  content: DocumentContent
  layout: DocumentLayout | null
}

/**
 * The values of a document by what they rest on; `withdrawn`: contradicted and taken out; `typed`:
 * a person's own.
 */
export interface LedgerCounts {
  supported: number
  contradicted: number
  not_found: number
  typed: number
  withdrawn: number
}

/** `GET /api/v1/documents/{id}/audit`: what happened to it, in order; entries are never changed. */
export interface DocumentAuditBody {
  entries: {
    kind: DocumentVersionKind
    by: string | null
    version: number
    at: string
    ledger: LedgerCounts
    /** Over the values, their evidence, what was taken out and what a person wrote. */
    ledger_sha256: string
    source: ClinicalDocument['source']
  }[]
}

/** `DELETE /api/v1/documents/{id}`: until then `POST …/restore` brings it back. */
export interface DeletedDocumentBody {
  id: string
  restorable_until: string
}

/** `GET /api/v1/terminology/search?system=CID10&q=&limit=`, best first. */
export interface TerminologySearchBody {
  system: string
  /** `starter`: only common codes are here, others may exist. Null where no table is. */
  origin: 'starter' | 'imported' | null
  results: FoundCode[]
}

export interface FoundCode {
  /** Without punctuation: `J069`. */
  code: string
  display: string
  /** 0 to 1. */
  score: number
}

/**
 * `GET /api/v1/ehrs/{id}/diagnoses`, and the answer of `PUT` with `{ diagnoses: [{ code, principal
 * }], seen }`. With `seen`, the list as it was told before, another list that stands there by now
 * is a 409 (`version_conflict`).
 */
export interface DiagnosesBody {
  /** Of the documents, without those that are confirmed; `text` is the words a code rests on. */
  suggestions: (FoundCode & { text: string })[]
  /** The principal one first; exactly one is, unless there is none. */
  confirmed: ConfirmedCode[]
}

export interface ConfirmedCode {
  code: string
  display: string
  principal: boolean
  confirmed_at: string
}

/**
 * `GET /api/v1/ehrs/{id}/procedures`, and the answer of `PUT` with `{ procedures: [{ code, quantity
 * }], seen }`, as with diagnoses.
 */
export interface ProceduresBody {
  /** Of the documents, without those that are confirmed; `text` is the words a code rests on. */
  suggestions: (FoundCode & { text: string })[]
  confirmed: ConfirmedProcedureCode[]
  /**
   * Of the SIGTAP table: `starter` holds common procedures only; null where there is none, and so
   * no suggestion.
   */
  origin: 'starter' | 'imported' | null
}

export interface ConfirmedProcedureCode {
  /** 10 digits. */
  code: string
  display: string
  /** How many times it was done, from 1. */
  quantity: number
  confirmed_at: string
}
