import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ownModels } from '../../core/templates/own-models.ts'
import { templateCatalogue } from '../../core/templates/template-catalogue.ts'
import { OrganizationRow } from '../../models/access/organizations.ts'
import { openDatabase } from '../../models/database/database.ts'
import { templateStore } from '../../models/template/templates.ts'
import { SMALL_TEMPLATE } from '../helpers/documents.ts'

const { id: _id, ...SMALL } = SMALL_TEMPLATE
const file = (more: object = {}) =>
  JSON.stringify({ ...SMALL, slug: 'do-hospital', name: 'Do hospital', version: 1, ...more })

async function buildCatalogue(t: ExecutionContext, builtIn = [SMALL_TEMPLATE]) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-templates-'))
  const url = `sqlite:${join(folder, 'svc.sqlite')}`
  const databases = [await openDatabase({ url }), await openDatabase({ url })] as const
  t.teardown(async () => {
    for (const database of databases) await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  await databases[0].migrate()
  const org = crypto.randomUUID()
  await OrganizationRow.attach(databases[0].sequelize).create({
    id: org,
    name: 'Hospital',
    status: 'active',
    allowedOrigins: '[]',
    language: 'pt-BR',
    enforceDoctorScope: false,
    createdAt: new Date(0),
  })
  const [here, there] = databases.map(({ sequelize }) => {
    const shared = { builtIn, store: templateStore(sequelize) }
    const surroundings = { newId: () => crypto.randomUUID(), now: () => new Date(0) }
    return {
      catalogue: templateCatalogue({ ...shared, ...surroundings }),
      own: ownModels({ ...shared, ...surroundings, mayShare: true }),
    }
  })
  return { org, here: here!, there: there! }
}

test('a model installs, another node has it at once, exports as an equal file, and the same file again changes nothing', async (t) => {
  const { org, here, there } = await buildCatalogue(t)
  const { template } = await here.catalogue.install(org, file())
  t.like(template, { slug: 'do-hospital', group: 'own', version: 1 })
  t.regex(template.fingerprint ?? '', /^[0-9a-f]{64}$/)
  t.deepEqual(await there.catalogue.find(org, template.id), template)
  t.is(await there.catalogue.find(crypto.randomUUID(), template.id), null, 'it is its own')
  const exported = JSON.stringify(await there.catalogue.export(org, template.id))
  t.like(await there.catalogue.install(org, exported), {
    unchanged: true,
    template: { version: 1 },
  })
})

test('the same slug again is the next version; the older stay, come back with their number, and numbers are never used twice', async (t) => {
  const { org, here } = await buildCatalogue(t)
  const { catalogue } = here
  const first = (await catalogue.install(org, file())).template
  const second = (await catalogue.install(org, file({ name: 'Novo nome' }))).template
  t.like(second, { id: first.id, version: 2, name: 'Novo nome' })
  t.not(second.fingerprint, first.fingerprint)
  t.deepEqual(await catalogue.rollBack(org, first.id, undefined), first)
  const { template } = await catalogue.install(org, file({ name: 'Terceiro' }))
  t.is(template.version, 3)
  const versions = await catalogue.versions(org, 'do-hospital')
  t.deepEqual(
    versions.map((one) => [one.template.version, one.template.name, one.isCurrent]),
    [
      [3, 'Terceiro', true],
      [2, 'Novo nome', false],
      [1, 'Do hospital', false],
    ],
  )
  t.like(await catalogue.export(org, first.id, 2), { name: 'Novo nome', version: 2 })
  t.like(await t.throwsAsync(catalogue.rollBack(org, first.id, 9)), {
    code: 'template_version_missing',
  })
})

test('a removed model keeps its versions, and comes back under its id and the next number', async (t) => {
  const { org, here } = await buildCatalogue(t)
  const { catalogue } = here
  const { template } = await catalogue.install(org, file())
  await catalogue.remove(org, template.id)
  t.is(await catalogue.find(org, template.id), null)
  t.like((await catalogue.versions(org))[0], { isRemoved: true, isCurrent: false })
  await t.throwsAsync(catalogue.remove(org, template.id), { message: /não encontrado/ })
  t.deepEqual(await catalogue.rollBack(org, template.id, undefined), template)
  await catalogue.remove(org, template.id)
  const again = (await catalogue.install(org, file({ purpose: 'Outro' }))).template
  t.like(again, { id: template.id, version: 2 })
})

test('built-in models are neither replaced nor removed, and broken files are refused', async (t) => {
  const { org, here } = await buildCatalogue(t)
  const { catalogue } = here
  const builtIn = file({ slug: SMALL_TEMPLATE.slug })
  t.like(await t.throwsAsync(catalogue.install(org, builtIn)), { code: 'slug_taken' })
  t.like(await t.throwsAsync(catalogue.remove(org, SMALL_TEMPLATE.id)), {
    code: 'template_built_in',
  })
  const broken = file({ fields: [{ name: 'A', type: 'date' }] })
  t.like(await t.throwsAsync(catalogue.install(org, broken)), {
    code: 'template_invalid',
    details: [{ path: 'fields[0].type' }],
  })
})

test('an organization’s model keeps its short name when the product later brings one of that name', async (t) => {
  const builtIn = [SMALL_TEMPLATE]
  const { org, here } = await buildCatalogue(t, builtIn)
  const { template } = await here.catalogue.install(org, file())
  builtIn.push({ ...SMALL_TEMPLATE, id: 'paper', slug: 'do-hospital' })
  const next = (await here.catalogue.install(org, file({ name: 'Novo nome' }))).template
  t.like(next, { id: template.id, version: 2 })
  await here.catalogue.remove(org, template.id)
  t.like((await here.catalogue.install(org, file())).template, { id: template.id, version: 3 })
  const elsewhere = crypto.randomUUID()
  t.like(await t.throwsAsync(here.catalogue.install(elsewhere, file())), { code: 'slug_taken' })
})

test('a doctor’s own model has versions; a page that knows no sections does not lose them', async (t) => {
  const { org, here } = await buildCatalogue(t)
  const doctor = { organizationId: org, externalDoctorId: 'dra-1' }
  const body = { name: 'Meu', purpose: 'Para mim', shared: false, fields: [...SMALL.fields] }
  const made = (await here.own.create(doctor, body)).template
  const sections = [{ title: 'Tudo', fields: SMALL.fields }]
  const text = { name: 'Meu', slug: made.slug, purpose: 'Para mim', style: 'Curto.', sections }
  const improved = (await here.catalogue.install(org, JSON.stringify(text))).template
  t.like(improved, { id: made.id, version: 2, style: 'Curto.' })
  const changed = await here.own.change(doctor, made.id, { ...body, version: 2, purpose: 'Novo' })
  t.like(changed.template, { version: 3, purpose: 'Novo', style: 'Curto.' })
  t.is(changed.template.fields[0]?.section, 'Tudo')
  await here.catalogue.rollBack(org, made.id, 1)
  const after = await here.own.change(doctor, made.id, { ...body, version: 1, purpose: 'Mais' })
  t.is(after.template.version, 4, 'three is taken for ever')
})
