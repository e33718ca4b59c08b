// Own process: it starts the whole service, which goes away, and records in real time
/** The extension where a portal serves the whole service under one of its paths. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { startAppliance } from '../../helpers/appliance.ts'
import { browserTest } from '../../helpers/browser.ts'
import {
  beginVisit,
  openExtension,
  recorded,
  recordingKept,
} from '../../helpers/extension-browser.ts'
import { VOICE } from '../../helpers/plugin-page.ts'
import { findProxy, ownFile, startProxy } from '../../helpers/proxies.ts'

const SVCCTL = fileURLToPath(new URL('../../../bin/svcctl', import.meta.url))
const TITLE =
  'behind a proxy, under a path: the link signs in, and sound outlasts an appliance that is away'

if (findProxy('nginx'))
  browserTest(TITLE, async (t) => {
    const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
    const url = await startProxy(t, 'nginx', (port) =>
      ownFile('nginx', service.url, port).replace('location / {', 'location /assistente/ {'),
    )
    const publicUrl = `${url}/assistente/`
    await service.restart({ SVC_PUBLIC_URL: publicUrl })
    const env = { ...process.env, SVC_DATA_DIR: service.dataDir, SVC_PUBLIC_URL: publicUrl }
    const svcctl = async (...words: string[]) =>
      (await promisify(execFile)(process.execPath, [SVCCTL, ...words], { env })).stdout
    await svcctl('org', 'extension', 'Hospital de Teste', 'on', '--lock', '0')
    await svcctl('user', 'add', 'Dra. Beatriz')
    const { link } = JSON.parse(await svcctl('user', 'invite', 'Dra. Beatriz', '--json'))
    t.true(link.startsWith(`${publicUrl}extension#code=`))
    const page = await (await fetch(link)).text()
    const [, zip = ''] = /href="([^"]*svc\.zip)"/.exec(page) ?? []
    t.is((await fetch(new URL(zip, link))).headers.get('content-type'), 'application/zip')

    const { browser, openPanel } = await openExtension(t, { microphoneWav: VOICE })
    const asked = new Set<string>()
    browser.on('request', (request) => {
      if (request.url().startsWith('http')) asked.add(request.url())
    })
    const panel = await openPanel()
    await panel.getByLabel('Código de acesso').fill(link)
    await panel.getByLabel('Nome deste computador').fill('Consultório 3')
    await panel.getByRole('button', { name: 'Entrar', exact: true }).click()
    await beginVisit(panel, 'Maria da Silva')
    await panel.getByRole('button', { name: /(Iniciar|Retomar) gravação/ }).click()
    await recorded(panel, 2)
    await service.kill('SIGKILL')
    await recorded(panel, 6)
    await service.restart()
    await panel.getByText('Tudo guardado no servidor').waitFor()
    await panel.getByRole('button', { name: 'Finalizar' }).click()
    await recordingKept(panel)
    t.true(asked.size > 0)
    t.deepEqual(
      [...asked].filter((address) => !address.startsWith(publicUrl)),
      [],
    )
    const kept = await panel.getByText(/^Gravação (completa|com falhas)/).textContent()
    t.true(Number(/(\d\d)s guardados/.exec(kept ?? '')?.[1]) >= 5, `${kept}`)
  })
else test.skip(`${TITLE} (no nginx here)`, () => {})
