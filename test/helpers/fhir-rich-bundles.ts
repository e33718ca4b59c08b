/**
 * Valid bundles that carry what the profiles allow beyond what our builder sends, so that their
 * rules are met too.
 */
import { buildBundle, restamp } from '../../core/fhir/bundle/build-bundle.ts'
import type { Bundle, Resource } from '../../core/fhir/types.ts'
import { resourcesOf } from './bundles.ts'
import {
  fullEncounterRecord,
  laboratoryRecord,
  laboratoryResult,
  SENT_AT,
} from './clinical-records.ts'

const BASE = 'http://www.saude.gov.br/fhir/r4'
const START = '2026-03-16T14:00:00-03:00'

const concept = (system: string, code: string) => ({
  coding: [{ system: system.includes(':') ? system : `${BASE}/CodeSystem/${system}`, code }],
})
const party = (profile: string, value: string) => ({
  identifier: { system: `${BASE}/StructureDefinition/${profile}`, value },
})
const extension = (name: string, value: object) => ({
  url: `${BASE}/StructureDefinition/${name}`,
  ...value,
})

/**
 * A RAC that replaces another, with structured doses, an authorised procedure by a third party and
 * a described reaction.
 */
export function richEncounterBundle(): Bundle {
  const bundle = buildBundle(fullEncounterRecord(), SENT_AT)
  const change = (profile: string, parts: (resource: Resource) => object) => {
    for (const resource of resourcesOf(bundle, profile)) Object.assign(resource, parts(resource))
  }

  change('BRRegistroAtendimentoClinico', () => ({
    relatesTo: [
      {
        code: 'replaces',
        targetReference: { reference: 'Composition/eb4fc099-e5e2-4895-9d3b-23a6de2d7324-r3x7' },
      },
    ],
  }))
  change('BRProcedimentoRealizado-1.0', ({ performer }) => ({
    identifier: [{ type: concept('BRTipoIdentificador', 'AUTH'), value: '462921313170263' }],
    performer: (performer as object[]).map((each) => ({
      ...each,
      onBehalfOf: party('BREstabelecimentoSaude-1.0', '3179613'),
    })),
  }))
  change('BRMedidaObservada', () => ({
    extension: [
      extension('BROrigemMedida', { valueCodeableConcept: concept('http://loinc.org', '3137-7') }),
      extension('BRRoupasUsadasMedicao', {
        valueCodeableConcept: concept('http://loinc.org', 'LA11873-9'),
      }),
    ],
    bodySite: concept('BRLocalAfericao', '1'),
    method: concept('BRPosicaoIndividuo', '1'),
    note: [{ text: 'Sem sapatos.' }],
  }))
  change('BRAlergiaReacaoAdversa-1.0', () => ({
    verificationStatus: concept(
      'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
      'confirmed',
    ),
    code: { ...concept('BRAlergenosCBARA', 'abelha'), text: 'Abelha' },
    category: ['environment'],
    onsetDateTime: '2020-01',
    reaction: [{ manifestation: [concept('BRMedDRA', '10046735')] }],
  }))
  change('BRPrescricaoMedicamento', () => ({
    dosageInstruction: [
      {
        text: 'Um comprimido a cada 6 horas.',
        timing: {
          repeat: {
            extension: [
              extension('BRIntervaloDoses', {
                extension: [
                  { url: 'periodUnit', valueCode: 'h' },
                  { url: 'period', valuePositiveInt: 6 },
                ],
              }),
              extension('BRTurno', { valueCode: '2' }),
            ],
            count: 1,
            countMax: 12,
          },
        },
        asNeededBoolean: true,
        route: concept('BRViaAdministracao', '10907'),
        doseAndRate: [{ type: concept('BRUnidadeMedida', '19'), doseQuantity: { value: 1 } }],
        maxDosePerAdministration: { value: 1 },
      },
    ],
    dispenseRequest: {
      validityPeriod: { start: '2026-03-16', end: '2026-03-19' },
      quantity: { value: 12 },
    },
  }))
  change('BRMedicamento', () => ({
    extension: [extension('BRCodigoSerialMedicamento', { valueString: 'A-1' })],
    status: 'active',
    batch: { lotNumber: 'L1', expirationDate: '2027-01' },
  }))
  change('BRCID10Avaliado-1.0', () => ({
    category: [concept('BRCategoriaDiagnostico', '01')],
    onsetDateTime: '2026-03-14',
    note: [{ text: 'Desde sábado.' }],
  }))
  return bundle
}

/** A REL with a number, a pathogen and all three kinds of performers. */
export function richLaboratoryBundle(): Bundle {
  const result = laboratoryResult({
    value: { quantity: 12.5, unit: 'UI/mL', interpretation: '1' },
    pathogen: '02',
  })
  const bundle = restamp(buildBundle(laboratoryRecord({ laboratory: [result] }), SENT_AT), SENT_AT)
  for (const resource of resourcesOf(bundle, 'BRDiagnosticoLaboratorioClinico-3.2.1'))
    Object.assign(resource, {
      performer: [
        party('BREstabelecimentoSaude-1.0', '2337991'),
        party('BRPessoaJuridicaProfissionalLiberal-1.0', '00394544000185'),
        party('BRLotacaoProfissional-1.0', '195748906820018-2337991'),
      ],
      note: [{ text: 'Repetido.' }],
      effectiveDateTime: START,
    })
  return bundle
}
