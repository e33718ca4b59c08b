/**
 * The names of the national network's terms: URLs that identify and are never fetched, and the
 * closed code lists. There are two families of hosts, which are never mixed (RNDS.md §5.3):
 * `DOCUMENTS` for what is sent in bundles, `LOOKUPS` for patients, practitioners and establishments
 * that are asked for. Profiles are named without version.
 */
import type { QualitativeScale } from './clinical-record.ts'

/** Of every profile, list and code system of the network's documents. */
export const DOCUMENTS_BASE = 'http://www.saude.gov.br/fhir/r4'
const LOOKUPS_BASE = 'http://rnds.saude.gov.br/fhir/r4'

const definition = (name: string) => `${DOCUMENTS_BASE}/StructureDefinition/${name}`
const codeSystem = (name: string) => `${DOCUMENTS_BASE}/CodeSystem/${name}`

/** Profiles of the resources in a bundle. */
export const PROFILES = {
  clinicalEncounterRecord: definition('BRRegistroAtendimentoClinico'),
  prescriptionRecord: definition('BRRegistroPrescricaoMedicamento'),
  /** In the place of the one above (Portaria GM/MS 6.100/2024); in no definitions at hand. */
  electronicPrescriptionRecord: definition('RNDSRegistroEletronicoPrescricaoMedicamentos'),
  laboratoryRecord: definition('BRResultadoExameLaboratorial-3.2.1'),
  encounter: definition('BRContatoAssistencial-1.0'),
  problem: definition('BRProblemaDiagnostico'),
  procedure: definition('BRProcedimentoRealizado-1.0'),
  reason: definition('BRObservacaoDescritiva-1.0'),
  location: definition('BRLocalAtendimento-1.0'),
  measurement: definition('BRMedidaObservada'),
  allergy: definition('BRAlergiaReacaoAdversa-1.0'),
  prescribedMedication: definition('BRPrescricaoMedicamento'),
  medication: definition('BRMedicamento'),
  carePlan: definition('BRPlanoCuidados-1.0'),
  certificate: definition('BRAtestado'),
  certificateDiagnosis: definition('BRCID10Avaliado-1.0'),
  laboratorySuspicion: definition('BRCondicaoSaude'),
  laboratoryResult: definition('BRDiagnosticoLaboratorioClinico-3.2.1'),
  specimen: definition('BRAmostraBiologica-1.0'),
} as const

/** Extensions that bundles carry. */
export const EXTENSIONS = {
  occupation: definition('BROcupacao-1.0'),
  team: definition('BRIdentificacaoEquipe-1.0'),
  financing: definition('BRFinanciamento-1.0'),
  quantity: definition('BRQuantidade-1.0'),
  otherInformation: definition('BROutrasInformacoes'),
  pathogen: definition('BRPatogeno'),
} as const

/**
 * In documents a logical reference's `identifier.system` is the profile of what is meant (RNDS.md
 * §5.2).
 */
export const PARTIES = {
  patient: definition('BRIndividuo-1.0'),
  establishment: definition('BREstabelecimentoSaude-1.0'),
  practitioner: definition('BRProfissional-1.0'),
  /** A practitioner in an establishment: `<CNS>-<CNES>`. */
  practitionerRole: definition('BRLotacaoProfissional-1.0'),
} as const

/** Code systems of the documents' family, and those of FHIR itself that the profiles name. */
export const SYSTEMS = {
  documentType: codeSystem('BRTipoDocumento'),
  modality: codeSystem('BRModalidadeAssistencial'),
  priority: codeSystem('BRCaraterAtendimento'),
  admissionSource: codeSystem('BRProcedencia'),
  outcome: codeSystem('BRMotivoDesfecho'),
  financing: codeSystem('BRFinanciamento'),
  responsibility: codeSystem('BRResponsabilidadeParticipante'),
  telehealth: codeSystem('BRModalidadeTelessaude'),
  missingData: codeSystem('BRDadoAusenteOuDesconhecido'),
  cbo: codeSystem('BRCBO'),
  cid10: codeSystem('BRCID10'),
  ciap2: codeSystem('BRCIAP2'),
  sigtap: codeSystem('BRTabelaSUS'),
  tuss: codeSystem('BRCBHPMTUSS'),
  catmat: codeSystem('BRObmCATMAT'),
  vmp: codeSystem('BRObmVMP'),
  ampp: codeSystem('BRObmAMPP'),
  anvisa: codeSystem('BRObmANVISA'),
  ean: codeSystem('BRObmEAN'),
  unit: codeSystem('BRUnidadeMedida'),
  examLoinc: codeSystem('BRNomeExameLOINC'),
  examGal: codeSystem('BRNomeExameGAL'),
  examGroup: codeSystem('BRSubgrupoTabelaSUS'),
  pathogen: codeSystem('BRTerminologiaPatogeno'),
  specimen: codeSystem('BRTipoAmostraGAL'),
  /** For what the list above lacks, as blood. */
  commonSpecimen: 'http://terminology.hl7.org/CodeSystem/v2-0487',
  /**
   * LOINC and UCUM as the standard and the profiles write them; bundles write what `spellings.ts`
   * says (RNDS.md §5.5).
   */
  loinc: 'http://loinc.org',
  ucum: 'http://unitsofmeasure.org',
  conditionClinical: 'http://terminology.hl7.org/CodeSystem/condition-clinical',
  conditionCategory: 'http://terminology.hl7.org/CodeSystem/condition-category',
  diagnosisRole: 'http://terminology.hl7.org/CodeSystem/diagnosis-role',
  allergen: codeSystem('BRAlergenosCBARA'),
  allergyClinical: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical',
  allergyVerification: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
} as const

/** The code system of a qualitative result (RNDS.md §9.4). */
export function qualitativeSystem(scale: QualitativeScale): string {
  return codeSystem(scale === 'plain' ? 'BRResultadoQualitativoExame' : `BRTipoResultado${scale}`)
}

/** `Bundle.identifier.system` of whoever sends (RNDS.md §5.1). */
export function requesterSystem(requesterId: string): string {
  return `${DOCUMENTS_BASE}/NamingSystem/BRRNDS-${requesterId}`
}

/**
 * The other family: what stands in searches and answers about people and places (RNDS.md §4.6 to
 * 4.9).
 */
export const LOOKUPS = {
  cpf: `${LOOKUPS_BASE}/NamingSystem/cpf`,
  cns: `${LOOKUPS_BASE}/NamingSystem/cns`,
  cnes: `${LOOKUPS_BASE}/NamingSystem/cnes`,
  cbo: `${LOOKUPS_BASE}/CodeSystem/rnds-cbo-1.0`,
} as const

export interface CodeList {
  /** pt-BR, for messages to doctors and administrators. */
  name: string
  system: string
  /** What the network binds the element to. */
  valueSet: string
  /** Labels in pt-BR by code. A `Map`: codes such as `01` and `10` keep their order. */
  codes: ReadonlyMap<string, string>
}

const list = (
  name: string,
  system: string,
  valueSet: string,
  codes: [string, string][],
): CodeList => ({
  name,
  system,
  valueSet: `${DOCUMENTS_BASE}/ValueSet/${valueSet}`,
  codes: new Map(codes),
})

/** The closed lists that an establishment's profile chooses from (RNDS.md §7.13). */
export const CODE_LISTS = {
  modality: list('Modalidade assistencial', SYSTEMS.modality, 'BRModalidadeAssistencial-1.0', [
    ['01', 'Atenção básica'],
    ['02', 'Atenção domiciliar'],
    ['03', 'Atenção intermediária'],
    ['04', 'Atenção hospitalar'],
    ['05', 'Atenção psicossocial'],
    ['06', 'Urgência e emergência'],
    ['07', 'Ambulatorial especializada'],
    ['08', 'Assistência farmacêutica'],
    ['09', 'Assistência ambulatorial'],
  ]),
  priority: list('Caráter do atendimento', SYSTEMS.priority, 'BRCaraterAtendimento-1.0', [
    ['01', 'Eletivo'],
    ['02', 'Urgência'],
    ['03', 'Consulta agendada'],
    ['04', 'Consulta agendada programada (cuidado continuado)'],
    ['05', 'Demanda espontânea: consulta no dia'],
    ['06', 'Demanda espontânea: atendimento de urgência'],
    ['99', 'Sem registro na origem'],
  ]),
  admissionSource: list('Procedência', SYSTEMS.admissionSource, 'BRProcedencia-1.0', [
    ['09', 'Demanda espontânea'],
    ['10', 'Ordem judicial'],
    ['11', 'Retorno'],
    ['12', 'Demanda referenciada'],
    ['99', 'Informação ausente na origem'],
  ]),
  outcome: list('Motivo do desfecho', SYSTEMS.outcome, 'BRMotivoDesfecho-1.0', [
    ['01', 'Alta clínica'],
    ['02', 'Alta voluntária'],
    ['03', 'Encaminhamento'],
    ['04', 'Evasão'],
    ['05', 'Ordem judicial'],
    ['06', 'Óbito'],
    ['07', 'Permanência'],
    ['08', 'Retorno'],
    ['09', 'Transferência'],
    ['99', 'Sem registro na origem'],
  ]),
  financing: list('Fonte de financiamento', SYSTEMS.financing, 'BRFinanciamento-1.0', [
    ['01', 'SUS federal'],
    ['02', 'Plano de saúde público'],
    ['03', 'Plano de saúde privado'],
    ['04', 'Particular'],
    ['05', 'Gratuidade'],
    ['06', 'SUS estadual'],
    ['07', 'SUS municipal'],
    ['08', 'Programas e projetos federais'],
  ]),
} as const satisfies Record<string, CodeList>
