import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ExecutionContext } from 'ava'
import { browserTest } from '../../helpers/browser.ts'
import { type HostPage, openHostPage, VOICE } from '../../helpers/plugin-page.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** No violation of WCAG 2.2 A and AA on what is shown now. */
async function isAccessible(t: ExecutionContext, host: HostPage, screen: string) {
  const violations = await host.run<
    { id: string; nodes: { html: string; failureSummary: string }[] }[]
  >(
    `(async () => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))
    })()`,
  )
  t.deepEqual(violations, [], screen)
}

for (const darkMode of [false, true])
  for (const [embedded, viewport] of [
    [true, { width: 1100, height: 760 }],
    [false, { width: 360, height: 720 }],
  ] as const)
    browserTest(
      `no screen breaks accessibility rules (${darkMode ? 'dark' : 'light'}, ${embedded ? 'embedded' : 'a phone'})`,
      async (t) => {
        const host = await openHostPage(t, { microphoneWav: VOICE, viewport })
        const { page } = host
        const check = (screen: string) => isAccessible(t, host, screen)
        await page.evaluate(await readFile(AXE, 'utf8'))
        host.server.intercept(({ path }) =>
          path === '/ehrs/by-external-id'
            ? { status: 500, body: { error: 'internal_error', message: '' } }
            : undefined,
        )
        await host.open({ embedded, options: { darkMode, enableFillEhr: true } })
        await check('failure')
        host.server.intercept(() => undefined)
        await page.getByRole('button', { name: 'Tentar novamente' }).click()
        await page.getByText('Ler para o paciente').click()
        await check('start')
        await page.getByRole('tab', { name: 'Transcrição' }).click()
        await check('no transcript')
        await page.getByRole('tab', { name: 'Documentos' }).click()
        await check('no documents')
        await page.keyboard.press('r')
        await page.getByRole('tab', { name: 'Transcrição' }).click()
        await page.getByText('Estou com dor').waitFor()
        await check('transcript')
        await page.getByRole('tab', { name: 'Gravação' }).click()
        await check('recording')
        await page.getByLabel('Mais opções').click()
        await page.getByRole('button', { name: 'Zerar gravação…' }).click()
        await check('question')
        await page.keyboard.press('Escape')
        await host.run(`SvcPlugin.instance.addBackgroundHistory('Hipertensão')`)
        await page.getByRole('tab', { name: 'Contexto' }).click()
        await check('context')
        await page.getByRole('tab', { name: 'Documentos' }).click()
        await page.getByRole('button', { name: 'Gerar documento' }).first().click()
        await check('templates')
        await page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
        await host.heard('svc.plugin.ehr.document.created')
        await page.getByText('Não informado na consulta').click()
        await page.getByText('120 mmHg').hover()
        await check('document')
        await page.locator('[data-key="Temperatura"]').click()
        await page.keyboard.type('36,8')
        await page.locator('.save-mark.saved').waitFor()
        await check('editing')
        await page.getByRole('button', { name: 'Opções de Orientações' }).click()
        await check('menu of a section')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Histórico de versões' }).click()
        await page.getByRole('button', { name: 'Ver a versão 1' }).click()
        await page.getByRole('group', { name: 'Versão 1' }).waitFor()
        await check('history')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Voltar' }).click()
        await check('documents')
        await page.getByRole('tab', { name: 'Gravação' }).click()
        await page.getByRole('button', { name: 'Finalizar' }).click()
        await host.page.getByRole('tab', { name: 'Gravação' }).click()
        await page.getByText(/Gravação (completa|com falhas)/).waitFor()
        await check('statement')
      },
    )
