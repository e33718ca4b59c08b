/**
 * What each definition says of its version and day, written by
 * bin/tools/generate/make-profile-rules.ts.
 */
import type { ProfileVersion } from '../profile/load-definitions.ts'

const BASE = 'http://www.saude.gov.br/fhir/r4/StructureDefinition'

const VERSIONS = `
  BRAlergiaReacaoAdversa-1.0: 01.10 2020-09-20
  BRAtestado: 1.0.1 -
  BRCID10Avaliado-1.0: 1.1.0 2020-04-07
  BRCodigoSerialMedicamento: - -
  BRConjuntoMinimoDados-1.1: 2.0 2022-06-08
  BRContatoAssistencial-1.0: 2.0 2020-04-29
  BRFinanciamento-1.0: 1.0 2020-04-07
  BRIdentificacaoEquipe-1.0: 1.0 2020-04-07
  BRIndividuoNaoIdentificado-1.0: 1.0 2020-03-11
  BRIntervaloDoses: 1.0 -
  BRLocalAtendimento-1.0: 1.0 2020-03-11
  BRMedicamento: 1.0 -
  BRMedidaObservada: 01.00 -
  BRObservacaoDescritiva-1.0: 1.1.0 2020-03-11
  BROcupacao-1.0: 1.0 2020-03-13
  BROrigemMedida: 01.00 -
  BROutrasInformacoes: - 2022-05-26
  BRPlanoCuidados-1.0: 1.0 2020-09-20
  BRPrescricaoMedicamento: 1.0.1 -
  BRProblemaDiagnostico: 1.0 2023-03-30
  BRProcedimentoRealizado-1.0: 1.0 2020-04-08
  BRQuantidade-1.0: 1.0 2020-09-17
  BRRegistroAtendimentoClinico: 2.1 2023-07-25
  BRRegistroPrescricaoMedicamento: 01.00 -
  BRResponsavelAtendimento: 01.00 2022-05-26
  BRRoupasUsadasMedicao: 01.00 -
  BRTurno: 1.0 -
  BRAmostraBiologica-1.0: 1.0 2020-03-26
  BRCondicaoSaude: 1.0 2022-09-16
  BRDiagnosticoLaboratorioClinico-3.2.1: 3.2.1 2021-04-12
  BRPatogeno: 1.0 2022-09-19
  BRResultadoExameLaboratorial-3.2.1: 3.2.1 2021-04-12
`

/** Of the profiles that the product ships, by their URL. */
export function shippedVersions(): Record<string, ProfileVersion> {
  return Object.fromEntries(
    VERSIONS.trim()
      .split('\n')
      .map((line) => {
        const [name = '', version, date] = line.trim().split(/:? /)
        return [`${BASE}/${name}`, { version: told(version), date: told(date) }]
      }),
  )
}

const told = (word: string | undefined) => (word === undefined || word === '-' ? null : word)
