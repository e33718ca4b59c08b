/** The panel of what the national network is told of a visit, wherever the plugin's screens lie. */
import type { ExecutionContext } from 'ava'
import type { Frame, Page } from 'playwright-core'

/**
 * Writes a document of what was said or typed, and says another outcome beneath it.
 * @param base the service's address, as the page knows it
 */
export async function saysOutcome(
  t: ExecutionContext,
  { page, within, base }: { page: Page; within: Pick<Frame, 'getByRole'>; base: string },
) {
  await within.getByRole('tab', { name: 'Documentos' }).click()
  await within.getByRole('button', { name: 'Gerar documento' }).first().click()
  await within
    .getByRole('button', { name: /^Gerar Anamnese/ })
    .first()
    .click()
  const panel = within.getByRole('region', { name: 'Atendimento para a RNDS' })
  const summary = panel.locator('summary')
  await summary.getByText('Ambulatorial especializada · Consulta agendada').waitFor()
  await summary.click()
  const outcome = panel.getByLabel('Desfecho')
  t.is(await outcome.inputValue(), '')
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/visit'),
  )
  await outcome.selectOption({ label: 'Encaminhamento' })
  const answer = await answered
  t.is(answer.status(), 200)
  t.true(answer.url().startsWith(`${base}/api/v1/ehrs/`), answer.url())
  const { facts } = (await answer.json()) as { facts: { field: string; said: unknown }[] }
  t.like(facts.find(({ field }) => field === 'outcome')?.said, { code: '03' })
  await summary.getByText('Encaminhamento').waitFor()
  t.is(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
}
