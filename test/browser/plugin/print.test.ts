import { becomes, browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'

const SHOWN = `document.querySelector('[data-svc-plugin]').getClientRects().length > 0`

const CASES = [
  { title: 'the floating window', open: {}, printed: false },
  { title: 'a panel in an element', open: { embedded: true }, printed: false },
  {
    title: 'a panel in an element that the host wants printed',
    open: { embedded: true, options: { printable: true } },
    printed: true,
  },
  {
    title: 'the floating window, whatever the host wants',
    open: { options: { printable: true } },
    printed: false,
  },
]

for (const { title, open, printed } of CASES)
  browserTest(`on paper: ${title} ${printed ? 'stands' : 'is not there'}`, async (t) => {
    const host = await openHostPage(t)
    await host.open(open)
    t.true(await host.run<boolean>(SHOWN))
    await host.page.emulateMedia({ media: 'print' })
    await becomes(t, () => host.run<boolean>(SHOWN), printed)
    await host.page.emulateMedia({ media: 'screen' })
    await becomes(t, () => host.run<boolean>(SHOWN), true)
  })
