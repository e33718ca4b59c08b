import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ExecutionContext } from 'ava'
import { becomes, browserTest, until } from '../../helpers/browser.ts'
import { type HostPage, openHostPage } from '../../helpers/plugin-page.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const SUTURE = {
  code: '0401010066',
  display: 'EXCISÃO E/OU SUTURA SIMPLES DE PEQUENAS LESÕES / FERIMENTOS DE PELE / ANEXOS E MUCOSA',
  text: 'Realizada sutura de ferimento',
  score: 0.99,
}

async function openDocument(t: ExecutionContext, options: object = {}): Promise<HostPage> {
  const host = await openHostPage(t, { server: { alreadySaid: true, procedures: [SUTURE] } })
  await host.open({ options, embedded: true })
  await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.heard('svc.plugin.ehr.document.created')
  await host.page.getByText('Procedimentos realizados (SIGTAP)').waitFor()
  return host
}

/** Until the server holds these codes, each with its quantity. */
function saved({ server }: HostPage, expected: string) {
  const held = () => server.procedures.confirmed.map((one) => `${one.code}×${one.quantity}`).join()
  return until(() => held() === expected, `the server to hold ${expected}`)
}

browserTest(
  'what was done is confirmed, counted, searched and taken back, with the keyboard where it helps',
  async (t) => {
    const host = await openDocument(t)
    const { page } = host
    const panel = page.getByRole('region', { name: /Procedimentos realizados/ })
    await panel.getByText('A consulta em si já consta do registro').waitFor()
    await panel.getByText('de “Realizada sutura de ferimento”').waitFor()
    await panel.getByRole('button', { name: /^Confirmar 04\.01\.01\.006-6 Excisão/ }).click()
    await saved(host, '0401010066×1')

    const times = panel.getByRole('spinbutton', { name: /^Quantidade: 04\.01\.01\.006-6/ })
    await times.press('Control+a')
    await page.keyboard.type('3')
    // The screen is drawn anew while it is typed.
    await host.run(`SvcPlugin.instance.appendContext('Retorno')`)
    await host.run(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    )
    t.is(await times.inputValue(), '3')
    await times.press('Tab')
    await saved(host, '0401010066×3')
    // What is no number of times leaves it as it was.
    await times.fill('0')
    await times.press('Tab')
    await becomes(t, () => times.inputValue(), '3')

    await panel.getByLabel('Procurar outro procedimento').fill('diu')
    await panel.getByText('1 procedimento').waitFor()
    await panel.getByText('Só os procedimentos mais comuns').waitFor()
    await panel.getByLabel('Procurar outro procedimento').press('ArrowDown')
    await page.keyboard.press('Enter')
    await saved(host, '0401010066×3,0301040141×1')
    await panel.getByText('Inserção de dispositivo intra-uterino (DIU)').waitFor()
    await panel.getByRole('button', { name: /^Remover 04\.01/ }).click()
    await saved(host, '0301040141×1')
    // The diagnoses beside it are searched and saved on their own.
    t.deepEqual(host.server.diagnoses.confirmed, [])
  },
)

for (const darkMode of [false, true])
  browserTest(
    `procedures break no accessibility rule (${darkMode ? 'dark' : 'light'})`,
    async (t) => {
      const host = await openDocument(t, { darkMode })
      const { page } = host
      await page.evaluate(await readFile(AXE, 'utf8'))
      await page.getByRole('button', { name: /^Confirmar 04\.01/ }).click()
      await page.getByLabel('Procurar outro procedimento').fill('eletro')
      await page.getByText('1 procedimento').waitFor()
      const violations = await host.run(
        `(async () => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
        return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }))
      })()`,
      )
      t.deepEqual(violations, [])
    },
  )
