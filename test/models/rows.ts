/**
 * A row for every table of every step of the schema: what a database that is in use holds when the
 * next step meets it.
 */
import { sealer } from '../../models/vault/seal.ts'

export type Row = Record<string, string | number | Buffer | null>

const AT = '2026-01-01 12:00:00.000 +00:00'
const ids = {
  organization: '11111111-1111-4111-8111-111111111111',
  user: '22222222-2222-4222-8222-222222222222',
  consultation: '55555555-5555-4555-8555-555555555555',
  recording: '66666666-6666-4666-8666-666666666666',
}
const sealed = Buffer.from([0, 255])
/** The master key that the rows' keys are sealed by. */
export const masterKey = sealer(Buffer.alloc(32, 1))
export const consultationKey = Buffer.alloc(32, 2)
const times = { created_at: AT, updated_at: AT }
const ofRecording = { consultation_id: ids.consultation, recording_id: ids.recording }

export const rowsAfter: Record<string, Record<string, Row>> = {
  '0001-access': {
    organizations: {
      id: ids.organization,
      name: 'Hospital',
      status: 'active',
      allowed_origins: '[]',
      enforce_doctor_scope: 0,
      language: 'pt-BR',
      created_at: AT,
    },
    users: {
      id: ids.user,
      organization_id: ids.organization,
      name: 'Integração',
      status: 'active',
      session_generation: 0,
      created_at: AT,
    },
    api_keys: {
      id: '33333333-3333-4333-8333-333333333333',
      organization_id: ids.organization,
      user_id: ids.user,
      kind: 'api_key',
      name: 'EHR',
      prefix: 'svc_key_abcd',
      digest: 'digest',
      scopes: '[]',
      session_generation: 0,
      created_at: AT,
    },
    signing_keys: {
      id: '44444444-4444-4444-8444-444444444444',
      sealed_secret: sealed,
      created_at: AT,
    },
  },
  '0002-consultations': {
    consultations: {
      id: ids.consultation,
      organization_id: ids.organization,
      type: 'IN_PERSON',
      external_consultation_id: 'c',
      external_doctor_id: 'd',
      external_patient_id: 'p',
      status: 'open',
      consent_status: 'not_recorded',
      context_markdown: 'Asma.',
      language: 'pt-BR',
      recorded_ms: 0,
      version: 1,
      ...times,
    },
  },
  '0003-recordings': {
    recordings: {
      id: ids.recording,
      consultation_id: ids.consultation,
      source: 'live',
      channels: 1,
      organization_id: ids.organization,
      state: 'finished',
      start_ms: 0,
      started_at: AT,
      touched_at: AT,
      finished_at: AT,
      ended_by: 'client',
      statement: '{}',
      announced: 1,
    },
    recording_channels: {
      recording_id: ids.recording,
      channel: 0,
      next_sequence: 10,
      next_offset: 16_000,
      held_samples: 16_000,
      gaps: '[]',
      sha256: 'ab'.repeat(32),
    },
    consultation_keys: {
      consultation_id: ids.consultation,
      sealed_key: Buffer.from(
        masterKey.seal(consultationKey, `consultation-key:${ids.consultation}`),
      ),
      created_at: AT,
    },
  },
  '0004-transcription': {
    segments: {
      id: '77777777-7777-4777-8777-777777777777',
      ...ofRecording,
      channel: 0,
      final: 1,
      start_ms: 0,
      end_ms: 1000,
      sealed_text: sealed,
      confidence: 0.5,
      ...times,
    },
    recognitions: {
      id: '88888888-8888-4888-8888-888888888888',
      ...ofRecording,
      channel: 0,
      ...times,
      ranges: '0-16000',
      engine: 'whisper-server/small',
      sealed_pieces: sealed,
    },
    jobs: {
      id: '99999999-9999-4999-8999-999999999999',
      ...ofRecording,
      state: 'done',
      kind: 'transcription.final',
      attempts: 0,
      run_after: AT,
      ...times,
    },
  },
  '0005-documents': {
    documents: {
      id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      consultation_id: ids.consultation,
      template: '{}',
      status: 'draft',
      sealed_body: sealed,
      generator: 'rules',
      generator_version: 'rules-1',
      edited_by_user: 0,
      version: 1,
      ...times,
    },
    templates: {
      id: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
      organization_id: ids.organization,
      slug: 'retorno',
      name: 'Retorno',
      definition: '{}',
      ...times,
    },
  },
  '0006-terminology': {
    terminology_tables: {
      system: 'CID10',
      version: '2008',
      digest: 'ab'.repeat(32),
      concepts: 1,
      imported_at: AT,
    },
    terminology_concepts: { system: 'CID10', code: 'J069', display: 'Infecção', also: null },
    diagnoses: { consultation_id: ids.consultation, sealed_body: sealed, updated_at: AT },
  },
  '0007-rnds-connection': {
    rnds_certificates: {
      organization_id: ids.organization,
      sealed_body: sealed,
      fingerprint: 'ab'.repeat(32),
      not_after: AT,
      created_at: AT,
    },
    rnds_establishments: { organization_id: ids.organization, profile: '{}' },
  },
  '0008-rnds-submissions': {
    rnds_submissions: {
      id: 'rnds_1',
      organization_id: ids.organization,
      consultation_id: ids.consultation,
      document_type: 'RAC',
      sequence: 1,
      state: 'accepted',
      local_id: 'l',
      network_id: 'n',
      cnes: '1234567',
      sealed_body: sealed,
      submitted_at: AT,
      updated_at: AT,
      version: 3,
      failed_attempts: 0,
      give_up_at: AT,
    },
    rnds_attempts: {
      id: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
      submission_id: 'rnds_1',
      codes: '[]',
      action: 'submit',
      started_at: AT,
      ended_at: AT,
      outcome: 'accepted',
    },
  },
  '0009-procedures': {
    procedures: { consultation_id: ids.consultation, sealed_body: sealed, updated_at: AT },
  },
  '0010-files': {
    files: {
      id: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
      consultation_id: ids.consultation,
      sealed_name: sealed,
      sealed_text: sealed,
      sealed_thumbnail: null,
      source: 'user',
      size_bytes: 9,
      fingerprint: 'ab'.repeat(32),
      state: 'ready',
      type: 'application/pdf',
      pages: 1,
      text_length: 5,
      text_from: 'file',
      has_thumbnail: 0,
      failure: null,
      upload_expires_at: AT,
      attempts: 0,
      run_after: AT,
      ...times,
    },
  },
  // Columns of a table that has its row already.
  '0013-recording-loss': {},
  '0015-own-models': {},
  '0011-structured-outputs': {
    structured_outputs: {
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      schema_digest: 'ab'.repeat(32),
      sealed_body: sealed,
      created_at: AT,
    },
  },
  '0012-document-versions': {
    document_versions: {
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      number: 1,
      kind: 'edited',
      made_by: 'd',
      sealed_body: sealed,
      ...times,
    },
  },
  '0014-transcript-corrections': {},
  '0017-document-origins': {
    document_origins: {
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      consultation_id: ids.consultation,
      sealed_body: sealed,
      created_at: AT,
    },
  },
  '0030-origin-parts': {
    document_origin_parts: {
      consultation_id: ids.consultation,
      part: 'ab'.repeat(32),
      sealed_body: sealed,
      size_bytes: 3,
      created_at: AT,
    },
    document_origin_uses: {
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      part: 'ab'.repeat(32),
      consultation_id: ids.consultation,
    },
  },
  '0018-speech': {
    vocabularies: {
      organization_id: ids.organization,
      specialty: null,
      words: '["tirzepatida"]',
    },
  },
  '0019-audit': {
    audit_entries: {
      sequence: 1,
      id: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
      at: '2026-01-01T12:00:00.000Z',
      action: 'audit.began',
      actor_kind: 'system',
      actor_id: 'audit',
      outcome: 'success',
      facts: '{}',
      mac: 'ab'.repeat(32),
    },
    audit_keys: { id: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc', sealed_key: sealed, created_at: AT },
  },
  '0020-sealed-consultations': {
    vault_keys: {
      name: 'master',
      fingerprint: 'ab'.repeat(8),
      sealed_secret: sealed,
      created_at: AT,
    },
    erasures: {
      consultation_id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
      finished_at: AT,
      organization_id: ids.organization,
      consultation_index: 'ab'.repeat(32),
      certificate_id: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
      created_at: AT,
    },
  },
  '0021-retention': {
    retention_rules: { organization_id: ids.organization, rules: '{}', updated_at: AT },
    retention_state: { id: 1, seen_at: AT },
    document_dossier: {
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      consultation_id: ids.consultation,
      organization_id: ids.organization,
      generator: 'rules',
      recipe_version: 'rules-1',
      template_id: 'soap',
      template_version: 1,
      template_sha256: 'ab'.repeat(32),
      product_version: '0.1.0',
      fallback: 0,
      created_at: AT,
    },
  },
  '0016-document-audit': {
    document_audit: {
      sequence: 1,
      consultation_id: ids.consultation,
      document_version: 2,
      document_id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
      kind: 'edited',
      made_by: 'd',
      sealed_facts: sealed,
      created_at: AT,
    },
  },
  '0022-webhooks': {
    webhook_endpoints: {
      id: 'dededede-dede-4ede-8ede-dededededede',
      organization_id: ids.organization,
      name: 'EHR',
      events: 'document_generated',
      content: 'none',
      state: 'enabled',
      sealed_settings: sealed,
      created_at: AT,
    },
    webhook_messages: {
      id: `msg_${'0'.repeat(32)}`,
      organization_id: ids.organization,
      state: 'failed',
      endpoint_id: 'dededede-dede-4ede-8ede-dededededede',
      consultation_id: ids.consultation,
      event: 'document_generated',
      content: 'none',
      sealed_body: sealed,
      attempts: 1,
      created_at: AT,
      ended_at: AT,
    },
    webhook_attempts: {
      message_id: `msg_${'0'.repeat(32)}`,
      line: 1,
      number: 1,
      started_at: AT,
      duration_ms: 20,
      status: 500,
      issue: 'refused_by_receiver',
    },
    erased_recordings: {
      recording_id: 'cececece-cece-4ece-8ece-cececececece',
      consultation_id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
    },
  },
  '0023-template-versions': {
    template_versions: {
      organization_id: ids.organization,
      version: 1,
      definition: '{}',
      created_at: AT,
      template_id: 'abababab-abab-4bab-8bab-abababababab',
    },
  },
  // Indices only.
  '0024-records-by-state': {},
  // Columns only.
  '0026-consultation-name': {},
  '0027-note-lines': {
    note_lines: {
      consultation_id: ids.consultation,
      piece: 'ab'.repeat(32),
      sealed_line: sealed,
      refused: 'denials',
      model: 'm',
      model_version: 'm 1',
      created_at: AT,
    },
  },
  '0028-input-use': {},
  '0031-iframe-consent': {},
  '0032-rnds-waiting': {},
  '0033-visit-facts': {
    rnds_professionals: { user_id: ids.user, sealed_body: sealed },
    rnds_roles: { id: 'cd'.repeat(32), sealed_body: sealed, told_at: AT },
  },
  // Columns and an index.
  '0034-rnds-answer-headers': {},
  '0035-extension': {
    invites: {
      id: '77777777-7777-4777-8777-777777777777',
      organization_id: ids.organization,
      user_id: ids.user,
      digest: 'ab'.repeat(32),
      created_at: AT,
      expires_at: AT,
    },
    devices: {
      id: '88888888-8888-4888-8888-888888888888',
      organization_id: ids.organization,
      user_id: ids.user,
      name: 'Chrome',
      thumbprint: 'thumbprint',
      session_generation: 0,
      token_digest: 'cd'.repeat(32),
      created_at: AT,
      last_used_at: AT,
    },
    extension_keys: {
      id: '99999999-9999-4999-8999-999999999999',
      sealed_key: sealed,
      created_at: AT,
    },
  },
  // Columns and an index.
  '0036-user-login': {},
  // A column.
  '0037-visit-opener': {},
  '0038-nodes': {
    nodes: {
      id: 'abababab-abab-4bab-8bab-abababababab',
      address: 'http://10.0.0.1:8080',
      version: '0.1.0',
      process: 'box:1',
      started_at: AT,
      seen_at: AT,
    },
    node_leaders: { name: 'chores', node_id: 'abababab-abab-4bab-8bab-abababababab', until_at: AT },
    recording_leases: {
      recording_id: ids.recording,
      node_id: 'abababab-abab-4bab-8bab-abababababab',
      token: 1,
      taken_at: AT,
    },
    sound_pieces: { recording_id: ids.recording, channel: 0, position: 0, sealed },
  },
  // A column.
  '0040-node-state': {},
  // Two columns beside it.
  '0039-claims': { request_counts: { id: 'cd'.repeat(16), stretch: 1, count: 3, ends_at: AT } },
  '0029-spent-tokens': { spent_tokens: { token_id: 'spent', expires_at_s: 1_900_000_000 } },
  '0025-submit-keys': {
    rnds_submit_keys: {
      id: 'ef'.repeat(32),
      consultation_id: ids.consultation,
      submission_id: 'rnds_1',
      sealed_body: sealed,
      created_at: AT,
      version: 1,
    },
  },
}

/** Columns that a later step took away, sealing what was in them, and what a row has instead. */
export const sealedBy: Record<string, Record<string, { gone: string[]; instead: Row }>> = {
  '0020-sealed-consultations': {
    consultations: {
      gone: [
        'external_consultation_id',
        'external_doctor_id',
        'external_patient_id',
        'context_markdown',
        'background_history',
        'consent_recorded_by',
        'consent_method',
      ],
      instead: {
        sealed_ids: sealed,
        consultation_index: 'c',
        doctor_index: 'd',
        patient_index: 'p',
      },
    },
    documents: { gone: ['reviewed_by', 'deleted_by'], instead: {} },
    document_versions: { gone: ['made_by'], instead: { sealed_maker: sealed } },
  },
}

/** A row as a database has it that is as far as `step`. */
export function rowAsOf(step: string, table: string, row: Row): Row {
  let now = row
  for (const [by, tables] of Object.entries(sealedBy)) {
    const change = tables[table]
    if (by > step || !change) continue
    const kept = Object.entries(now).filter(([column]) => !change.gone.includes(column))
    now = { ...Object.fromEntries(kept), ...change.instead }
  }
  return now
}
