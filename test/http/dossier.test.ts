/**
 * The AI-use dossier: what the service itself writes, and random months counted by somebody else.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { composeDossier } from '../../bin/compose/dossier.ts'
import { builtIn } from '../../bin/compose/templates.ts'
import { platform } from '../../bin/platform.ts'
import { changedPermille, fingerprintOf } from '../../core/dossier/fingerprint.ts'
import { readReport } from '../../core/dossier/report.ts'
import { writeReport } from '../../core/dossier/write-report.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'
import { DAY_MS, NOW, retentionWorld } from '../helpers/retention-world.ts'

const by = { kind: 'administrator', id: 'root' } as const
const NO_ORIGINS = { find: async () => null }

test('random months: every figure is what an independent count of the same acts gives', async (t) => {
  const world = await retentionWorld(t)
  const { sequelize, organizationId, audit, insert, access, clock } = world
  const { id: otherId } = await access.createOrganization({ name: 'Outra' })
  const reports = composeDossier({
    config: { aiRiskClass: 'medium' },
    platform: { ...platform(), now: () => clock.now },
    sequelize,
    audit,
    origins: NO_ORIGINS,
  })
  const act = fc.record({
    organization: fc.constantFrom(organizationId, otherId),
    /** Some in the months beside, down to the hour in which the month turns in Brasília. */
    at: fc
      .integer({ min: -40 * 24, max: 40 * 24 })
      .map((h) => new Date(NOW.getTime() + h * 3_600_000)),
    action: fc.constantFrom(
      ...(['consent.given', 'consent.refused', 'consent.withdrawn', 'rnds.submitted'] as const),
      ...(['consultation.erased', 'hold.placed', 'document.used', 'access.refused'] as const),
    ),
    reviewed: fc.boolean(),
  })
  const written = fc.record({
    organization: fc.constantFrom(organizationId, otherId),
    at: fc
      .integer({ min: -40 * 24, max: 40 * 24 })
      .map((h) => new Date(NOW.getTime() + h * 3_600_000)),
    recipe: fc.constantFrom('rules-1', 'rules-2'),
    failed: fc.constantFrom(null, null, null, 'interrupted', 'generation_failed'),
    reviewedAfterDays: fc.option(fc.integer({ min: 0, max: 9 })),
    changed: fc.integer({ min: 0, max: 1000 }),
    marked: fc.integer({ min: 0, max: 5 }),
  })
  const acts = fc.sample(act, { numRuns: 150, seed: 5 })
  const documents = fc.sample(written, { numRuns: 80, seed: 6 })
  const visits = new Map<string, string>()
  for (const id of [organizationId, otherId]) visits.set(id, randomUUID())
  for (const { organization, at, action, reviewed } of acts) {
    clock.now = at
    await audit.trail.append({
      actor: by,
      action,
      organizationId: organization,
      requestId: null,
      outcome: 'success',
      subject: { kind: 'consultation', id: visits.get(organization) ?? '' },
      facts: action === 'document.used' ? { reviewed } : {},
    })
  }
  for (const {
    organization,
    at,
    recipe,
    failed,
    reviewedAfterDays,
    changed,
    marked,
  } of documents) {
    const days = reviewedAfterDays ?? 0
    const isReviewed = reviewedAfterDays !== null && failed === null
    await insert('document_dossier', {
      document_id: randomUUID(),
      consultation_id: visits.get(organization),
      organization_id: organization,
      generator: 'rules',
      recipe_version: recipe,
      fallback: false,
      template_id: 'soap',
      template_version: 1,
      template_sha256: 'ab'.repeat(32),
      product_version: '0.1.0',
      created_at: at,
      written_at: failed ? null : at,
      failure: failed,
      values_supported: 3,
      values_marked: marked,
      values_withdrawn: 1,
      reviewed_at: isReviewed ? new Date(at.getTime() + days * DAY_MS) : null,
      changed_permille: isReviewed ? changed : null,
    })
  }

  clock.now = new Date('2026-12-10T12:00:00Z')
  for (const month of ['2026-09', '2026-10', '2026-11'])
    for (const organization of [{ id: organizationId, name: 'Hospital' }, null]) {
      const isIn = (at: Date) =>
        new Intl.DateTimeFormat('sv-SE', {
          timeZone: 'America/Sao_Paulo',
          year: 'numeric',
          month: '2-digit',
        }).format(at) === month
      const of = (id: string) => organization === null || organization.id === id
      const own = acts.filter((one) => of(one.organization) && isIn(one.at))
      const made = documents.filter((one) => of(one.organization) && isIn(one.at))
      const whole = made.filter(({ failed }) => failed === null)
      const read = documents
        .filter((one) => of(one.organization) && one.failed === null)
        .filter(
          ({ at, reviewedAfterDays: days }) =>
            days !== null && isIn(new Date(at.getTime() + days * DAY_MS)),
        )
      const count = (action: string) => own.filter((one) => one.action === action).length
      const uses = own.filter(({ action }) => action === 'document.used')

      const { figures } = await reports.make(month, organization, by)
      t.like(figures.consent, {
        given: count('consent.given'),
        refused: count('consent.refused'),
        withdrawn: count('consent.withdrawn'),
      })
      t.is(figures.network.submitted, count('rnds.submitted'))
      t.is(figures.retention.erasures, count('consultation.erased'))
      t.is(figures.retention.holds_placed, count('hold.placed'))
      t.is(figures.incidents.refused_access, count('access.refused'))
      t.is(figures.documents.requested, made.length)
      t.is(figures.documents.written, whole.length)
      t.is(
        figures.incidents.interrupted,
        made.filter(({ failed }) => failed === 'interrupted').length,
      )
      t.deepEqual(
        figures.documents.by_fingerprint
          .map(({ recipe_version, documents: n }) => [recipe_version, n])
          .sort(),
        [...new Set(whole.map(({ recipe }) => recipe))]
          .map((recipe) => [recipe, whole.filter((one) => one.recipe === recipe).length])
          .sort(),
      )
      t.like(figures.oversight, {
        reviewed: read.length,
        uses: uses.length,
        uses_reviewed: uses.filter(({ reviewed }) => reviewed).length,
        values: whole.reduce((sum, { marked }) => sum + 3 + marked, 0),
        values_marked: whole.reduce((sum, { marked }) => sum + marked, 0),
        values_withdrawn: whole.length,
        changed_mean: read.length
          ? Math.round(read.reduce((sum, { changed }) => sum + changed, 0) / read.length)
          : null,
      })
    }
})

test('the report counts the acts of the service; a true report verifies, an altered one does not', async (t) => {
  const { call, secret, dataDir, organizationId, stop } = await startAuditedService(t)
  /** A session of its own for each half: ten requests a second are all that one has. */
  async function session(more: object = {}) {
    const body = { expiration: 1800, ...more }
    const exchange = { headers: { 'x-svc-token': secret }, body }
    const { access } = (await call('POST', '/integration/session-token/', exchange)).body
    const headers = { authorization: `Bearer ${access}` }
    return (method: string, path: string, body?: unknown) =>
      call(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
  }
  const api = await session()
  const PATIENT = 'Maria das Dores'
  const ids = { consultation_id: 'c1', doctor_id: 'dra.ana', patient_id: PATIENT }
  const { id } = (await api('PUT', '/ehrs/by-external-id', ids)).body
  const refused = (await api('PUT', '/ehrs/by-external-id', { ...ids, consultation_id: 'c2' })).body
  await api('PATCH', `/ehrs/${id}`, { version: 1, consent: { status: 'given' } })
  await api('PATCH', `/ehrs/${refused.id}`, { version: 1, consent: { status: 'refused' } })
  t.is((await api('POST', `/ehrs/${refused.id}/recordings`, { channels: 1 })).status, 403)
  await api('PATCH', `/ehrs/${id}`, {
    version: 2,
    context_markdown: 'Queixa: tosse há três dias. Nega febre.',
  })
  await api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' })
  const [document] = (await api('GET', `/ehrs/${id}/documents`)).body.documents
  const doctor = await session({ doctor_id: 'dra.ana' })
  const use = (how: string) =>
    doctor('POST', `/documents/${document.id}/uses`, { how, version: document.version })
  t.deepEqual((await use('copied')).body, { reviewed: false })
  await doctor('POST', `/documents/${document.id}/review`, { version: document.version })
  document.version += 1
  const ofPage = await session({ holder: 'page', doctor_id: 'dra.ana' })
  const told = { how: 'imported', version: document.version }
  const { status, body } = await ofPage('POST', `/documents/${document.id}/uses`, told)
  t.deepEqual([status, body.error], [403, 'forbidden'], 'a page does not say so')
  t.deepEqual((await use('imported')).body, { reviewed: true })
  t.is(
    (await doctor('POST', `/documents/${document.id}/uses`, { how: 'imported', version: 1 }))
      .status,
    409,
  )
  await stop()

  const month = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 7)
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  const made = await cli.run([
    'audit',
    'report',
    '--month',
    month,
    '--org',
    organizationId,
    '--json',
  ])
  t.is(made.code, 0, made.stderr)
  const { figures } = made.json
  t.like(figures.consent, { given: 1, refused: 1, stopped: 1 })
  t.like(figures.documents, { requested: 1, written: 1, failed: {} })
  t.like(figures.oversight, { reviewed: 1, uses: 2, uses_reviewed: 1, changed_median: 0 })
  t.true(
    figures.agreement.every(({ agree }: { agree: boolean }) => agree),
    made.stdout,
  )
  t.regex(figures.documents.by_fingerprint[0].recipe_version, /^rules-/)

  const shown = await cli.run(['doc', 'show', document.id, '--json'])
  t.like(shown.json, { generator: 'rules', template_id: 'soap', changed_permille: 0 }, shown.stderr)
  t.deepEqual(shown.json.ending, {
    by: 'complete',
    texts_cut: null,
    limits: { time_limit_ms: 1_800_000 },
  })
  t.regex(document.template.fingerprint, /^[0-9a-f]{64}$/)
  t.is(shown.json.template_sha256, document.template.fingerprint, 'dossier and document agree')
  t.is(figures.documents.by_template[0].sha256, document.template.fingerprint)

  for (const format of ['html', 'md', 'csv']) {
    const path = join(cli.root, `r.${format}`)
    const run = await cli.run([
      'audit',
      'report',
      '--month',
      month,
      '--format',
      format,
      '--out',
      path,
    ])
    t.is(run.code, 0, run.stderr)
    const text = readFileSync(path, 'utf8')
    for (const secretWord of [PATIENT, 'dra.ana', 'tosse', 'febre'])
      t.false(text.includes(secretWord))
  }
  const page = join(cli.root, 'r.html')
  const proven = { month, intact: true, ours: true, on_record: true, as_written: true }
  const verify = () => cli.run(['audit', 'report', '--verify', page, '--json'])
  t.deepEqual((await verify()).json, { ...proven, difference: null })
  const asMade = readFileSync(page, 'utf8')
  writeFileSync(page, asMade.replaceAll('\n', '\r\n'))
  t.is((await verify()).code, 0, 'as another system writes lines')

  // What people read, and not what programs read.
  const json = `${JSON.stringify(readReport(asMade), null, 2)}\n`
  for (const [what, text] of [
    ['a visible figure', asMade.replace(/<dd>1<\/dd>/, '<dd>0</dd>')],
    ['a sentence more', asMade.replace('</main>', '<p>Sem incidentes.</p></main>')],
    [
      'a figure out of view',
      asMade.replace('</style>', 'dl>div:first-child{display:none}</style>'),
    ],
    ['a program', asMade.replace('</body>', '<script>document.title=1</script></body>')],
    ['something behind the end', `${asMade}<h1>Aprovado</h1>`],
    ['a second page', `${asMade}${asMade}`],
    ['a value more in JSON', json.replace('{', '{"note": "aprovado",')],
    ['a value twice in JSON', json.replace('"month"', '"month": "2020-01", "month"')],
    ['a value more in the seal', json.replace('"signature"', '"by": "CFM", "signature"')],
  ] as const) {
    t.not(text, what.endsWith('JSON') || what.endsWith('seal') ? json : asMade, what)
    writeFileSync(page, text)
    const shown = await verify()
    t.is(shown.code, 65, what)
    t.is(shown.failure.error, 'report_not_proven', what)
    t.like(shown.json, { intact: true, as_written: false }, what)
  }
  writeFileSync(page, asMade.replace(/<dd>1<\/dd>/, '<dd>0</dd>'))
  t.like((await verify()).json.difference, { shows: '0', signed: '1' })
  writeFileSync(page, json)
  t.like((await verify()).json, proven)
  writeFileSync(page, JSON.stringify(JSON.parse(json)))
  t.like((await verify()).json, proven)

  writeFileSync(page, asMade.replace('"given":1', '"given":2'))
  const altered = await verify()
  t.is(altered.code, 65)
  t.is(altered.failure.error, 'report_not_proven')
  t.like(altered.json, { intact: false, as_written: false })
  t.is(await cli.run(['audit', 'verify']).then(({ code }) => code), 0)
})

test('a document from before models carried a fingerprint has the same one in the dossier', (t) => {
  const source = { generator: 'rules', model: null, version: 'rules-1' } as const
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const { fingerprint, ...old } of builtIn())
    t.is(fingerprintOf(source, old, '0.1.0', sha256).template.sha256, fingerprint ?? '', old.slug)
})

test('a page carries its report whatever is in it, and the share of changed words is what it says', async (t) => {
  const { sequelize, audit, organizationId } = await retentionWorld(t)
  const name = '</script><script>alert(1)</script> & "Hospital" | =1+1'
  const report = await composeDossier({
    config: { aiRiskClass: 'low' },
    platform: { ...platform(), now: () => NOW },
    sequelize,
    audit,
    origins: NO_ORIGINS,
  }).make('2026-10', { id: organizationId, name }, by)
  const page = writeReport(report, 'html')
  t.is(page.match(/<script/g)?.length, 1)
  t.false(/(href|src)=|@import|url\(/.test(page), 'nothing from outside')
  t.deepEqual(readReport(page), report)
  t.true(writeReport(report, 'csv').includes('organization.name;'))
  t.regex(writeReport(report, 'md'), /^# Relatório mensal/)

  t.is(changedPermille('', ''), 0)
  t.is(changedPermille('Dor no peito há 2 dias', 'dor no peito, há 2 dias.'), 0)
  t.is(changedPermille('um dois três quatro', 'cinco seis'), 1000)
  t.is(changedPermille('um dois três quatro', 'um dois três quatro cinco seis'), 200)
})
