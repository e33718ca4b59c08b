// Own process: among the longest, and begun first
/**
 * What the national network is told of a visit, in the plugin: the built service, connected to the
 * network's simulator behind mutual TLS, and a host that sends the record.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { VisitBody } from '../../../core/contract/api.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { connectToSimulator } from '../../helpers/connected-appliance.ts'
import { SUBMIT } from '../../helpers/rnds-chain.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const SPOKEN = [{ text: 'Estou com dor de garganta há dois dias.' }]
/** A folder for pictures of the panel, for whoever wants to look at it. */
const { VISIT_SCREENSHOTS } = process.env

async function openReviewed(t: ExecutionContext, id: string, options: object = {}) {
  const w = await openWorkspacePage(t)
  const { simulator, svcctl } = await connectToSimulator(t, w.service)
  const ehrId = await w.prepare(id, SPOKEN)
  const { page } = w
  await w.api('PUT', `/ehrs/${ehrId}/diagnoses`, {
    diagnoses: [{ code: 'J069', principal: true }],
  })
  await w.open(id, options)
  await page.getByRole('tab', { name: 'Documentos' }).click()
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await page.locator('.editor-text').waitFor()
  const panel = page.getByRole('region', { name: 'Atendimento para a RNDS' })
  await panel.waitFor()
  return {
    ...w,
    panel,
    simulator,
    svcctl,
    told: () => w.api<VisitBody>('GET', `/ehrs/${ehrId}/visit`),
    /** As the host's backend does. */
    async submit(more: object = {}) {
      const answer = await fetch(`${w.service.url}/v1/ehrs/${ehrId}/rnds/submit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${w.access}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...SUBMIT, ...more }),
      })
      return { status: answer.status, body: (await answer.json()) as { error?: string } }
    },
    async picture(name: string) {
      if (!VISIT_SCREENSHOTS) return
      mkdirSync(VISIT_SCREENSHOTS, { recursive: true })
      await panel.scrollIntoViewIfNeeded()
      await page.screenshot({ path: join(VISIT_SCREENSHOTS, `${name}.png`) })
    },
  }
}

browserTest(
  'the doctor sees what is usual, says otherwise, chooses the occupation, and it is sent so',
  async (t) => {
    const v = await openReviewed(t, 'c-visit')
    const { panel, page } = v
    const summary = panel.locator('summary')
    await summary.getByText('Ambulatorial especializada · Consulta agendada').waitFor()
    await summary.click()
    const modality = panel.getByLabel('Modalidade')
    t.is(await modality.inputValue(), '')
    await panel.getByText('Ambulatorial especializada (padrão)').first().waitFor({
      state: 'attached',
    })
    await modality.selectOption({ label: 'Atenção hospitalar' })
    const stay = panel.getByRole('alert').getByText('Sumário de Alta, que não é composto aqui')
    await stay.waitFor()
    await modality.selectOption({ label: 'Urgência e emergência' })
    await stay.waitFor({ state: 'detached' })
    await summary.getByText('Urgência e emergência').waitFor()
    const procedure = panel.getByRole('searchbox', { name: 'Procedimento da consulta' })
    t.is(await procedure.inputValue(), '0301010072')
    await procedure.fill('eletrocard')
    await panel.getByRole('button', { name: /^0211020036/ }).click()
    await becomes(t, () => procedure.inputValue(), '0211020036')
    await panel.getByRole('button', { name: 'Usar o padrão da instituição' }).click()
    await becomes(t, () => procedure.inputValue(), '0301010072')
    await v.isAccessible('facts')
    await v.picture('facts')

    await page.getByRole('button', { name: 'Marcar como revisado' }).click()
    await page.getByRole('button', { name: 'Revisado' }).waitFor()
    t.is((await v.submit()).body.error, 'several_occupations')
    // Heard without the document being opened again.
    await panel.getByRole('alert').getByText('A RNDS conhece mais de uma').waitFor()
    await v.picture('occupation')
    await panel.getByRole('radio', { name: /^225124/ }).check()
    await panel.getByRole('alert').first().waitFor({ state: 'detached' })
    await becomes(t, async () => (await v.told()).occupation?.said ?? '', '225124')
    // The host hears which fields, and may send again.
    const changed = async () => {
      const events = await v.heard('svc.plugin.ehr.visit.changed')
      return events.flatMap(({ eventData }) => eventData.fields).join(' ')
    }
    await becomes(t, changed, 'modality modality procedure procedure practitioner_cbo')
    const sent = await v.submit()
    t.is(sent.status, 200, JSON.stringify(sent.body))
    const bundle = JSON.stringify(v.simulator.documents().at(-1)?.bundle)
    t.regex(bundle, /"class":\{[^}]*"code":"06"/)
    t.regex(bundle, /"225124"/)
    await panel.getByText('Na RNDS', { exact: true }).waitFor()
    t.like(await v.told(), { record: { status: 'accepted' }, occupation: { said: '225124' } })
    t.deepEqual(v.faults, [])
  },
)

browserTest('why a record waits, since and until when, and what a refused one needs', async (t) => {
  const v = await openReviewed(t, 'c-waits')
  const { panel, page, simulator, svcctl } = v
  await panel.locator('summary').click()
  await page.getByRole('button', { name: 'Marcar como revisado' }).click()
  await page.getByRole('button', { name: 'Revisado' }).waitFor()
  simulator.faults.add({ name: 'certificate-refused' })
  t.is((await v.submit({ practitioner_cbo: '225125' })).status, 200)
  const line = panel.getByRole('status')
  const why = /^A caminho da RNDS: A RNDS não aceita o certificado digital do estabelecimento\./
  const when = /Espera desde \d\d:\d\d; próxima tentativa: \d\d:\d\d\.$/
  await line.filter({ hasText: why }).filter({ hasText: when }).waitFor()
  await v.isAccessible('waits')
  await v.picture('waits')

  simulator.faults.clear()
  simulator.faults.add({ name: 'reject', code: 'ERR934', operation: 'submit' })
  const refused = panel.getByRole('alert').filter({ hasText: /^Recusado pela RNDS: .*inativo/ })
  await svcctl(['rnds', 'retry', '--all', '--yes'])
  await refused.waitFor({ timeout: 60_000 })
  t.is(await line.count(), 0)
  await v.picture('refused')
})

for (const darkMode of [false, true])
  browserTest(
    `a choice that cannot be saved is told, on 360 px as well (${darkMode ? 'dark' : 'light'})`,
    async (t) => {
      const v = await openReviewed(t, 'c-narrow', { darkMode })
      const { panel, page } = v
      await page.setViewportSize({ width: 360, height: 640 })
      await panel.locator('summary').click()
      const isVisit = (url: URL) => url.pathname.endsWith('/visit')
      await page.route(isVisit, (route) => route.abort())
      await panel.getByLabel('Desfecho').selectOption({ label: 'Encaminhamento' })
      await panel.getByRole('alert').getByText('Não foi possível salvar a escolha').waitFor()
      await becomes(t, () => panel.getByLabel('Desfecho').inputValue(), '')
      await page.unroute(isVisit)
      await panel.getByLabel('Desfecho').selectOption({ label: 'Encaminhamento' })
      await panel.getByRole('alert').first().waitFor({ state: 'detached' })
      const outcome = async () => {
        const { facts } = await v.told()
        return facts.find(({ field }) => field === 'outcome')?.said?.code ?? ''
      }
      await becomes(t, outcome, '03')
      const overflow = `(() => {
        const panel = document.querySelector('[data-svc-plugin]').shadowRoot.querySelector('.visit')
        return panel.scrollWidth - panel.clientWidth
      })()`
      t.is(await v.run(overflow), 0)
      await v.isAccessible('narrow')
      await v.picture(`narrow-${darkMode ? 'dark' : 'light'}`)
    },
  )
