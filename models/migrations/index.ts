import { access } from './0001-access.ts'
import { consultations } from './0002-consultations.ts'
import { recordings } from './0003-recordings.ts'
import { transcription } from './0004-transcription.ts'
import { documents } from './0005-documents.ts'
import { terminology } from './0006-terminology.ts'
import { rndsConnection } from './0007-rnds-connection.ts'
import { rndsSubmissions } from './0008-rnds-submissions.ts'
import { procedures } from './0009-procedures.ts'
import { files } from './0010-files.ts'
import { structuredOutputs } from './0011-structured-outputs.ts'
import { documentVersions } from './0012-document-versions.ts'
import { recordingLoss } from './0013-recording-loss.ts'
import { transcriptCorrections } from './0014-transcript-corrections.ts'
import { ownModels } from './0015-own-models.ts'
import { documentAudit } from './0016-document-audit.ts'
import { documentOrigins } from './0017-document-origins.ts'
import { speech } from './0018-speech.ts'
import { audit } from './0019-audit.ts'
import { sealedConsultations } from './0020-sealed-consultations.ts'
import { retention } from './0021-retention.ts'
import { webhooks } from './0022-webhooks.ts'
import { templateVersions } from './0023-template-versions.ts'
import { recordsByState } from './0024-records-by-state.ts'
import { submitKeys } from './0025-submit-keys.ts'
import { consultationName } from './0026-consultation-name.ts'
import { noteLines } from './0027-note-lines.ts'
import { inputUse } from './0028-input-use.ts'
import { spentTokens } from './0029-spent-tokens.ts'
import { originParts } from './0030-origin-parts.ts'
import { iframeConsent } from './0031-iframe-consent.ts'
import { rndsWaiting } from './0032-rnds-waiting.ts'
import { visitFacts } from './0033-visit-facts.ts'
import { rndsAnswerHeaders } from './0034-rnds-answer-headers.ts'
import { extension } from './0035-extension.ts'
import { userLogin } from './0036-user-login.ts'
import { visitOpener } from './0037-visit-opener.ts'
import { nodes } from './0038-nodes.ts'
import { claims } from './0039-claims.ts'
import { nodeState } from './0040-node-state.ts'
import type { Migration } from './migration.ts'

/** Every step, in order. */
export const migrations: readonly Migration[] = [
  access,
  consultations,
  recordings,
  transcription,
  documents,
  terminology,
  rndsConnection,
  rndsSubmissions,
  procedures,
  files,
  structuredOutputs,
  recordingLoss,
  transcriptCorrections,
  ownModels,
  documentVersions,
  documentAudit,
  documentOrigins,
  speech,
  audit,
  sealedConsultations,
  retention,
  webhooks,
  templateVersions,
  recordsByState,
  submitKeys,
  consultationName,
  noteLines,
  inputUse,
  spentTokens,
  originParts,
  iframeConsent,
  rndsWaiting,
  visitFacts,
  rndsAnswerHeaders,
  extension,
  userLogin,
  visitOpener,
  nodes,
  claims,
  nodeState,
]
