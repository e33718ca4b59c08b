/**
 * What the network looks at in a submission besides its profiles: who sends, for whom, when, and
 * how the parts hang together. Content rules come with the check that the simulator is given.
 */
import { brasiliaDate } from '../../../core/fhir/bundle/brasilia-time.ts'
import { PARTIES, requesterSystem } from '../../../core/fhir/terms.ts'
import { isObject } from '../../../core/rnds/outcome.ts'
import type { Refusal } from './answers.ts'
import type { Submitted } from './documents.ts'
import { judgeMonths, judgeOccupations, type MonthlyCode } from './judge-links.ts'
import type { People } from './people.ts'

interface Deps {
  people: People
  /** null: any requester. */
  requesterId: string | null
  /** Prescriptions are taken as documents of their own. */
  rpm: boolean
  months: readonly MonthlyCode[]
  now: Date
  cns: string
}

export type Judged = { submitted: Submitted } | { refusals: Refusal[] }

export function judgeBundle(bundle: unknown, deps: Deps): Judged {
  const { people, requesterId, now, cns } = deps
  if (!isObject(bundle) || bundle.resourceType !== 'Bundle')
    return refused(null, 'Failed to parse request body as JSON resource')
  if (bundle.type !== 'document')
    return refused(
      'ERR923',
      'Ao enviar um documento é obrigatório utilizar o Bundle type: document',
    )
  const identifier = isObject(bundle.identifier) ? bundle.identifier : {}
  const { system, value } = identifier
  if (typeof system !== 'string' || typeof value !== 'string' || value === '')
    return refused(
      'ERR917',
      'Ao enviar um documento é obrigatório informar o identificador do documento no sistema de origem',
    )
  if (!system.startsWith(requesterSystem('')) || system === requesterSystem(''))
    return refused('ERR916', `O identificador do sistema de origem é inválido: ${system}`)
  if (requesterId !== null && system !== requesterSystem(requesterId))
    return refused(
      'ERR881',
      `Você não possui autorização para utilizar esse sistema de origem: ${system}`,
    )

  const resources = entriesOf(bundle).map(({ resource }) => (isObject(resource) ? resource : {}))
  const root = resources[0]
  if (root?.resourceType !== 'Composition')
    return refused(
      'ERR922',
      'Ao enviar um documento é obrigatório utilizar um Composition como primeiro item da lista de resources FHIR',
    )
  const refusals = [
    ...judgeTimestamp(bundle.timestamp, now),
    ...judgeEntries(bundle),
    ...judgeRoot(root),
    ...judgeParties(root, people),
    ...judgeType(root, deps.rpm),
    ...judgeOccupations(resources, people),
    ...judgeMonths(resources, deps.months, brasiliaDate(now).slice(0, 7).replace('-', '')),
  ]
  if (refusals.length > 0) return { refusals }
  const documentType = codeOf(root.type)
  return {
    submitted: { system, value, documentType, cns, replaces: replacedBy(root), bundle },
  }
}

function judgeTimestamp(timestamp: unknown, now: Date): Refusal[] {
  const at = new Date(typeof timestamp === 'string' ? timestamp : Number.NaN)
  if (Number.isNaN(at.getTime()))
    return [{ code: null, text: 'Bundle.timestamp: minimum required = 1, but only found 0' }]
  const [day, today] = [brasiliaDate(at), brasiliaDate(now)]
  if (day < today)
    return [
      {
        code: 'ERR807',
        text: 'O campo "timestamp" do "Bundle" não pode ter data anterior à data atual.',
      },
    ]
  if (day > today)
    return [
      {
        code: 'ERR808',
        text: 'O campo "timestamp" do "Bundle" não pode ter data posterior à data atual.',
      },
    ]
  // That the clock counts, not the day alone, and under which code, no source says: these are the
  // words of a date that is still to come.
  if (at.getTime() > now.getTime() + ROUNDED_MS)
    return [{ code: 'ERR830', text: `A data deve ser igual ou menor que a data atual (${today}).` }]
  return []
}

/** Times are written to the second. */
const ROUNDED_MS = 1000

/** Prescriptions alone have another type today (REPM); no source says how RPM is refused. */
function judgeType(root: Record<string, unknown>, rpm: boolean): Refusal[] {
  if (rpm || codeOf(root.type) !== 'RPM') return []
  const text = 'O documento RPM possui um perfil inválido e não pode ser processado: inativo.'
  return [{ code: 'ERR862', text }]
}

function judgeEntries(bundle: Record<string, unknown>): Refusal[] {
  const refusals: Refusal[] = []
  const entries = entriesOf(bundle)
  const names = new Set(entries.map(({ fullUrl }) => fullUrl))
  for (const [index, { fullUrl, resource }] of entries.entries()) {
    if (fullUrl !== `urn:uuid:transient-${index}`)
      refusals.push({
        code: 'ERR921',
        text: `Referência transitória não corresponde à ordem estabelecida de resources FHIR: ${String(fullUrl)}`,
      })
    const meta = isObject(resource) && isObject(resource.meta) ? resource.meta : {}
    if (!Array.isArray(meta.profile) || meta.profile.length !== 1)
      refusals.push({
        code: 'ERR887',
        text: 'É obrigatório informar o profile ao enviar um documento.',
      })
    for (const reference of referencesIn(resource))
      if (reference.startsWith('urn:uuid:') && !names.has(reference))
        refusals.push({
          code: 'ERR919',
          text: `Referência transitória não encontrada: ${reference}`,
        })
    if (index > 0 && isObject(resource) && resource.relatesTo !== undefined)
      refusals.push({
        code: 'ERR811',
        text: 'Apenas o Composition "raiz" pode possuir o atributo relatesTo.',
      })
  }
  return refusals
}

function judgeRoot(root: Record<string, unknown>): Refusal[] {
  if (root.status !== 'final')
    return [
      { code: 'ERR924', text: 'Ao enviar um documento é obrigatório utilizar o status: final' },
    ]
  for (const relation of listOf(root.relatesTo)) {
    if (relation.code !== 'replaces')
      return [
        {
          code: 'ERR868',
          text: "O valor informado no campo 'code' do atributo relatesTo é inválido.",
        },
      ]
    if (!targetOf(relation))
      return [
        {
          code: 'ERR867',
          text: "O valor informado no campo 'targetReference' do atributo relatesTo é inválido.",
        },
      ]
  }
  return []
}

function judgeParties(root: Record<string, unknown>, people: People): Refusal[] {
  const refusals: Refusal[] = []
  const { system, value } = logicalReference(root.subject)
  if (system === PARTIES.patient) {
    const patient = people.findPatient(value)
    if (!patient) refusals.push({ code: 'ERR983', text: `Paciente não encontrado: ${value}` })
    else if (patient.isProvisional)
      refusals.push({
        code: 'ERR987',
        text: 'O registro do paciente referenciado possui um estado inválido: não há CNS definitivo',
      })
    else if (!patient.active)
      refusals.push({
        code: 'ERR934',
        text: 'Esse paciente está inativo e não pode ser utilizado',
      })
  }
  for (const author of listOf(root.author)) {
    const { system: kind, value: number } = logicalReference(author)
    const found = people.findOrganization(number)
    if (kind === PARTIES.establishment && (!found || found.isForeign))
      refusals.push({
        code: 'ERR897',
        text: `Você não possui autorização para cadastrar documentos para os seguintes autores/estabelecimentos: ${number}.`,
      })
  }
  return refusals
}

function replacedBy(root: Record<string, unknown>): string[] {
  return listOf(root.relatesTo).flatMap((relation) => targetOf(relation) ?? [])
}

function targetOf({ targetReference }: Record<string, unknown>): string | undefined {
  const { reference } = isObject(targetReference) ? targetReference : {}
  return typeof reference === 'string' ? /^Composition\/(.+)$/.exec(reference)?.[1] : undefined
}

function logicalReference(reference: unknown): { system: string; value: string } {
  const identifier =
    isObject(reference) && isObject(reference.identifier) ? reference.identifier : {}
  return { system: String(identifier.system), value: String(identifier.value) }
}

function codeOf(concept: unknown): string {
  const [coding] = isObject(concept) ? listOf(concept.coding) : []
  return String(coding?.code ?? '')
}

function entriesOf(bundle: Record<string, unknown>) {
  return listOf(bundle.entry)
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

function refused(code: string | null, text: string): Judged {
  return { refusals: [{ code, text }] }
}
