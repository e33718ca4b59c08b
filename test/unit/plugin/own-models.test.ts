import test from 'ava'
import type { ChoosableTemplate } from '../../../core/contract/own-models.ts'
import { ptBR } from '../../../plugin/locales/pt-BR.ts'
import { type ApiClient, ApiError, type ApiRequest } from '../../../plugin/services/api-client.ts'
import { ownModels } from '../../../plugin/state/own-models.ts'

const faults = ptBR.models.faults

const STORED: ChoosableTemplate = {
  id: 'm1',
  slug: 'retorno',
  name: 'Retorno',
  purpose: 'Curto',
  group: 'own',
  version: 3,
  mine: true,
  shared: false,
  pending_clinical_review: false,
  fields: [
    { name: 'Queixa', type: 'string', description: 'Como o paciente disse' },
    { name: 'Sinais', type: 'dict', keys: ['Peso', 'Altura'] },
  ],
}

/** The box, scripted; what it was asked is kept. */
function desk(answer: (request: ApiRequest) => unknown = () => STORED) {
  const asked: ApiRequest[] = []
  const told: string[] = []
  const api = {
    async request(request: ApiRequest) {
      asked.push(request)
      if (request.method === 'GET')
        return { status: 200, body: { templates: [STORED], may_share: true } }
      return { status: 200, body: answer(request) }
    },
  } as unknown as ApiClient
  const models = ownModels({
    api,
    ehrId: () => 'e1',
    t: ptBR,
    changed() {},
    onFailed: (message) => told.push(message),
  })
  return { models, asked, told }
}

test('a new model is sent as it was written, without blanks', async (t) => {
  const { models, asked } = desk()
  models.startNew()
  t.false(models.isChanged)
  const { draft } = models
  draft!.name = ' Retorno '
  draft!.purpose = 'Curto'
  Object.assign(draft!.sections[0]!, { name: 'Queixa', instruction: ' Como o paciente disse ' })
  models.addSection()
  Object.assign(draft!.sections[1]!, { name: 'Sinais', type: 'dict', keys: 'Peso\n\n Altura \n' })
  t.true(models.isChanged)
  t.is(await models.save(), STORED)
  t.deepEqual(asked, [
    {
      method: 'POST',
      path: '/ehrs/e1/templates',
      body: {
        name: 'Retorno',
        purpose: 'Curto',
        shared: false,
        fields: [
          { name: 'Queixa', type: 'string', description: 'Como o paciente disse' },
          { name: 'Sinais', type: 'dict', keys: ['Peso', 'Altura'] },
        ],
      },
    },
  ])
  t.is(models.draft, undefined)
  t.is(models.lastSaved, STORED)
  t.deepEqual(models.templates, [STORED])
})

test('a model opened and saved unchanged stays the same, with the version that was seen', async (t) => {
  const { models, asked } = desk()
  await models.load()
  models.edit(STORED)
  await models.save()
  const { name, purpose, shared, fields } = STORED
  t.deepEqual(asked.at(-1), {
    method: 'PUT',
    path: '/ehrs/e1/templates/m1',
    body: { name, purpose, shared, fields, version: 3 },
  })
})

test('a copy is another model, one’s own and not shared', async (t) => {
  const { models, asked } = desk()
  models.startCopy({ ...STORED, mine: false, shared: true })
  await models.save()
  t.like(asked.at(-1), { method: 'POST', body: { name: 'Retorno (cópia)', shared: false } })
})

for (const [what, spoil, place, fault] of [
  ['a name', { name: ' ' }, 'name', faults.required],
  ['a purpose', { purpose: '' }, 'purpose', faults.required],
  ['any section', { sections: [] }, 'sections', faults.noSections],
] as const)
  test(`without ${what} nothing is sent, and the place says why`, async (t) => {
    const { models, asked } = desk()
    models.edit(STORED)
    Object.assign(models.draft!, spoil)
    t.is(await models.save(), undefined)
    t.is(models.faults.get(place), fault)
    t.deepEqual(asked, [])
    t.truthy(models.draft)
  })

for (const [what, spoil, place, fault] of [
  ['no title', { name: '' }, 'name', faults.required],
  ['a title that is there already', { name: 'Queixa' }, 'name', faults.duplicate],
  ['a title of digits', { name: '12' }, 'name', faults.digits],
  ['a title without end', { name: 'a'.repeat(121) }, 'name', faults.tooLong],
  ['no names of fields', { keys: '\n' }, 'keys', faults.keysRequired],
  ['the same field twice', { keys: 'Peso\nPeso' }, 'keys', faults.keysDuplicate],
  ['a field of digits', { keys: '7' }, 'keys', faults.digits],
  ['an endless instruction', { instruction: 'a'.repeat(1001) }, 'instruction', faults.tooLong],
] as const)
  test(`a section with ${what} is pointed at until it is mended`, async (t) => {
    const { models } = desk()
    models.edit(STORED)
    const section = models.draft!.sections[1]!
    const before = { ...section }
    Object.assign(section, spoil)
    await models.save()
    t.deepEqual([...models.faults], [[`${section.key}.${place}`, fault]])
    Object.assign(section, before)
    models.touched()
    t.is(models.faults.size, 0)
  })

test('sections move within their list and no further, and go', (t) => {
  const { models } = desk()
  models.edit(STORED)
  const names = () => models.draft!.sections.map(({ name }) => name)
  const [first] = models.draft!.sections
  models.moveSection(first!.key, -1)
  t.deepEqual(names(), ['Queixa', 'Sinais'])
  models.moveSection(first!.key, 1)
  t.deepEqual(names(), ['Sinais', 'Queixa'])
  models.moveSection(first!.key, 1)
  t.deepEqual(names(), ['Sinais', 'Queixa'])
  models.removeSection(first!.key)
  t.deepEqual(names(), ['Sinais'])
})

test('a refusal by the appliance shows its message and loses no typed text', async (t) => {
  const refusal = { error: 'version_conflict', message: 'O modelo foi alterado em outro lugar.' }
  let error = new ApiError(409, refusal, null)
  const { models, told } = desk(() => {
    throw error
  })
  models.edit(STORED)
  models.draft!.name = 'Outro'
  t.is(await models.save(), undefined)
  error = new ApiError(0, { error: 'network', message: 'x' }, null)
  t.false(await models.remove())
  t.deepEqual(told, [refusal.message, ptBR.models.failed])
  t.is(models.draft?.name, 'Outro')
  t.false(models.busy)
})

test('a removed model is offered no more', async (t) => {
  const { models, asked } = desk(() => undefined)
  await models.load()
  models.edit(STORED)
  t.true(await models.remove())
  t.like(asked.at(-1), { method: 'DELETE', path: '/ehrs/e1/templates/m1' })
  t.deepEqual(models.templates, [])
  t.is(models.draft, undefined)
})
