/** Models that doctors make, over a socket and a real database (SPEC-GAPS 2.8). */
import test, { type ExecutionContext } from 'ava'
import type { ChoosableTemplate } from '../../core/contract/own-models.ts'
import { eventsOf, quotingGenerator, startDocumentServer } from '../helpers/document-server.ts'
import { SMALL_TEMPLATE } from '../helpers/documents.ts'

const MODEL = {
  name: 'Retorno da Dra. Ana',
  purpose: 'Retornos curtos.',
  shared: false,
  fields: [
    { name: 'Queixa Principal', type: 'string', description: 'O que mudou desde a última vez.' },
    { name: 'Orientações', type: 'string[]' },
    { name: 'Sinais', type: 'dict', keys: ['Peso', 'Altura'] },
  ],
}

/** Two doctors of one organization, each in a consultation of their own. */
async function twoDoctors(t: ExecutionContext) {
  const server = await startDocumentServer(t, quotingGenerator())
  const token = await server.buildSession()
  const visit = async (doctor: string) => {
    const { id } = await server.buildConsultation(token, {
      doctorId: doctor,
      consultationId: `visit of ${doctor}`,
    })
    const path = `/api/v1/ehrs/${id}/templates`
    return {
      id,
      path,
      list: async () =>
        ((await server.call('GET', path, { token })).body.templates as ChoosableTemplate[]).filter(
          ({ id }) => id !== SMALL_TEMPLATE.id,
        ),
      create: (change: object = {}) =>
        server.call('POST', path, { token, body: { ...MODEL, ...change } }),
      change: (model: { id: string }, body: object) =>
        server.call('PUT', `${path}/${model.id}`, { token, body: { ...MODEL, ...body } }),
      remove: (model: { id: string }) => server.request('DELETE', `${path}/${model.id}`, { token }),
    }
  }
  return { server, token, ana: await visit('ana'), rui: await visit('rui') }
}

test('a model is its maker’s alone until it is shared, and then everybody’s to use', async (t) => {
  const { server, token, ana, rui } = await twoDoctors(t)
  const { status, body: model } = await ana.create()
  t.is(status, 201)
  t.like(model, { slug: 'retorno-da-dra-ana', group: 'own', version: 1, mine: true, shared: false })
  t.deepEqual(model.fields, MODEL.fields)
  t.deepEqual(await ana.list(), [model])
  t.deepEqual(await rui.list(), [])
  const write = () =>
    server.request('POST', `/api/v1/ehrs/${rui.id}/documents`, {
      token,
      body: { template_id: model.id },
    })
  t.is((await write()).status, 404, 'not even by its id')
  const known = {
    'if-none-match': (await server.request('GET', ana.path, { token })).headers.get('etag') ?? '',
  }
  const again = await server.request('GET', ana.path, { token, headers: known })
  t.deepEqual([again.status, await again.text()], [304, ''])
  const everybody = await server.call('GET', '/api/v1/templates', { token })
  t.false(everybody.body.templates.some(({ id }: { id: string }) => id === model.id))

  t.is((await ana.change(model, { shared: true, version: 1 })).body.version, 2)
  t.like((await rui.list())[0], { id: model.id, mine: false, shared: true })
  const events = eventsOf(await (await write()).text())
  t.like(events.at(-1), { type: 'done', document: { template: { name: MODEL.name } } })
})

test('only its maker changes or removes a model; documents written with it stay', async (t) => {
  const { server, token, ana, rui } = await twoDoctors(t)
  const { body: model } = await ana.create({ shared: true })
  t.like(await rui.change(model, { version: 1 }), {
    status: 403,
    body: { error: 'template_not_yours' },
  })
  t.is((await rui.remove(model)).status, 403)
  t.is((await rui.remove({ id: 'smallTemplate' })).status, 403, 'built in')
  t.is((await rui.remove({ id: 'unknown' })).status, 404)

  const answer = await server.request('POST', `/api/v1/ehrs/${ana.id}/documents`, {
    token,
    body: { template_id: model.id },
  })
  t.like(eventsOf(await answer.text()).at(-1), { type: 'done' })
  t.is((await ana.remove(model)).status, 204)
  t.deepEqual(await ana.list(), [])
  const { body } = await server.call('GET', `/api/v1/ehrs/${ana.id}/documents`, { token })
  t.is(body.documents[0].template.name, MODEL.name)
})

test('a change made on an old version is refused, and the name’s slug follows', async (t) => {
  const { ana } = await twoDoctors(t)
  const { body: model } = await ana.create()
  const renamed = await ana.change(model, { name: 'Retorno rápido', version: 1 })
  t.like(renamed.body, { slug: 'retorno-rapido', version: 2, id: model.id })
  t.like(await ana.change(model, { version: 1 }), {
    status: 409,
    body: { error: 'version_conflict' },
  })
})

test('names may repeat, slugs never do, not even a built-in one’s', async (t) => {
  const { ana, rui } = await twoDoctors(t)
  const slugs = [
    (await ana.create()).body.slug,
    (await ana.create()).body.slug,
    (await rui.create()).body.slug,
    (await rui.create({ name: 'Modelo pequeno' })).body.slug,
    (await rui.create({ name: '***' })).body.slug,
  ]
  t.deepEqual(slugs, [
    'retorno-da-dra-ana',
    'retorno-da-dra-ana-2',
    'retorno-da-dra-ana-3',
    'modelo-pequeno-2',
    'modelo',
  ])
})

for (const [what, change, detail] of [
  ['no sections', { fields: [] }, { field: 'fields', issue: 'out_of_range' }],
  ['a blank name', { name: ' ' }, { field: 'name', issue: 'required' }],
  [
    'two sections of one name',
    { fields: [MODEL.fields[0], MODEL.fields[0]] },
    { field: 'fields', issue: 'duplicate' },
  ],
  [
    'a name that would break the order of sections',
    { fields: [{ name: '12', type: 'string' }] },
    { field: 'fields.0.name', issue: 'invalid' },
  ],
  [
    'fields without names in a group',
    { fields: [{ name: 'Sinais', type: 'dict' }] },
    { field: 'fields.0.keys' },
  ],
  ['NUL in its purpose', { purpose: 'a\u0000b' }, { field: 'purpose', issue: 'invalid' }],
  ['a misspelt property', { share: true }, { field: 'share', issue: 'unknown' }],
] as const)
  test(`a model with ${what} is refused, and the fault is named`, async (t) => {
    const { ana } = await twoDoctors(t)
    const { status, body } = await ana.create(change)
    t.is(status, 400)
    t.like(body, { error: 'validation_error', details: [detail] })
    t.deepEqual(await ana.list(), [])
  })

test('of two simultaneous saves one gets a conflict, and two models of one name are both created', async (t) => {
  const { server, token, ana, rui } = await twoDoctors(t)
  const { organizationId } = await server.access.authenticate(token)
  const made = await Promise.all([ana.create(), ana.create(), rui.create()])
  t.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  )
  t.is(new Set(made.map(({ body }) => body.slug)).size, 3)

  const model = made[0].body
  const saves = await Promise.all(
    ['Um', 'Outro'].map((purpose) => ana.change(model, { purpose, version: 1 })),
  )
  t.deepEqual(saves.map(({ status }) => status).sort(), [200, 409])
  const winner = saves.find(({ status }) => status === 200)!.body
  t.is(saves.find(({ status }) => status === 409)!.body.error, 'version_conflict')
  const [newest] = await server.catalogue.versions(organizationId, model.id)
  t.is(newest?.template.purpose, winner.purpose, 'the kept version is what its number says')
})
