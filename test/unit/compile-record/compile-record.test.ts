/** From reviewed documents to the record: what is sent, what stays, and what is refused. */
import test from 'ava'
import type { VisitFacts } from '../../../core/consultation/visit-facts.ts'
import { type ErrorDetail, isAppError } from '../../../core/errors.ts'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import type { EncounterRecord } from '../../../core/fhir/clinical-record.ts'
import {
  type CompileInput,
  compileRecord,
} from '../../../core/rnds/compile-record/compile-record.ts'
import { fieldRole, isLocalKey } from '../../../core/rnds/compile-record/field-roles.ts'
import {
  COMPILED_AT,
  compileInput,
  confirmed,
  consultationNamed,
  establishment,
  MODELS,
  reviewed,
} from '../../helpers/network-consultations.ts'

function encounterOf(input: CompileInput): EncounterRecord {
  const record = compileRecord(input)
  if (record.documentType !== 'RAC') throw new Error(record.documentType)
  return record
}

function faultsOf(input: CompileInput) {
  try {
    compileRecord(input)
  } catch (error) {
    if (isAppError(error) && error.code === 'validation_error') return error.details
    throw error
  }
  return []
}

test('every field of the 26 models has a place, or is known to stay in the house', (t) => {
  t.is(MODELS.length, 26)
  const undecided = MODELS.flatMap(({ id, fields }) =>
    fields.filter(({ name }) => fieldRole(name) === null).map(({ name }) => `${id}: ${name}`),
  )
  t.deepEqual(undecided, [])
})

test('every model can say why the patient came, and what was agreed or concluded', (t) => {
  for (const { id, fields } of MODELS) {
    const roles = new Set(fields.map(({ name }) => fieldRole(name)))
    t.true(roles.has('reason'), id)
    // A medical expert's opinion is for whoever asked for it: neither assessment nor plan of a
    // treatment.
    if (id !== 'anamnesisMedicalExpertReport') t.true(roles.has('plan'), id)
  }
})

test('each value of every model reaches the bundle once, except those that stay in the house', (t) => {
  for (const { id, fields } of MODELS) {
    const marked = new Map<string, { text: string; local: boolean }>()
    const content = Object.fromEntries(
      fields.map(({ name, type, keys = [] }) => {
        const mark = (key: string | null) => {
          const text = `Valor${marked.size}fim`
          const local = fieldRole(name) === 'local' || (key !== null && isLocalKey(key))
          marked.set(`${name} ${key}`, { text, local })
          return text
        }
        if (type === 'string') return [name, mark(null)]
        if (type === 'string[]') return [name, [mark(null)]]
        return [name, Object.fromEntries(keys.map((key) => [key, mark(key)]))]
      }),
    )
    const record = compileRecord(compileInput({ documents: [reviewed(id, content)] }))
    const sent = JSON.stringify(buildBundle(record, COMPILED_AT))
    for (const [place, { text, local }] of marked)
      t.is(sent.split(text).length - 1, local ? 0 : 1, `${id}: ${place}`)
  }
})

test('a name that nobody decided about is never sent', (t) => {
  t.is(fieldRole('Observações do convênio'), null)
  t.is(fieldRole('EXAME  FÍSICO'), 'other')
})

test('basic care: complaint, pressure, prescription and plan, each in its place', (t) => {
  const record = encounterOf(consultationNamed('basic care'))
  t.like(record, {
    patient: { cpf: '52998224725', cns: '843419254122484' },
    practitioner: { cns: '195748906820018' },
    cnes: '2337991',
    requesterId: '14008',
    generatedAt: '2026-03-16T14:40:00-03:00',
  })
  t.like(record.encounter, {
    reason:
      'Queixa Principal: Dor de cabeça.\nHistória da Doença Atual: Há duas semanas, à tarde, sem náuseas.',
    start: '2026-03-16T14:00:00-03:00',
    end: '2026-03-16T14:00:00-03:00',
    team: 1234567,
    otherInformation: [
      'Dados Antropométricos: IMC: 27,88 kg/m²',
      'Sinais Vitais: Frequência Respiratória: 16 irpm; Frequência cardíaca: 78 bpm; Saturação de O2: 98%; Temperatura: 36,5 °C',
      'Medicações em uso: Losartana 50 mg pela manhã',
    ].join('\n'),
  })
  t.deepEqual(record.measurements, [
    { code: '8302-2', value: 1.72, unit: 'm' },
    { code: '8280-0', value: 98, unit: 'cm' },
    { code: '29463-7', value: 82.5, unit: 'kg' },
    { code: '8462-4', value: 95, unit: 'mm[Hg]' },
    { code: '8480-6', value: 150, unit: 'mm[Hg]' },
  ])
  t.deepEqual(
    record.prescription.map(({ text }) => text),
    ['Losartana 50 mg, um comprimido de 12 em 12 horas', 'Hidroclorotiazida 25 mg pela manhã'],
  )
  t.is(record.carePlan, 'Orientações: Reduzir o sal\nExames Complementares: Creatinina; Potássio')
  t.deepEqual(record.diagnoses, [
    { system: 'CID10', code: 'I10', note: 'Hipertensão arterial não controlada' },
  ])
  t.deepEqual(record.procedures, [
    { system: 'SIGTAP', code: '0301010064', quantity: 1, note: null },
  ])
})

test('urgency lasts as long as it was recorded, and its certificate is counted in days', (t) => {
  const record = encounterOf(consultationNamed('urgency'))
  t.is(record.encounter.end, '2026-03-16T14:30:00-03:00')
  t.deepEqual(record.certificate, {
    start: '2026-03-16',
    days: 2,
    description: 'Afastamento por 2 (dois) dias a partir de hoje, CID A09.',
    diagnosis: 'A09',
  })
  t.is(record.carePlan, null)
})

test('an encounter never ends in the future', (t) => {
  const input = consultationNamed('urgency')
  const { encounter } = encounterOf({ ...input, now: new Date('2026-03-16T17:05:00Z') })
  t.is(encounter.end, '2026-03-16T14:05:00-03:00')
})

test('the principal diagnosis comes first, and an item that names another code is its note', (t) => {
  const { diagnoses, carePlan } = encounterOf(consultationNamed('care at home'))
  t.deepEqual(diagnoses, [
    { system: 'CID10', code: 'I500', note: 'Insuficiência cardíaca' },
    { system: 'CID10', code: 'E119', note: 'Diabetes tipo 2 (E11.9)' },
  ])
  t.is(carePlan, 'Encaminhamento: Cardiologia')
})

test('family, work and way of life stay in the house, also inside a dict', (t) => {
  const sent = JSON.stringify([
    encounterOf(consultationNamed('care at home')),
    encounterOf(consultationNamed('psychosocial')),
  ])
  t.true(sent.includes('Dependente para o banho'))
  t.false(/tabagista|Mora sozinho|Substâncias/.test(sent))
})

test('ending a medicine is no prescription of it', (t) => {
  const { prescription, carePlan } = encounterOf(consultationNamed('psychosocial'))
  t.deepEqual(
    prescription.map(({ text }) => text),
    ['Sertralina 50 mg pela manhã'],
  )
  t.is(
    carePlan,
    'Plano Terapêutico: Psicoterapia semanal\nMedicações Prescritas: Suspender amitriptilina',
  )
})

test('a suspension to be drunk is a prescription', (t) => {
  const documents = [
    reviewed('anamnesis', {
      'Medicações Prescritas': ['Suspensão de amoxicilina 5 mL de 8/8 horas'],
    }),
  ]
  t.is(encounterOf(compileInput({ documents })).prescription.length, 1)
})

test('a teleconsultation is coded as one, and typed as one where the network takes that', (t) => {
  const input = consultationNamed('teleconsultation')
  const plain = encounterOf(input)
  t.is(plain.procedures[0]?.code, '0301010307')
  t.false(plain.encounter.teleconsultation)
  const typed = encounterOf({
    ...input,
    establishment: establishment({ teleconsultationType: true }),
  })
  t.true(typed.encounter.teleconsultation)
  t.false(
    encounterOf(compileInput({ establishment: establishment({ teleconsultationType: true }) }))
      .encounter.teleconsultation,
  )
})

test('an allergy told in the history is an allergy, one that is listed already is told once', (t) => {
  const documents = [
    reviewed('anamnesisRheumatology', {
      'Queixa Principal': 'Tosse. Mãe alérgica a penicilina.',
      'História Pregressa':
        'Asma. Alergia a dipirona com urticária e a camarão. Possível alergia a látex.',
      Alergias: ['Camarão'],
    }),
  ]
  const { allergies, encounter } = encounterOf(compileInput({ documents }))
  t.deepEqual(allergies, [
    { text: 'Camarão', code: 'camarao', category: 'food', criticality: null, note: null },
    {
      text: 'dipirona',
      code: 'outro-agente-substancia',
      category: 'medication',
      criticality: null,
      note: 'Alergia a dipirona com urticária e a camarão.',
    },
    {
      text: 'látex',
      code: 'latex',
      category: 'environment',
      criticality: null,
      verification: 'unconfirmed',
      note: 'Possível alergia a látex.',
    },
  ])
  // The words stay where they were told.
  t.true(encounter.otherInformation?.includes('Alergia a dipirona com urticária'))
})

test('denied in the history, nobody is allergic', (t) => {
  const documents = [
    reviewed('anamnesisRheumatology', {
      'História Pregressa': 'Nega alergias. Sem alergias medicamentosas.',
    }),
  ]
  t.deepEqual(encounterOf(compileInput({ documents })).allergies, [])
})

test('allergies are told one by one, denied ones as words, an unclear weight as words', (t) => {
  const { allergies, encounter, measurements } = encounterOf(consultationNamed('allergies'))
  t.deepEqual(
    allergies.map(({ text, category }) => [text, category]),
    [
      ['Alergia a dipirona, com urticária', 'medication'],
      ['Camarão', 'food'],
    ],
  )
  t.deepEqual(
    measurements.map(({ code }) => code),
    ['8302-2', '9843-4'],
  )
  t.is(
    encounter.otherInformation,
    'Dados Antropométricos: Peso: 14.300 g\nAlergias: Nega alergia a látex',
  )
})

test('of one model the newest document counts, of different models all do; an unclear certificate is part of the plan', (t) => {
  const { encounter, certificate, carePlan } = encounterOf(consultationNamed('two reviewed'))
  t.is(
    encounter.reason,
    'Queixa Principal: Dor no joelho direito.\nMecanismo de Trauma: Queda no futebol.',
  )
  t.is(certificate, null)
  t.is(carePlan, 'Atestado: Afastamento por uma semana.')
})

test('an older document that was corrected and reviewed again is the doctor’s last word', (t) => {
  const input = consultationNamed('two reviewed')
  const [older, newer] = input.documents.filter(
    ({ template }) => template.id === input.documents[0]?.template.id,
  )
  const corrected = {
    ...older!,
    content: { ...older!.content, 'Queixa Principal': 'Dor no joelho esquerdo.' },
    reviewedAt: new Date(newer!.createdAt.getTime() + 60_000),
  }
  const others = input.documents.filter((one) => one !== older)
  for (const documents of [
    [corrected, ...others],
    [...others, corrected],
  ])
    t.regex(String(encounterOf({ ...input, documents }).encounter.reason), /joelho esquerdo/)
})

test('a prescription of its own holds the prescribed items and asks for no encounter', (t) => {
  const input = consultationNamed('a stand-alone')
  const defaults = Object.fromEntries(
    Object.keys(input.establishment.defaults).map((field) => [field, null]),
  )
  const record = compileRecord({
    ...input,
    establishment: establishment({ rpmEnabled: true, defaults }),
  })
  t.like(record, {
    documentType: 'RPM',
    prescription: [
      { text: 'Amoxicilina 500 mg de 8 em 8 horas', prescribedAt: '2026-03-16T14:00:00-03:00' },
    ],
  })
})

test('everything that is missing is told at once, settings with the command that sets them', (t) => {
  const nothing = Object.fromEntries(
    Object.keys(establishment().defaults).map((field) => [field, null]),
  )
  const faults = faultsOf({
    ...compileInput({
      request: { patient: { cpf: '12345678900', cns: '700415845964843' }, practitionerCns: '' },
      documents: [],
      diagnoses: [],
    }),
    establishment: establishment({ cnes: null, requesterId: null, defaults: nothing }),
  })
  const setting = (field: string, flag: string) => ({
    field: `establishment.${field}`,
    issue: 'required',
    setting: `svcctl rnds profile set --${flag}`,
  })
  const byField = (a: { field?: unknown }, b: { field?: unknown }) =>
    String(a.field).localeCompare(String(b.field))
  t.deepEqual(
    [...(faults ?? [])].sort(byField),
    [
      { field: 'patient_cpf', issue: 'invalid' },
      { field: 'patient_cns', issue: 'invalid' },
      { field: 'practitioner_cns', issue: 'required' },
      { field: 'cnes', issue: 'required' },
      { field: 'documents', issue: 'document_not_reviewed' },
      { field: 'diagnoses', issue: 'diagnosis_required' },
      setting('requesterId', 'requester-id'),
      {
        field: 'practitioner_cbo',
        issue: 'required',
        setting: 'svcctl user set USER --cns CNS --cbo CBO',
      },
      setting('modality', 'modality'),
      setting('priority', 'priority'),
      setting('admissionSource', 'admission-source'),
      setting('outcome', 'outcome'),
      setting('financing', 'financing'),
      setting('procedure', 'procedure'),
    ].sort(byField),
  )
})

const refuses = test.macro({
  title: (_, what: string) => `refused: ${what}`,
  exec(t, _: string, input: CompileInput, fault: ErrorDetail) {
    t.deepEqual(faultsOf(input), [fault])
  },
})

test(
  refuses,
  'a draft, since nobody has reviewed it',
  compileInput({
    documents: [reviewed('anamnesis', { 'Queixa Principal': 'Tosse.' }, { status: 'draft' })],
  }),
  { field: 'documents', issue: 'document_not_reviewed' },
)
test(refuses, 'a RAC without a coded diagnosis', compileInput({ diagnoses: [] }), {
  field: 'diagnoses',
  issue: 'diagnosis_required',
})
test(
  refuses,
  'a RPM without a prescription',
  compileInput({ documentType: 'RPM', establishment: establishment({ rpmEnabled: true }) }),
  {
    field: 'document_type',
    issue: 'unsupported_content',
    reason: 'nothing_prescribed',
    message: 'Nenhum documento revisado prescreve um medicamento nesta consulta.',
  },
)
test(
  refuses,
  'a REL without a result',
  compileInput({ documentType: 'REL', establishment: establishment({ relEnabled: true }) }),
  {
    field: 'document_type',
    issue: 'unsupported_content',
    reason: 'results_not_coded',
    message:
      'O REL só leva exames de doenças de notificação: em "Resultado de Exames" de um documento revisado, o teste rápido de antígeno ou o PCR de COVID-19 (este com a data da coleta, dd/mm/aaaa) e o teste rápido NS1 de dengue, com o resultado. Para outros exames envie o RAC, que leva o texto.',
  },
)
test(
  refuses,
  'a RPM where the network does not take it',
  { ...consultationNamed('a stand-alone'), establishment: establishment() },
  {
    field: 'establishment.rpmEnabled',
    issue: 'disabled',
    setting: 'svcctl rnds profile set --rpm on',
  },
)
test(
  refuses,
  'a practitioner whom the network does not know in the establishment',
  compileInput({ role: [] }),
  { field: 'practitioner_cns', issue: 'no_role_in_establishment' },
)
test(refuses, 'an occupation that the practitioner does not have', told({ cbo: '225120' }), {
  field: 'practitioner_cbo',
  issue: 'not_of_practitioner',
  known: roleOf('225133', '225142'),
})
test(refuses, 'a procedure that is no code', told({ cbo: '225133', procedure: '12' }), {
  field: 'procedure',
  issue: 'invalid',
  expected: 'SIGTAP (10), TUSS (8)',
})
test(refuses, 'an origin of no list', told({ cbo: '225133', admissionSource: '01' }), {
  field: 'origin',
  issue: 'invalid',
  allowed: [
    { code: '09', display: 'Demanda espontânea' },
    { code: '10', display: 'Ordem judicial' },
    { code: '11', display: 'Retorno' },
    { code: '12', display: 'Demanda referenciada' },
    { code: '99', display: 'Informação ausente na origem' },
  ],
})

function told(facts: VisitFacts): CompileInput {
  return compileInput({ role: roleOf('225133', '225142'), request: { told: facts } })
}

test('a question beside faults is told with them', (t) => {
  const role = roleOf('225133', '225142')
  t.deepEqual(faultsOf(compileInput({ role, diagnoses: [] })), [
    { field: 'diagnoses', issue: 'diagnosis_required' },
    { field: 'practitioner_cbo', issue: 'ambiguous', known: role },
  ])
})

function roleOf(...codes: string[]) {
  return codes.map((code) => ({ code, display: null }))
}

test('several occupations and nothing else to mend are a question, with its answers', (t) => {
  const role = [
    { code: '225133', display: 'Médico psiquiatra' },
    { code: '225142', display: null },
  ]
  const error = t.throws(() => compileRecord(compileInput({ role })))
  t.like(error, {
    kind: 'rejected',
    code: 'several_occupations',
    details: [{ field: 'practitioner_cbo', issue: 'ambiguous', known: role }],
  })
})

test('what is told of a visit goes before what is usual, fact by fact', (t) => {
  const { encounter, procedures } = encounterOf(
    compileInput({
      request: { told: { modality: '06', priority: '02', outcome: '03', procedure: '0301060061' } },
    }),
  )
  t.like(encounter, { modality: '06', priority: '02', outcome: '03', admissionSource: '09' })
  t.is(procedures[0]?.code, '0301060061')
})

test('a hospital stay is no encounter, told or usual', (t) => {
  const stay = { modality: '04' }
  const usual = compileInput({ establishment: establishment({ defaults: stay }) })
  for (const input of [compileInput({ request: { told: stay } }), usual])
    t.like(faultsOf(input)?.[0], { field: 'modality', reason: 'hospital_stay' })
})

test('the occupation is the one the network knows, chosen by the profile where there are several', (t) => {
  const cboOf = (codes: string[] | null, more: Partial<CompileInput> = {}, told?: VisitFacts) => {
    const input = compileInput({ role: codes && roleOf(...codes), request: { told } })
    return encounterOf({ ...input, ...more }).encounter.cbo
  }
  t.is(cboOf(null), '225125')
  t.is(cboOf(null, { earlierCbo: '225142' }), '225142')
  t.is(cboOf(null, { earlierCbo: '225142' }, { cbo: '225120' }), '225120')
  t.is(cboOf(['225142', '225125']), '225125')
  t.is(cboOf(['225142', '225125'], { ownCbo: '225142' }), '225142', 'the user’s')
  t.is(cboOf(['225142', '225125'], { ownCbo: '225120' }), '225125', 'one that nobody knows')
  t.is(cboOf(['225142'], { ownCbo: '225120' }), '225142')
  t.is(cboOf(null, { ownCbo: '225142' }), '225142')
  t.is(cboOf(null, { ownCbo: '225142', earlierCbo: '225120' }), '225120')
  t.is(cboOf(['225142', '225125', '225120'], { earlierCbo: '225142' }), '225142')
  t.is(cboOf(['225142', '225125'], { earlierCbo: '225142' }, { cbo: '225125' }), '225125')
  t.is(cboOf(['225142'], { earlierCbo: '225120' }), '225142')
})

test('the CNES of the request goes before that of the establishment', (t) => {
  const record = encounterOf(compileInput({ request: { cnes: '3191384' } }))
  t.is(record.cnes, '3191384')
})

test('a diagnosis that was confirmed twice is sent once, and control characters never', (t) => {
  const record = encounterOf(
    compileInput({
      diagnoses: [confirmed('J029'), confirmed('J029', false)],
      documents: [reviewed('anamnesis', { 'Queixa Principal': ' Dor\u0000 de\u001f garganta \n' })],
    }),
  )
  t.is(record.diagnoses.length, 1)
  t.is(record.encounter.reason, 'Dor de garganta')
})
