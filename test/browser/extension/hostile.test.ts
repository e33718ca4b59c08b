import { browserTest } from '../../helpers/browser.ts'
import { askInPage, openBoth } from '../../helpers/extension-page.ts'

browserTest('a hostile page sees no call of its own, and no text in a field unseen', async (t) => {
  const { ehr, row, fill, write, told } = await openBoth(t, 'hostile.html', {
    fields: {
      'Queixa Principal': '#real',
      'História da Doença Atual': '#clear',
      'Medicações em uso': '#away',
      'Dados Antropométricos > Peso': '#flat',
      'Hipóteses Diagnósticas': '#covered',
      Orientações: '.alike',
    },
  })
  await ehr.evaluate('called.length = 0')
  await fill()
  await row('Queixa Principal').waitFor()
  const hidden = ['História da Doença Atual', 'Medicações em uso', 'Hipóteses Diagnósticas']
  for (const key of [...hidden, 'Dados Antropométricos > Peso'])
    t.true((await row(key).textContent())?.includes('escondido ou coberto'), key)
  t.true((await row('Orientações').textContent())?.includes('Há mais de um'))
  await write()
  await told('1 campo preenchido')
  // Before the test itself asks the page for anything.
  t.deepEqual(await ehr.evaluate('[...called]'), [])
  t.is(await ehr.locator('#real').inputValue(), 'Dor de cabeça há três dias')
  for (const id of ['clear', 'away', 'flat', 'covered'])
    t.is(await ehr.locator(`#${id}`).inputValue(), '', id)
})

browserTest('a page can start nothing, and read nothing of the extension', async (t) => {
  const { server, panel, ehr } = await openBoth(t, 'hostile.html')
  const visits = server.visits.length
  const requests = server.requests.length
  const id = new URL(panel.url()).host
  await askInPage(ehr, 'where')
  const got = await ehr.evaluate(`(async () => {
    const tried = []
    const attempt = async (name, work) => {
      const end = new Promise((resolve) => setTimeout(() => resolve('nothing'), 1500))
      tried.push(name + ': ' + (await Promise.race([work(), end]).then(String, () => 'refused')))
    }
    const at = 'chrome-extension://${id}/'
    await attempt('world', async () => typeof globalThis.svcInPage)
    await attempt('runtime', async () => typeof globalThis.chrome?.runtime?.sendMessage)
    for (const file of ['panel.html', 'in-page.js', 'manifest.json', 'recording.html'])
      await attempt(file, () => fetch(at + file).then(() => 'read'))
    await attempt('script', () => import(at + 'panel.js').then(() => 'ran'))
    const orders = [{ recorded: null }, { do: 'start' }, { id: 1, order: { do: 'attach' } }]
    for (const order of orders) postMessage(order, '*')
    new BroadcastChannel('svc-microphone').postMessage('answered')
    const frame = document.createElement('iframe')
    frame.src = at + 'panel.html'
    document.body.append(frame)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await attempt('frame', async () => {
      for (const order of orders) frame.contentWindow.postMessage(order, '*')
      return frame.contentDocument?.body?.textContent || 'empty'
    })
    return tried
  })()`)
  const refused = ['panel.html', 'in-page.js', 'manifest.json', 'recording.html', 'script']
  t.deepEqual(got as string[], [
    'world: undefined',
    'runtime: undefined',
    ...refused.map((name) => `${name}: refused`),
    'frame: empty',
  ])
  t.is(server.visits.length, visits)
  t.is(server.requests.length, requests)
  t.is(server.recordings.size, 0)
})
