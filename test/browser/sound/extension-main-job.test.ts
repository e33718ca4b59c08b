import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ExecutionContext } from 'ava'
import { startAppliance } from '../../helpers/appliance.ts'
import { browserTest } from '../../helpers/browser.ts'
import { connectToSimulator } from '../../helpers/connected-appliance.ts'
import {
  beginVisit,
  choosePin,
  openExtension,
  recorded,
  recordingKept,
  signIn,
} from '../../helpers/extension-browser.ts'
import { VOICE } from '../../helpers/plugin-page.ts'
import { openTranscripts } from '../../helpers/spoken-lines.ts'
import { saysOutcome } from '../../helpers/visit-choice.ts'

const SVCCTL = fileURLToPath(new URL('../../../bin/svcctl', import.meta.url))

/** A doctor with a visit in the panel, in which something was said. */
async function openVisit(t: ExecutionContext) {
  const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const env = { ...process.env, SVC_DATA_DIR: service.dataDir, SVC_PUBLIC_URL: service.url }
  const svcctl = async (...words: string[]) =>
    (await promisify(execFile)(process.execPath, [SVCCTL, ...words], { env })).stdout
  await svcctl('org', 'extension', 'Hospital de Teste', 'on')
  await svcctl('user', 'add', 'Dra. Beatriz')
  const { code } = JSON.parse(await svcctl('user', 'invite', 'Dra. Beatriz', '--json'))
  const store = await openTranscripts(t, service)
  const { openPanel } = await openExtension(t, { microphoneWav: VOICE })
  const panel = await openPanel()
  await signIn(panel, service.url, code)
  await choosePin(panel)
  await panel.getByText('Dra. Beatriz · Hospital de Teste').waitFor()
  const opened = panel.waitForResponse((answer) => answer.url().endsWith('/by-external-id'))
  await beginVisit(panel, 'Maria da Silva')
  const { id } = await (await opened).json()
  await store.write(id, [{ text: 'Estou com dor de cabeça há três dias, doutora.' }])
  await panel.reload()
  await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).waitFor()
  return { service, svcctl, panel }
}

browserTest('from the administrator’s code to the document, on the whole service', async (t) => {
  const { svcctl, panel } = await openVisit(t)
  await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
  await recorded(panel, 3)
  await panel.getByRole('button', { name: 'Finalizar' }).click()
  await recordingKept(panel)
  await panel.getByRole('button', { name: 'Gerar documento' }).first().click()
  await panel
    .getByRole('button', { name: /^Gerar Anamnese/ })
    .first()
    .click()
  await panel.getByRole('button', { name: 'Preencher prontuário' }).waitFor()

  const { devices } = JSON.parse(await svcctl('user', 'devices', '--json'))
  await svcctl('user', 'devices', 'revoke', devices[0].id, '--yes')
  await panel.getByRole('button', { name: 'Consultas' }).click()
  await panel.getByText('O acesso deste computador foi encerrado').waitFor()
  t.pass()
})

browserTest('what the national network is told of the visit is chosen in the panel', async (t) => {
  const { service, panel } = await openVisit(t)
  await connectToSimulator(t, service)
  await saysOutcome(t, { page: panel, within: panel, base: service.url })
})
