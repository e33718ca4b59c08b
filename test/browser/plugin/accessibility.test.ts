// Own process: among the longest, and begun first
/**
 * No screen of the plugin breaks a rule of WCAG 2.2 A and AA: light and dark, on a desk and on a
 * phone, on the whole service.
 */
import { browserTest } from '../../helpers/browser.ts'
import { everyScreen, quietRecognizer, SCREENS_BROWSER } from '../../helpers/plugin-screens.ts'
import { openWorkspacePage } from '../../helpers/workspace-page.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }

/**
 * In the page: turns the colours, at once. What inherits a colour begins its own change when the
 * one above has ended.
 */
const turn = (dark: boolean) => `(() => {
  const host = document.querySelector('[data-svc-plugin]')
  host.toggleAttribute('data-dark', ${dark})
  for (let depth = 0; depth < 20; depth++)
    for (const animation of host.shadowRoot.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
})()`

/**
 * In the page: what axe finds now, one line each. Between light and dark only colours differ: its
 * rules about them are looked at in both.
 */
const faultsOf = (dark: boolean) => `(async () => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const rules = axe.getRules(tags).filter((rule) => rule.tags.includes('cat.color'))
  const runOnly = ${dark} ? rules.map(({ ruleId }) => ruleId) : tags
  const options = { runOnly, resultTypes: ['violations'], elementRef: false }
  const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + ' ' + failureSummary))
})()`

browserTest(
  'axe finds nothing on any screen, light and dark, on a desk and on a phone',
  async (t) => {
    t.timeout(20 * 60_000)
    const settings = await quietRecognizer(t)
    const w = await openWorkspacePage(t, { ...SCREENS_BROWSER, viewport: DESK, settings })
    const faults: Record<string, string[]> = {}
    const seen = new Set<string>()
    await everyScreen(w, async (screen) => {
      seen.add(screen)
      for (const size of [PHONE, DESK]) {
        await w.page.setViewportSize(size)
        for (const dark of [false, true]) {
          await w.run(turn(dark))
          const found = await w.run<string[]>(faultsOf(dark))
          if (found.length > 0) faults[`${screen} ${dark ? 'dark' : 'light'} ${size.width}`] = found
        }
      }
      await w.run(turn(false))
    })
    t.deepEqual(faults, {})
    t.true(seen.size > 40, String(seen.size))
    t.deepEqual(w.faults, [])
  },
)
