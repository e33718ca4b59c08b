/**
 * Whether a folded word is Portuguese: listed, or a form of a listed one by its ending ("desmaiei"
 * of "desmaiar").
 */
export function ordinaryWords(listed: Pick<ReadonlySet<string>, 'has'>): (word: string) => boolean {
  const isForm = (word: string, ending: string) => {
    if (!word.endsWith(ending)) return false
    const stem = word.slice(0, -ending.length)
    if (stem.length < SHORTEST_STEM) return false
    return BASE_ENDINGS.some(
      (base) => stem.length + base.length > SHORTEST_STEM && listed.has(stem + base),
    )
  }
  return (word) =>
    word.length < 2 || listed.has(word) || ENDINGS.some((ending) => isForm(word, ending))
}

const SHORTEST_STEM = 3

const ENDINGS = (
  'aram eram iram avam asse isse esse ando endo indo ados adas idos idas ei ou iu eu ava ado ada ido ida ar er ir am em ia iam ' +
  'a o e i as os es s inho inha inhos inhas zinho zinha zinhos zinhas mente oes ao ais al eis ico ica icos icas'
).split(' ')

const BASE_ENDINGS = ['', ...'a o e ar er ir ado ada ao al ico'.split(' ')]
