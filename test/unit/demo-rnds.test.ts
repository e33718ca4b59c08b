/**
 * What the sample EHR tells of a record: its history in words, what is missing, and the bundle at a
 * glance.
 */
import test from 'ava'
import { explainFaults } from '../../bin/tools/demo/page/rnds/explain-faults.ts'
import { outlineOf } from '../../bin/tools/demo/rnds/outline.ts'
import { timelineOf } from '../../bin/tools/demo/rnds/timeline.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import type { Attempt, Submission } from '../../core/rnds/submission.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, second))

function record(facts: Partial<Submission>): Submission {
  return {
    id: 'rnds_1',
    state: 'pending',
    submittedAt: at(0),
    updatedAt: at(0),
    replaces: null,
    networkId: null,
    dueAt: null,
    ...facts,
  } as Submission
}

function attempt(facts: Partial<Attempt>): Attempt {
  return {
    id: 'a',
    submissionId: 'rnds_1',
    action: 'submit',
    startedAt: at(1),
    endedAt: at(2),
    outcome: 'accepted',
    httpStatus: null,
    codes: [],
    ...facts,
  }
}

const told = (...history: Parameters<typeof timelineOf>[0]) =>
  timelineOf(history).map(({ text, tone }) => `${tone}: ${text}`)

test('a record that waited and arrived is told in the order of time', (t) => {
  const attempts = [attempt({ outcome: 'unsent' }), attempt({ startedAt: at(6), endedAt: at(7) })]
  t.deepEqual(told({ record: record({ state: 'accepted', networkId: 'n-1' }), attempts }), [
    'plain: Registro montado e guardado',
    'waiting: Sem conexão com a RNDS',
    'good: Aceito pela RNDS',
  ])
})

test('only the last attempt of a record that waits says when the next one is', (t) => {
  const waiting = record({ dueAt: at(30) })
  const attempts = [
    attempt({ outcome: 'unsent' }),
    attempt({ outcome: 'unknown', startedAt: at(6), endedAt: at(9) }),
  ]
  const tries = timelineOf([{ record: waiting, attempts }]).map(({ nextTryAt }) => nextTryAt)
  t.deepEqual(tries, [null, null, at(30).toISOString()])
  const running = [attempt({ endedAt: null, outcome: null })]
  t.deepEqual(told({ record: waiting, attempts: running }).at(-1), 'waiting: Chamando a RNDS…')
})

test('a replacement and a deletion are told of both versions', (t) => {
  const first = record({ state: 'replaced', updatedAt: at(12) })
  const second = record({
    id: 'rnds_2',
    state: 'deleted',
    submittedAt: at(10),
    replaces: { id: 'rnds_1', networkId: 'n-1' },
    networkId: 'n-2',
  })
  t.deepEqual(
    told(
      { record: first, attempts: [attempt({})] },
      {
        record: second,
        attempts: [
          attempt({ startedAt: at(11), endedAt: at(12) }),
          attempt({ action: 'delete', outcome: 'deleted', startedAt: at(20), endedAt: at(21) }),
        ],
      },
    ),
    [
      'plain: Registro montado e guardado',
      'good: Aceito pela RNDS',
      'plain: Nova versão montada e guardada',
      'plain: Versão anterior substituída',
      'good: Aceito pela RNDS',
      'good: Excluído da RNDS',
    ],
  )
})

test('a refusal is told with the advice for its code, and an unknown code as it is', (t) => {
  const attempts = [attempt({ outcome: 'rejected', codes: ['ERR934', 'ERR1'] })]
  const [, refused] = timelineOf([{ record: record({ state: 'rejected' }), attempts }])
  t.regex(refused?.note ?? '', /^ERR934: O cadastro do paciente está inativo.+ ERR1$/)
})

test('what is missing is said with the place where it is mended', (t) => {
  const [document, setting, finding, unknown, refusal] = explainFaults({
    details: [
      { field: 'documents', issue: 'document_not_reviewed' },
      { field: 'establishment.cbo', issue: 'required', setting: 'svcctl rnds profile set --cbo' },
      { field: 'Bundle.entry[1]', issue: 'cardinality', message: 'Falta o desfecho.' },
      { field: 'outro', issue: 'estranho' },
      { severity: 'error', code: 'ERR934', diagnostics: 'Inativo', advice: 'Confira o CPF.' },
    ],
  })
  t.regex(document?.where ?? '', /Marcar como revisado/)
  t.is(setting?.where, 'Administrador: svcctl rnds profile set --cbo')
  t.deepEqual(finding, { what: 'Falta o desfecho.', where: 'Bundle.entry[1]' })
  t.deepEqual(unknown, { what: 'outro', where: 'estranho' })
  t.deepEqual(refusal, { what: 'ERR934: Inativo', where: 'Confira o CPF.' })
})

test('a bundle at a glance: its resources in order, with a code or words of each', (t) => {
  const code = (value: string) => ({ coding: [{ code: value }] })
  const entry = [
    { resourceType: 'Composition', title: 'Registro de Atendimento Clínico' },
    { resourceType: 'Condition', code: code('J039') },
    {
      resourceType: 'Observation',
      code: code('8480-6'),
      valueQuantity: { value: 115, code: 'mm[Hg]' },
    },
    { resourceType: 'Composition' },
    { resourceType: 'MedicationRequest', note: [{ text: 'Amoxicilina' }] },
    { resourceType: 'Location', name: 'Ambulatório' },
    { resourceType: 'Basic' },
  ].map((resource, index) => ({ fullUrl: `urn:uuid:transient-${index}`, resource }))
  t.deepEqual(
    outlineOf({ entry } as unknown as Bundle).map(({ meaning, detail }) => [meaning, detail]),
    [
      ['Registro de Atendimento Clínico', null],
      ['Diagnóstico', 'J039'],
      ['Pressão sistólica', '115 mm[Hg]'],
      ['Documento', null],
      ['Prescrição', 'Amoxicilina'],
      ['Local do atendimento', 'Ambulatório'],
      ['Basic', null],
    ],
  )
})
