/** What a doctor sees of the extension, in the order of a visit, in a panel of 360 px. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { choosePin, openExtension, recorded, recordingKept, signIn } from './extension-browser.ts'
import { startExtensionServer } from './extension-server.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')
export const EXTENSION_PANEL = { width: 360, height: 720 }

export async function showExtension(
  t: TearDown,
  colorScheme: 'light' | 'dark',
  take: (slug: string, panel: Page) => Promise<void>,
) {
  const server = await startExtensionServer(t, {
    alreadySaid: true,
    fields: {
      'Queixa Principal': '#complaint',
      'História da Doença Atual': '#history',
      'Dados Antropométricos > Peso': '#weight',
      Orientações: '#plan',
    },
  })
  server.said.lockMinutes = 10
  server.said.provider = { name: 'conta do hospital' }
  const { browser, openPanel } = await openExtension(t, {
    microphoneWav: VOICE,
    openPages: 'http://127.0.0.1/*',
    viewport: EXTENSION_PANEL,
    colorScheme,
  })
  const panel = await openPanel()
  const button = (name: string | RegExp) => panel.getByRole('button', { name }).first()
  await panel.getByLabel('Endereço do servidor do hospital').fill(server.origin)
  await panel.getByLabel('Nome deste computador').fill('Consultório 3')
  await button('Entrar com conta do hospital').waitFor()
  await take('extension-sign-in', panel)
  await signIn(panel, server.origin)
  await choosePin(panel)
  await panel.getByLabel('Nome do paciente').waitFor()
  const ehr = await browser.newPage()
  await ehr.goto(`${server.origin}/extension/pages/form.html`)
  await button('Ler da página').dispatchEvent('click')
  await panel.getByText('confira o paciente').waitFor()
  await panel.bringToFront()
  await take('extension-patient', panel)
  await button('Abrir consulta').click()
  await button(/(Iniciar|Retomar) gravação/).click()
  await recorded(panel, 3)
  await take('extension-recording', panel)
  await button('Finalizar').click()
  await recordingKept(panel)
  await button('Gerar documento').click()
  await button('Gerar Anamnese padrão').click()
  await button('Preencher prontuário').waitFor()
  await ehr.bringToFront()
  await panel.locator('button.grow').dispatchEvent('click')
  const sheet = panel.locator('.fill-sheet')
  await sheet.locator('li').nth(3).waitFor()
  await panel.bringToFront()
  await take('extension-fields', panel)
  await ehr.bringToFront()
  await sheet.getByRole('button', { name: /^Preencher \d/ }).dispatchEvent('click')
  await panel.getByText(/campos preenchidos/).waitFor()
  await panel.bringToFront()
  await take('extension-filled', panel)
  await sheet.getByRole('button', { name: 'Fechar' }).click()
  await button('Consultas').click()
  await button('Bloquear agora').click()
  await panel.getByText('Painel bloqueado').waitFor()
  await take('extension-locked', panel)
}
