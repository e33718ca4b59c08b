/** The integration guide's first page, as it stands there, on a server of its own. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { browserTest, openBrowser } from '../helpers/browser.ts'
import { demoFolder } from '../helpers/demo-service.ts'

const GUIDE = join(import.meta.dirname, '../../plugin/README.md')

browserTest('the page of the integration guide works as it is written', async (t) => {
  const service = await (await demoFolder(t)).start()
  const [, sample = ''] = /```html\n([\s\S]*?)```/.exec(await readFile(GUIDE, 'utf8')) ?? []
  t.true(sample.includes('https://appliance.hospital/plugin.js'))
  const html = sample.replaceAll('https://appliance.hospital', service.url)
  const token = (await service.call('POST', '/demo/session-token')).body.access
  const backend = createServer((request, response) => {
    if (request.url === '/my-backend/svc-token') return void response.end(token)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  })
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  t.teardown(() => {
    backend.closeAllConnections()
    backend.close()
  })

  const context = await openBrowser(t)
  const page = await context.newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'warning') said.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${(backend.address() as AddressInfo).port}/`)
  await page.getByRole('tab', { name: 'Contexto' }).click()
  await page
    .getByRole('tabpanel')
    .locator('textarea, [contenteditable=true]')
    .first()
    .fill('Tenho alergia a dipirona.')
  await page.getByText('Salvo').first().waitFor()
  await page.getByRole('button', { name: 'Gerar documento' }).first().click()
  await page.getByRole('button', { name: /^Gerar .*cardiologia$/i }).click()
  await page.getByRole('button', { name: 'Preencher prontuário' }).click()
  await page.waitForFunction("document.querySelector('#record').value.includes('dipirona')")
  t.deepEqual(said, [])
})
