/**
 * Pages of any shape, whole or damaged, pasted into the editor: every word that such a page shows
 * is in the document, wherever the cursor was.
 */
import fc from 'fast-check'
import { browserTest } from '../../helpers/browser.ts'
import { openHostPage } from '../../helpers/plugin-page.ts'
import { runs } from '../../helpers/runs.ts'

const RUNS = runs(60)
const SEED = Number(process.env.FUZZ_SEED ?? 23)

const HOLDERS =
  'p div span b i a ul ol li table thead tbody tr td th caption h1 h3 pre blockquote section article dl dt dd details summary label button select option form fieldset center font o:p sup'
const ATTRIBUTES = [
  '',
  ' style="mso-list:l0 level1 lfo1"',
  " style='mso-list:Ignore'",
  ' style="white-space:pre-wrap"',
  ' style="display:none"',
  ' colspan=3 rowspan=2',
  ' data-pm-slice="1 1 []"',
  ' data-pm-slice="0 0 -3 [&quot;table&quot;]"',
  ' type=checkbox checked',
  ' id="docs-internal-guid-1"',
]
const EMPTY = ['<br>', '<hr>', '<img alt="">', '<input>', '<!-- -->', '&nbsp;', '\n']

interface Shape {
  tag: string
  attributes: string
  parts: (Shape | string | null)[]
}

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record({
    tag: fc.constantFrom(...HOLDERS.split(' ')),
    attributes: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...ATTRIBUTES)),
    parts: fc.array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(null),
        fc.constantFrom(...EMPTY),
        tie('shape'),
      ),
      { maxLength: 4 },
    ),
  }),
}))

/** A word of its own in each place: `null` stands for one. */
function written(shapes: readonly Shape[], run: number): string {
  let count = 0
  const write = (part: Shape | string | null): string => {
    if (part === null) return ` w${run}n${count++}x `
    if (typeof part === 'string') return part
    return `<${part.tag}${part.attributes}>${part.parts.map(write).join('')}</${part.tag}>`
  }
  return shapes.map(write).join('')
}

const damage = fc.option(
  fc.record({
    kind: fc.constantFrom('cut', 'without', 'twice', 'sign'),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)

function damaged(html: string, how: { kind: string; from: number; to: number } | null): string {
  if (!how) return html
  const [from, to] = [how.from, how.to].map((share) => Math.floor(share * html.length)) as [
    number,
    number,
  ]
  if (how.kind === 'cut') return html.slice(0, from)
  if (how.kind === 'sign') return `${html.slice(0, from)}<${html.slice(from)}`
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  if (how.kind === 'without') return html.slice(0, first) + html.slice(last)
  return html.slice(0, last) + html.slice(first)
}

/** In the page: pastes, and says which words of it are not in the document then. */
const PASTE = `(html) => {
  const field = document.querySelector('[data-svc-plugin]').shadowRoot
  const text = field.querySelector('.editor-text')
  const page = new DOMParser().parseFromString(html, 'text/html')
  // No browser shows what is in these.
  for (const unseen of page.querySelectorAll('head, noscript, object, script, style, title'))
    unseen.remove()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  // As browsers and word processors put it beside the page.
  clipboardData.setData('text/plain', page.body.textContent)
  text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  const words = (of) => of.textContent.match(/w\\d+n\\d+x/g) ?? []
  const there = new Set(words(text))
  return words(page.body).filter((word) => !there.has(word))
}`

browserTest('whatever is pasted, no word of it is lost', async (t) => {
  t.timeout(600_000)
  const host = await openHostPage(t, { server: { alreadySaid: true } })
  await host.open({ embedded: true })
  await host.page.getByRole('button', { name: 'Gerar documento' }).click()
  await host.page.getByRole('button', { name: 'Gerar Anamnese padrão' }).click()
  await host.page.locator('.editor-text').waitFor()
  await host.page.locator('[data-field="Queixa Principal"] p').last().click()
  let run = 0
  const lost = fc.asyncProperty(
    fc.array(shape, { minLength: 1, maxLength: 4 }),
    damage,
    async (shapes, how) => {
      const html = damaged(written(shapes, run++), how)
      const words = await host.run<string[]>(`(${PASTE})(${JSON.stringify(html)})`)
      if (words.length > 0) throw new Error(`${words.join(' ')} of ${html}`)
    },
  )
  // Not shrunk: what was pasted before is part of each case.
  const { failed, errorInstance } = await fc.check(lost, {
    numRuns: RUNS,
    seed: SEED,
    endOnFailure: true,
  })
  t.false(failed, String(errorInstance))
})
