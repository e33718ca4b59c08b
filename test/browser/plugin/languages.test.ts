import { browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

browserTest(
  'the page chooses the language of the assistant; templates that say lang="en" change nothing',
  async (t) => {
    const { page, open, run, reload } = await openHostPage(t)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    for (const [tag, words, lang] of [
      ['', 'Iniciar gravação', 'pt-BR'],
      ['en', 'Start recording', 'en'],
      ['es-AR', 'Iniciar grabación', 'es'],
    ]) {
      await run(`(document.documentElement.lang = 'en', ${JSON.stringify(tag)} &&
        (document.documentElement.dataset.svcLanguage = ${JSON.stringify(tag)}))`)
      await open({ embedded: true })
      await page.getByRole('button', { name: words! }).first().waitFor()
      t.is(await page.locator('.root').getAttribute('lang'), lang!)
      // Words of other languages are not part of what every doctor waits for.
      t.is(fetched.filter((url) => /\/(en|es)-\w+\.js/.test(url)).length > 0, tag !== '')
      await reload()
    }
  },
)
