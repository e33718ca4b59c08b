/**
 * The papers that a visit ends with (SPEC-GAPS C34), beside the 26 models whose identifiers are
 * frozen.
 */
import test from 'ava'
import { builtIn } from '../../bin/compose/templates.ts'
import { builtInTemplates, documentTemplates } from '../../config/templates.ts'
import { parseTemplate, validateContent } from '../../core/document/models/template-schema.ts'
import { fold } from '../../core/portuguese/tokens.ts'
import { buildInput } from '../helpers/rules.ts'
import { samples, templateOf } from '../helpers/rules-samples.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { outlineOf, transcribed } from '../helpers/transcribed-fields.ts'

const PAPERS: Record<string, [slug: string, fields: string]> = {
  prescription: ['receita', 'Medicações Prescritas*; Orientações*'],
  referral: [
    'encaminhamento',
    `Encaminhamento*; Queixa Principal; História da Doença Atual; História Pregressa; Medicações em Uso*; Alergias*;
      Resultado de Exames*; Hipóteses Diagnósticas*`,
  ],
  medicalCertificate: ['atestado', 'Atestado'],
  examRequest: ['solicitacao-de-exames', 'Exames Complementares*; Hipóteses Diagnósticas*'],
  patientInstructions: [
    'orientacoes-ao-paciente',
    'Medicações Prescritas*; Orientações*; Exames Complementares*; Encaminhamento*',
  ],
}

const papers = documentTemplates()
const generator = shippedRules()
const write = async (template: ReturnType<typeof parseTemplate>, turns: string[]) => {
  const signal = new AbortController().signal
  return (await generator.generate(buildInput(template, turns), { signal, onField() {} })).content
}

test('they have their identifiers, short names and fields, and wait for a clinician', (t) => {
  t.deepEqual(
    papers.map((one) => [one.id, one.slug, outlineOf(one)]),
    Object.entries(PAPERS).map(([id, [slug, fields]]) => [id, slug, transcribed(fields)]),
  )
  for (const { group, pendingClinicalReview } of papers) {
    t.is(group, 'document')
    t.true(pendingClinicalReview)
  }
})

test('doctors are offered the catalogue first and unchanged, then the papers', (t) => {
  t.deepEqual(
    builtIn().map(({ id }) => id),
    [...builtInTemplates(), ...papers].map(({ id }) => id),
  )
  t.is(new Set(builtIn().map(({ slug }) => slug)).size, builtIn().length)
})

test('a paper says of a field what the record of the same visit says of it', async (t) => {
  for (const { slug, templateId, turns } of samples()) {
    const said = turns.map(({ text }) => text)
    const model = templateOf(templateId)
    const written = await write(model, said)
    const record = new Map(
      model.fields.map(({ name, type }) => [`${fold(name)} ${type}`, written[name]]),
    )
    for (const paper of papers.map((one) => parseTemplate(one))) {
      const content = await write(paper, said)
      t.deepEqual(validateContent(paper, content), [])
      for (const { name, type } of paper.fields) {
        // Allergies have a field of their own on a referral; records of the catalogue tell them in
        // the history.
        if (name === 'História Pregressa') continue
        const field = `${fold(name)} ${type}`
        if (record.has(field))
          t.deepEqual(content[name], record.get(field), `${slug}, ${paper.id}: ${name}`)
      }
    }
  }
})
