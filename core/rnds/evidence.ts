/**
 * The three proofs of homologation for one record (RNDS.md §2): what the check says of it, with
 * what answer the network took it, and the document itself.
 */
import { AppError } from '../errors.ts'
import type { ProfileFinding } from '../fhir/types.ts'
import { redactBundle, withoutPeople } from './redact-bundle.ts'
import type { Submission } from './submission.ts'

export interface EvidenceFile {
  name: string
  text: string
}

type Proven = Pick<
  Submission,
  'id' | 'documentType' | 'localId' | 'networkId' | 'answerHeaders' | 'bundle'
>

/**
 * @param findings of the bundle as it was on the day of its sending
 * @param isRedacted without numbers of people, names, addresses and free text
 * @throws {AppError} `record_not_accepted`, `answer_not_kept`, `record_erased`
 */
export function evidenceOf(
  record: Proven,
  findings: readonly ProfileFinding[],
  isRedacted: boolean,
): EvidenceFile[] {
  const { id, networkId, answerHeaders, bundle } = record
  if (networkId === null)
    throw unfit(
      'record_not_accepted',
      `The network has not taken ${id}: there is nothing to prove.`,
    )
  if (bundle.entry.length === 0)
    throw unfit('record_erased', `Retention has erased the content of ${id}.`)
  if (answerHeaders === null)
    throw unfit(
      'answer_not_kept',
      `The answer that took ${id} is not here: it was lost on the way, or came before answers were kept. Take another record.`,
    )
  const shown = (text: string) => (isRedacted ? withoutPeople(text) : text)
  const document = isRedacted ? redactBundle(bundle) : bundle
  const headers = Object.entries(answerHeaders).map(([name, value]) => `${name}: ${shown(value)}`)
  const summary = { record, findings, documentName: `${id}-3-bundle.json` }
  return [
    { name: `${id}-1-validation.json`, text: json(reportOf(summary)) },
    { name: `${id}-1-validation.txt`, text: reportInWords(summary) },
    { name: `${id}-2-headers.txt`, text: `HTTP/1.1 201 Created\n${headers.join('\n')}\n` },
    { name: `${id}-3-bundle.json`, text: json(document) },
  ]
}

interface Summary {
  record: Proven
  findings: readonly ProfileFinding[]
  documentName: string
}

function reportOf({ record, findings, documentName }: Summary) {
  const { documentType, localId, networkId, bundle } = record
  return {
    document: documentName,
    documentType,
    localId,
    networkId,
    timestamp: bundle.timestamp,
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    findings,
  }
}

/** pt-BR, for whoever judges the homologation. */
function reportInWords({ record, findings, documentName }: Summary): string {
  const { documentType, localId, networkId, bundle } = record
  const result = `${countOf(findings, 'error')} erro(s), ${countOf(findings, 'warning')} aviso(s)`
  return [
    'Conferência do documento pelas regras compiladas dos perfis oficiais da RNDS',
    `documento:             ${documentName}`,
    `tipo:                  ${documentType}`,
    `identificador local:   ${localId}`,
    `identificador na RNDS: ${networkId}`,
    `data do documento:     ${bundle.timestamp}`,
    `resultado:             ${result}`,
    ...findings.map(
      ({ severity, code, path, message }) =>
        `${severity === 'error' ? 'erro' : 'aviso'}  ${code}  ${path}: ${message}`,
    ),
    '',
  ].join('\n')
}

function countOf(findings: readonly ProfileFinding[], severity: ProfileFinding['severity']) {
  return findings.filter((one) => one.severity === severity).length
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function unfit(code: string, message: string): AppError {
  return new AppError('conflict', code, message)
}
