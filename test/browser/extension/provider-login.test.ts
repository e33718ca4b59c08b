/** The account of the hospital, in Chromium: panel, window, provider over TLS, whole service. */
import { execFile } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { startAppliance } from '../../helpers/appliance.ts'
import { becomes, browserTest } from '../../helpers/browser.ts'
import { openExtension } from '../../helpers/extension-browser.ts'
import { startIdentityProvider } from '../../helpers/identity-provider.ts'

const SVCCTL = fileURLToPath(new URL('../../../bin/svcctl', import.meta.url))
const BY_PROVIDER = 'Entrar com conta do hospital'

/** Of a certificate's key: this one is believed, and no other. */
function pinOf(certificatePem: string): string {
  const key = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

browserTest(
  'a doctor signs in with the account of the hospital, and nobody else does',
  async (t) => {
    const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
    const provider = await startIdentityProvider(t, `${service.url}/extension/login/callback`)
    await service.restart(provider.settings)
    const env = { ...process.env, SVC_DATA_DIR: service.dataDir, SVC_PUBLIC_URL: service.url }
    const svcctl = async (...words: string[]) =>
      (await promisify(execFile)(process.execPath, [SVCCTL, ...words], { env })).stdout
    await svcctl('org', 'extension', 'Hospital de Teste', 'on', '--lock', '0')
    await svcctl('user', 'add', 'Dra. Clara')
    await svcctl('user', 'login', 'Dra. Clara', 'clara@hospital.example')

    const { openPanel, browser } = await openExtension(t, {
      flags: [`--ignore-certificate-errors-spki-list=${pinOf(provider.certificatePem)}`],
    })
    const panel = await openPanel()
    await panel.getByLabel('Endereço do servidor do hospital').fill(service.url)
    await panel.getByLabel('Nome deste computador').fill('Consultório 3')
    const enter = async (user: string): Promise<Page> => {
      const [window] = await Promise.all([
        browser.waitForEvent('page'),
        panel.getByRole('button', { name: BY_PROVIDER }).click(),
      ])
      await window.getByLabel('Usuário').fill(user)
      await window.getByRole('button', { name: 'Continuar' }).click()
      return window
    }
    const strange = await enter('stranger')
    await panel.getByText('Esta conta ainda não foi ligada ao assistente').waitFor()
    await becomes(t, async () => strange.isClosed(), true)
    // The provider remembers who that was.
    await browser.clearCookies()
    await enter('clara')
    await panel.getByText('Dra. Clara · Hospital de Teste').waitFor()
    const { devices } = JSON.parse(await svcctl('user', 'devices', '--json'))
    t.is(devices.length, 1)
    t.is(devices[0].name, 'Consultório 3')
    t.regex(await svcctl('audit', 'tail', '--json'), /"way":\s*"provider"/)
  },
)
