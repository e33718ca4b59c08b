/**
 * A consultation's way to the national network as a visitor of the demonstration goes it, with
 * nothing replaced: the built program, speech recognition of a sample's sound, the plugin for
 * review and diagnosis, the sample EHR's panel, and the rehearsal of the network behind mutual TLS.
 */
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { becomes, openBrowser } from '../helpers/browser.ts'
import { applianceTest, startAppliance, uploadSample } from '../helpers/demo-appliance.ts'
import { axeFaults } from '../helpers/demo-axe.ts'

const SAMPLES_DIR = fileURLToPath(new URL('../../bin/tools/demo/samples', import.meta.url))
const PATIENT = { name: 'Beatriz Farias', slug: 'garganta', templateName: 'SOAP' }
/** A folder for pictures of the panel, for whoever wants to look at it. */
const { DEMO_SCREENSHOTS } = process.env

applianceTest(
  'a reviewed document with its diagnosis goes to the national network, is replaced and deleted',
  async (t) => {
    t.timeout(20 * 60_000)
    const { page, faults } = await openTranscribed(t)
    const panel = panelOf(page)
    await panel.getByText('Não enviado').waitFor()

    await press(page, 'Enviar à RNDS')
    const missing = panel.getByRole('alert')
    await missing.getByText('Documento revisado pelo médico').waitFor()
    await missing.getByText('Diagnóstico com código CID-10').waitFor()
    await picture(page, 'missing')

    await writeReviewed(page)
    await press(page, 'Enviar à RNDS')
    await panel.getByRole('status').getByText('Aceito').waitFor()
    await panel.getByText(/Identificador na RNDS/).waitFor()
    t.is(await panel.getByRole('alert').count(), 0)
    t.true(await isDisabled(page, 'Enviar à RNDS'))

    await press(page, 'Ver bundle')
    await panel.getByText(/Bundle FHIR: \d+ recursos/).waitFor()
    t.regex((await panel.locator('.outline').textContent()) ?? '', /Composition/)
    await panel.getByText('JSON', { exact: true }).click()
    const bundle = JSON.parse((await panel.locator('pre').textContent()) ?? '')
    t.is(bundle.type, 'document')
    await panel.getByText('JSON', { exact: true }).click()
    await lookAround(t, page)
    await press(page, 'Fechar bundle')

    await correct(page)
    await press(page, 'Substituir')
    await panel.getByText('Versão anterior substituída').waitFor()
    await panel.getByRole('status').getByText('Aceito').waitFor()
    await press(page, 'Ver bundle')
    await panel.getByText('JSON', { exact: true }).click()
    const corrected = JSON.parse((await panel.locator('pre').textContent()) ?? '')
    t.is(corrected.identifier.value, bundle.identifier.value)
    t.is(corrected.entry[0].resource.relatesTo[0].code, 'replaces')

    await press(page, 'Excluir…')
    await panel.getByLabel('Motivo da exclusão').fill('Registro de teste')
    await press(page, 'Excluir da RNDS')
    await panel.getByRole('status').getByText('Excluído').waitFor()
    await panel.getByText('Excluído da RNDS').waitFor()
    await becomes(t, () => isDisabled(page, 'Enviar à RNDS'), false)
    t.deepEqual(faults, [])
  },
)

applianceTest(
  'with the cable out the record waits, and arrives by itself when the network is back',
  async (t) => {
    t.timeout(20 * 60_000)
    const { page, faults } = await openTranscribed(t)
    const panel = panelOf(page)
    await writeReviewed(page)
    await panel.getByRole('radio', { name: 'Fora do ar' }).check()
    await press(page, 'Enviar à RNDS')
    await panel.getByRole('status').getByText('Pendente').waitFor()
    await panel.getByText('Sem conexão com a RNDS').first().waitFor()
    await picture(page, 'waiting')
    t.true(await isDisabled(page, 'Substituir'))

    await panel.getByRole('radio', { name: 'Normal' }).check()
    await panel.getByRole('status').getByText('Aceito').waitFor()

    // What the network refuses is told with its reason; it is still the earlier version that
    // counts.
    await correct(page)
    await panel.getByRole('radio', { name: 'Recusa' }).check()
    await press(page, 'Substituir')
    await panel
      .getByText(/cadastro do paciente está inativo/)
      .first()
      .waitFor()
    await panel.getByText('vale a anterior').waitFor()
    await picture(page, 'refused')
    await panel.getByRole('status').getByText('Aceito').waitFor()

    // A reload finds the visit and its record again.
    await page.reload()
    await page.getByRole('button', { name: PATIENT.name }).click()
    await panel.getByRole('status').getByText('Aceito').waitFor()
    t.deepEqual(faults, [])
  },
)

/** The demonstration with a patient on the screen whose visit has been transcribed. */
async function openTranscribed(t: ExecutionContext) {
  const appliance = await startAppliance(t)
  const speech = await appliance.speech()
  t.is(speech.state, 'ready', String(speech.message))
  const context = await openBrowser(t, { viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  await page.goto(`${appliance.url}/demo`)
  await page.getByRole('button', { name: PATIENT.name }).click()
  await page.getByRole('button', { name: 'Iniciar gravação' }).waitFor()
  const consultationId = await page.evaluate<string>(
    `sessionStorage.getItem('consulta-${PATIENT.slug}')`,
  )
  const ehrId = await page.evaluate<string>(`sessionStorage.getItem('ehr-${consultationId}')`)
  await uploadSample(appliance.url, ehrId, await readFile(join(SAMPLES_DIR, `${PATIENT.slug}.ogg`)))
  await page.reload()
  await page.getByRole('button', { name: PATIENT.name }).click()
  return { page, faults }
}

/** In the assistant: a document, a confirmed code, the doctor's review. */
async function writeReviewed(page: Page) {
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: `Gerar ${PATIENT.templateName}`, exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Procurar outro código' })
  await search.fill('J03.9', { timeout: 60_000 })
  await page.getByRole('button', { name: /^J03\.9/ }).click()
  await page.getByRole('radio', { name: /^Diagnóstico principal: J03\.9/ }).waitFor()
  await review(page)
}

/** A value is changed after the review, so the document is reviewed anew. */
async function correct(page: Page) {
  await page.locator('[data-field="Plano"] p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('Repouso por dois dias. Voltar se piorar.')
  await page.locator('.save-mark.saved').waitFor()
  await review(page)
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Marcar como revisado' }).click()
  await page.getByRole('button', { name: 'Revisado', exact: true }).waitFor()
}

function panelOf(page: Page) {
  return page.getByRole('region', { name: /^Rede Nacional de Dados em Saúde/ })
}

async function press(page: Page, name: string) {
  await panelOf(page).getByRole('button', { name, exact: true }).click()
}

function isDisabled(page: Page, name: string): Promise<boolean> {
  return panelOf(page).getByRole('button', { name, exact: true }).isDisabled()
}

/** Light, dark and on a phone: nothing is wider than the screen, and axe finds nothing. */
async function lookAround(t: ExecutionContext, page: Page) {
  await picture(page, 'light')
  t.deepEqual(await axeFaults(page), [])
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  await picture(page, 'dark')
  t.deepEqual(await axeFaults(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), 360)
  await picture(page, 'phone-dark')
  await page.evaluate(`document.documentElement.dataset.theme = 'light'`)
  await picture(page, 'phone')
  t.deepEqual(await axeFaults(page), [])
  await page.setViewportSize({ width: 1440, height: 1000 })
}

async function picture(page: Page, name: string) {
  if (!DEMO_SCREENSHOTS) return
  mkdirSync(DEMO_SCREENSHOTS, { recursive: true })
  await panelOf(page).scrollIntoViewIfNeeded()
  await panelOf(page).screenshot({ path: join(DEMO_SCREENSHOTS, `panel-${name}.png`) })
  await page.screenshot({ path: join(DEMO_SCREENSHOTS, `page-${name}.png`) })
}
