/**
 * What a doctor or an administrator calls the elements of a bundle: pt-BR, with the place where the
 * value comes from. Paths that have no name of their own take that of the nearest element above.
 */

import type { EntryFacts, JsonObject } from './json.ts'

const PATIENT = 'Paciente (CNS ou CPF do contexto da consulta)'
const PRACTITIONER = 'Profissional (CNS do profissional)'
const CNES = 'Estabelecimento (svcctl rnds profile set --cnes)'
const MEDICATION = 'Medicamento (prescrição)'

/** Of the bundle itself. */
const BUNDLE: Record<string, string> = {
  '': 'Documento da RNDS',
  identifier: 'Identificador do documento',
  'identifier.system': 'Identificador do solicitante (svcctl rnds profile set --requester-id)',
  type: 'Tipo do Bundle',
  timestamp: 'Momento do envio',
  entry: 'Entradas do documento',
}

/**
 * By the profile's name, or the resource type where the profile is not known; `''` names the
 * resource.
 */
const RESOURCES: Record<string, Record<string, string>> = {
  Composition: {
    '': 'Documento',
    status: 'Situação do documento',
    type: 'Tipo do documento',
    category: 'Modalidade assistencial (svcctl rnds profile set --modality)',
    subject: PATIENT,
    date: 'Data do documento',
    author: CNES,
    title: 'Título do documento',
    relatesTo: 'Documento substituído',
    section: 'Seções do documento',
  },
  Encounter: {
    '': 'Atendimento',
    class: 'Modalidade assistencial (svcctl rnds profile set --modality)',
    type: 'Teleconsulta (svcctl rnds profile set --teleconsultation-type)',
    priority: 'Caráter do atendimento (svcctl rnds profile set --priority)',
    subject: PATIENT,
    participant: 'Profissional do atendimento',
    'participant.individual': PRACTITIONER,
    'participant.type': 'Papel do profissional',
    'participant.extension:BROcupacao-1.0':
      'Ocupação do profissional, CBO (practitioner_cbo; svcctl user set --cbo)',
    'participant.extension:BRIdentificacaoEquipe-1.0':
      'Equipe, INE (svcctl rnds profile set --team)',
    period: 'Período do atendimento',
    'period.start': 'Início do atendimento (início da consulta)',
    'period.end': 'Fim do atendimento (fim da consulta)',
    reasonReference: 'Motivo do atendimento (queixa no documento)',
    diagnosis: 'Diagnósticos e procedimentos do atendimento',
    'diagnosis.use': 'Papel do diagnóstico',
    'diagnosis.rank': 'Ordem do diagnóstico (diagnósticos confirmados)',
    'diagnosis.condition.extension:BRFinanciamento-1.0':
      'Fonte de financiamento (svcctl rnds profile set --financing)',
    'hospitalization.admitSource': 'Procedência (svcctl rnds profile set --admission-source)',
    'hospitalization.dischargeDisposition':
      'Motivo do desfecho (svcctl rnds profile set --outcome)',
    'hospitalization.extension:BROutrasInformacoes': 'Outras informações (texto do documento)',
    hospitalization: 'Procedência e desfecho',
    location: 'Local do atendimento (svcctl rnds profile set --location)',
    serviceProvider: CNES,
  },
  Condition: {
    '': 'Diagnóstico',
    code: 'Código do diagnóstico (diagnósticos confirmados)',
    category: 'Categoria do diagnóstico',
    clinicalStatus: 'Situação do diagnóstico',
    subject: PATIENT,
    note: 'Observação do diagnóstico',
    stage: 'Exame que avalia a suspeita',
  },
  Procedure: {
    '': 'Procedimento',
    'extension:BRQuantidade-1.0': 'Quantidade do procedimento',
    status: 'Situação do procedimento',
    code: 'Código do procedimento (svcctl rnds profile set --procedure)',
    subject: PATIENT,
    performed: 'Data do procedimento',
    performer: 'Profissional do procedimento',
    'performer.function': 'Ocupação do profissional, CBO (practitioner_cbo; svcctl user set --cbo)',
    'performer.actor': PRACTITIONER,
    'performer.onBehalfOf': 'Estabelecimento terceiro',
    note: 'Observação do procedimento',
  },
  'BRObservacaoDescritiva-1.0': {
    '': 'Motivo do atendimento (queixa no documento)',
    code: 'Código do motivo do atendimento',
    issued: 'Data do motivo do atendimento',
    value: 'Texto do motivo do atendimento (queixa no documento)',
    subject: PATIENT,
  },
  Observation: {
    '': 'Medida',
    status: 'Situação da medida',
    code: 'Código da medida',
    value: 'Valor da medida (exame físico no documento)',
    subject: PATIENT,
    bodySite: 'Local da medida',
    method: 'Posição na medida',
  },
  'BRDiagnosticoLaboratorioClinico-3.2.1': {
    '': 'Exame laboratorial',
    category: 'Grupo do exame (laboratório)',
    code: 'Código do exame (laboratório)',
    effective: 'Data da coleta (laboratório)',
    issued: 'Data do resultado (laboratório)',
    performer: 'Laboratório, CNES (svcctl rnds profile set --cnes)',
    value: 'Resultado do exame (laboratório)',
    interpretation: 'Interpretação do resultado (laboratório)',
    method: 'Método do exame (laboratório)',
    specimen: 'Amostra do exame (laboratório)',
    referenceRange: 'Valores de referência (laboratório)',
    subject: PATIENT,
  },
  AllergyIntolerance: {
    '': 'Alergia (alergias no documento)',
    category: 'Categoria da alergia',
    criticality: 'Gravidade da alergia',
    code: 'Agente da alergia (alergias no documento)',
    clinicalStatus: 'Situação da alergia',
    verificationStatus: 'Certeza da alergia',
    patient: PATIENT,
    onset: 'Início da alergia',
    note: 'Observação da alergia',
    reaction: 'Reação da alergia',
  },
  BRRegistroPrescricaoMedicamento: { '': 'Prescrição', section: 'Itens da prescrição' },
  MedicationRequest: {
    '': 'Item da prescrição',
    medication: MEDICATION,
    subject: PATIENT,
    authoredOn: 'Data da prescrição',
    requester: CNES,
    recorder: PRACTITIONER,
    note: 'Texto do item da prescrição',
    dosageInstruction: 'Posologia (prescrição)',
    'dosageInstruction.timing.repeat.count': 'Doses por vez (prescrição)',
    'dosageInstruction.timing.repeat.countMax': 'Total de doses (prescrição)',
    'dosageInstruction.timing.repeat.extension:BRIntervaloDoses':
      'Intervalo entre doses (prescrição)',
    'dosageInstruction.timing.repeat.extension:BRTurno': 'Turno das doses (prescrição)',
    'dosageInstruction.route': 'Via de administração (prescrição)',
    'dosageInstruction.doseAndRate': 'Dose (prescrição)',
    'dosageInstruction.maxDosePerAdministration': 'Quantidade a dispensar (prescrição)',
    dispenseRequest: 'Validade e quantidade da prescrição',
  },
  Medication: { '': MEDICATION, code: 'Código do medicamento', form: 'Forma do medicamento' },
  CarePlan: {
    '': 'Plano de cuidados (conduta no documento)',
    description: 'Texto do plano de cuidados (conduta no documento)',
    subject: PATIENT,
  },
  BRAtestado: {
    '': 'Atestado',
    category: 'Tipo do atestado',
    addresses: 'Diagnóstico do atestado',
    'activity.detail.scheduled.event': 'Início do afastamento (atestado)',
    'activity.detail.scheduled.repeat': 'Dias de afastamento (atestado)',
    'activity.detail.description': 'Texto do atestado',
    activity: 'Afastamento (atestado)',
    subject: PATIENT,
  },
  'BRCID10Avaliado-1.0': { '': 'Diagnóstico do atestado', code: 'CID-10 do atestado' },
  BRCondicaoSaude: {
    '': 'Suspeita diagnóstica (laboratório)',
    code: 'CID-10 da suspeita (laboratório)',
  },
  Location: {
    '': 'Local do atendimento',
    name: 'Nome do local (svcctl rnds profile set --location)',
  },
  Specimen: { '': 'Amostra (laboratório)', type: 'Tipo da amostra (laboratório)' },
}

/** @param path FHIRPath from the bundle: `Bundle.entry[1].resource.priority.coding[0].code` */
export function nameField(path: string, entries: readonly EntryFacts[]): string {
  const [, index, below] = /^Bundle\.entry\[(\d+)\]\.resource(?:\.(.*))?$/.exec(path) ?? []
  const entry = entries.find((one) => one.index === Number(index))
  if (index === undefined || !entry) return nearest(BUNDLE, path.replace(/^Bundle\.?/, '')).name
  const names = { ...RESOURCES[entry.type], ...RESOURCES[entry.profile?.name ?? ''] }
  const alike = entries.filter(
    ({ type, profile }) => type === entry.type && profile === entry.profile,
  )
  const ordinal = alike.length > 1 ? ` ${alike.indexOf(entry) + 1}` : ''
  const title = `${numbered(names[''] ?? (entry.type || 'Recurso'), ordinal)}`
  const field = withExtensionNames(below ?? '', entry.resource)
  const { name, matched } = nearest(names, field)
  if (field === '') return title
  if (matched === '') return `${title}, campo ${field}`
  return ordinal ? `${title}: ${name}` : name
}

/** The number follows the thing, not the remark on where it comes from. */
function numbered(title: string, ordinal: string): string {
  const at = title.indexOf(' (')
  return at < 0 ? title + ordinal : title.slice(0, at) + ordinal + title.slice(at)
}

function nearest(names: Record<string, string>, field: string): { name: string; matched: string } {
  const plain = field.replace(/\[\d+\]/g, '')
  let end = plain.length
  while (end > 0) {
    const matched = plain.slice(0, end)
    const name = Object.hasOwn(names, matched) ? names[matched] : undefined
    if (name !== undefined) return { name, matched }
    end = matched.lastIndexOf('.')
  }
  return { name: names[''] ?? '', matched: '' }
}

/**
 * `participant[0].extension[1].value` → `participant[0].extension:BRIdentificacaoEquipe-1.0.value`
 */
function withExtensionNames(field: string, resource: JsonObject): string {
  let value: unknown = resource
  return field
    .split('.')
    .map((segment) => {
      const [, name = segment, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(segment) ?? []
      const next: unknown = (value as JsonObject | undefined)?.[name]
      value = index === undefined ? next : (next as unknown[] | undefined)?.[Number(index)]
      const url = (value as JsonObject | undefined)?.url
      const isExtension = name === 'extension' && typeof url === 'string'
      return isExtension ? `extension:${url.slice(url.lastIndexOf('/') + 1)}` : segment
    })
    .join('.')
}
