/**
 * The field lists are a contract with every host that maps them (spec §2.2), so the files are
 * compared with a transcription of the specification typed here on its own (transcribed-fields.ts).
 */
import test from 'ava'
import { builtIn } from '../../bin/compose/templates.ts'
import { BuiltInTemplateFile, builtInTemplates, documentTemplates } from '../../config/templates.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import { outlineOf, transcribed } from '../helpers/transcribed-fields.ts'

const KNOWN: Record<string, string> = {
  anamnesis: `Queixa Principal; História da Doença Atual; Medicações em uso*; História pregressa; História Vacinal;
    História Familiar; História Social e Hábitos de Vida; Exame físico; Dados Antropométricos{ANTHRO4};
    Sinais Vitais{VITALS7}; Resultado de Exames*; Hipóteses Diagnósticas*; Medicações Prescritas*; Orientações*;
    Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisCardiology: `Queixa Principal; História da Doença Atual; Medicações em Uso*; História Pregressa;
    História Vacinal; História Familiar; História Social e Hábitos de Vida; Exame Físico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Resultado de Exames*;
    Escalas e Scores Cardiológicos{ESCORES}; Hipóteses Diagnósticas*; Medicações Prescritas*; Orientações*;
    Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisDermatology: `Queixa Principal; História da Doença Atual; Tratamentos*; História Pregressa;
    História Vacinal; História Familiar; História Social e Hábitos de Vida; Exame Dermatológico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS2}; Resultado de Exames*; Hipóteses Diagnósticas*;
    Procedimentos realizados; Tratamento*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisEndocrinology: `Queixa Principal; História da Doença Atual; História Pregressa; Medicações em Uso*;
    História Vacinal; História Familiar; Avaliação Dietética; História Social e Hábitos de Vida; Exame físico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS5}; Monitoramento Contínuo da Glicose*;
    Resultado de Exames*; Hipóteses Diagnósticas*; Medicações Prescritas*; Orientações*; Exames Complementares*;
    Atestado; Encaminhamento*`,
  anamnesisGeriatrics: `Queixas e Sintomas; Avaliação Geriátrica Ampla (AGA){AGA16}; Revisão dos Sistemas;
    Exame físico; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS5}; Resultado de Exames*;
    Hipóteses Diagnósticas*; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado;
    Encaminhamento`,
  anamnesisGeriatrics240812: `Queixas e Sintomas; Avaliação Geriátrica Ampla (AGA){AGA16}; Exame físico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS5}; Resultado de Exames*; Hipóteses Diagnósticas*;
    Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento`,
  anamnesisGynecology: `Queixa Principal; História da Doença Atual; Antecedentes Pessoais;
    Antecedentes Obstétricos; História Menstrual; Antecedentes Sexuais e Métodos Contraceptivos Utilizados;
    Antecedentes Mamários; História Familiar; Queixas Urinárias e Gastrointestinais; Exame físico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS4}; Resultado de Exames*; Hipóteses Diagnósticas*;
    Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisMedicalExpertReport: `Identificação{PERICIADO}; Resumo da Lide; História Clínica Atual;
    História Clínica Pregressa; História Ocupacional; Hábitos de Vida; Resultado de Exames*;
    Exame Físico Pericial; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Discussão e Comentários;
    Conclusão`,
  anamnesisNeurology: `Queixa Principal; História da Doença Atual; História Pregressa; Medicações em Uso*;
    História Vacinal; História Familiar; História Social e Hábitos de Vida; Exame Físico;
    Dados Antropométricos{ANTHRO3}; Sinais Vitais{VITALS7}; Resultado de Exames*; Hipóteses Diagnósticas*;
    Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisNutrology: `Queixa Principal; História da Doença Atual; História Pregressa; Medicações em Uso*;
    História Vacinal; História Familiar; História Social e Hábitos de Vida; Avaliação Dietética; Exame físico;
    Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS5}; Resultado de Exames*; Hipóteses Diagnósticas*;
    Prescrição*; Plano Nutricional*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
}

const PROPOSED: Record<string, number> = {
  anamnesisObstetrics: 26,
  anamnesisOccupationalExam: 28,
  anamnesisOncology: 26,
  anamnesisOphthalmology: 28,
  anamnesisOrthopedics: 25,
  anamnesisOtorhinolaryngology: 22,
  anamnesisPediatrics: 24,
  anamnesisPneumology: 22,
  anamnesisPsychiatry: 26,
  anamnesisPsychology: 20,
  anamnesisReturningConsultation: 17,
  anamnesisRheumatology: 22,
  anamnesisSportsMedicine: 28,
  anamnesisSurgery: 23,
  anamnesisWardEvolution: 26,
  soap: 4,
}

const templates = builtInTemplates()

test('the catalogue holds the 26 models in the order of the specification', (t) => {
  t.deepEqual(
    templates.map(({ id }) => id),
    [...Object.keys(KNOWN), ...Object.keys(PROPOSED)],
  )
})

for (const [id, list] of Object.entries(KNOWN)) {
  test(`${id} has the fields of the specification, byte for byte and in order`, (t) => {
    const template = templates.find((candidate) => candidate.id === id)
    t.deepEqual(outlineOf(template), transcribed(list))
    t.false(template?.pendingClinicalReview)
  })
}

for (const [id, count] of Object.entries(PROPOSED)) {
  test(`${id} is a proposal of ${count} fields that waits for a clinician`, (t) => {
    const template = templates.find((candidate) => candidate.id === id)
    t.is(template?.fields.length, count)
    t.true(template?.pendingClinicalReview)
  })
}

test('every file satisfies the schema of templates', (t) => {
  for (const template of templates) t.notThrows(() => parseTemplate(template), template.id)
})

test('slugs are unique, in Portuguese kebab-case, and the standard one is as integrators know it', (t) => {
  const slugs = templates.map(({ slug }) => slug)
  t.is(new Set(slugs).size, 26)
  t.true(slugs.every((slug) => /^[a-z]+(-[a-z0-9]+)*$/.test(slug)))
  t.is(slugs[0], 'anamnese-padrao')
})

test('names are composed characters, so that hosts can compare them bytewise', (t) => {
  for (const text of namesOf(templates)) {
    t.is(text, text.normalize('NFC'))
    t.is(text, text.trim())
  }
})

test('the keys of every dict stand in code-point order', (t) => {
  for (const { id, fields } of templates)
    for (const { name, keys } of fields)
      if (keys) t.deepEqual(keys, [...keys].sort(), `${id} ${name}`)
})

test('a key never has two types across models, but for the referral that the specification makes text in geriatrics', (t) => {
  const types = new Map<string, Set<string>>()
  for (const { id, fields } of templates) {
    if (id.startsWith('anamnesisGeriatrics')) continue
    for (const { name, type } of fields) types.set(name, (types.get(name) ?? new Set()).add(type))
  }
  t.deepEqual(
    [...types].filter(([, seen]) => seen.size > 1).map(([name]) => name),
    [],
  )
})

test('every specialty that prescribes asks for allergies, in a field or in its history', (t) => {
  for (const { id, fields } of templates.filter(
    ({ pendingClinicalReview }) => pendingClinicalReview,
  )) {
    const prescribes = fields.some(({ name }) => name === 'Medicações Prescritas')
    t.is(
      fields.some(({ name }) => name === 'Alergias'),
      prescribes,
      id,
    )
  }
})

test('a psychologist is offered neither prescription nor physical examination', (t) => {
  const names = templates
    .find(({ id }) => id === 'anamnesisPsychology')
    ?.fields.map(({ name }) => name)
  for (const name of [
    'Medicações Prescritas',
    'Exame Físico',
    'Sinais Vitais',
    'Exames Complementares',
  ])
    t.false(names?.includes(name), name)
})

function namesOf(all: typeof templates): string[] {
  return all.flatMap(({ fields }) => fields.flatMap(({ name, keys }) => [name, ...(keys ?? [])]))
}

test('what no start asks: each file is one, and stands as reading would leave it', (t) => {
  const files = [...builtInTemplates(), ...documentTemplates()]
  t.is(files.length, 31)
  for (const file of files) t.deepEqual(BuiltInTemplateFile.parse(file), file)
  t.deepEqual(
    builtIn().map(({ fingerprint: _, ...template }) => template),
    files.map((file) => parseTemplate(file)),
  )
})
