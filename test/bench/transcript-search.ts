/**
 * What a key press costs in the search of a long transcript: 700 lines, an hour of talk. Counted is
 * what the browser's one thread does for it (finding, drawing, layout), since all else waits
 * meanwhile; not the wait for the next frame.
 */
import { openWorkspacePage } from '../helpers/workspace-page.ts'
import { median, percentile, teardowns } from './figures.ts'

const LINES = 700
/** Of each key the quickest counts: what else the machine does is not the plugin's. */
const ROUNDS = 5
const SAID = [
  'Bom dia, o que a senhora está sentindo hoje?',
  'Estou com dor de cabeça há três dias, pior à noite, e a pressão foi doze por oito.',
  'Não tenho alergia. Uso losartana cinquenta miligramas uma vez ao dia, em jejum.',
  'Vou prescrever dipirona quinhentos miligramas a cada seis horas, se tiver dor.',
  'Volte em duas semanas. Se a dor piorar, procure a emergência do hospital mais próximo.',
]
const WORDS = ['dor de cabeça', 'pressão', 'a', 'losartana cinquenta', 'nada disso']

/** Nothing is judged here. */
const ends = teardowns()
const nobody = { teardown: ends.teardown, deepEqual: () => true } as unknown as Parameters<
  typeof openWorkspacePage
>[0]

/** In the page: each letter of the words as it is typed. @returns ms of work for each */
const TYPE = (words: readonly string[]) => `(async () => {
  const root = document.querySelector('[data-svc-plugin]').shadowRoot
  const field = root.querySelector('input[type=search]')
  const took = []
  for (const word of ${JSON.stringify(words)})
    for (let length = 1; length <= word.length; length++) {
      took.push(await new Promise((resolve) => {
        let begun = 0
        requestAnimationFrame(() => { begun = performance.now() })
        const pressed = performance.now()
        field.value = word.slice(0, length)
        field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
        const handled = performance.now() - pressed
        requestAnimationFrame(() => {
          root.querySelector('.lines').offsetHeight
          resolve(handled + performance.now() - begun)
        })
      }))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  return took
})()`

export async function benchTranscriptSearch() {
  try {
    const w = await openWorkspacePage(nobody)
    await w.prepare(
      'c1',
      Array.from({ length: LINES }, (_, i) => ({ text: SAID[i % SAID.length]! })),
    )
    await w.open('c1')
    await w.tab('Transcrição')
    await w.page
      .locator('.line')
      .nth(LINES - 1)
      .waitFor()
    await w.page.getByRole('button', { name: 'Buscar na transcrição' }).click()
    await w.page.getByRole('searchbox').waitFor()
    const rounds: number[][] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await w.run<number[]>(TYPE(WORDS)))
    const took = rounds[0]!.map((_, key) => Math.min(...rounds.map((round) => round[key]!)))
    return {
      lines: LINES,
      keys: took.length,
      keyP50Ms: Number(median(took).toFixed(1)),
      keyP95Ms: Number(percentile(took, 0.95).toFixed(1)),
      keyMaxMs: Number(Math.max(...took).toFixed(1)),
      goal: 'a key in less than 50 ms',
    }
  } finally {
    await ends.run()
  }
}
