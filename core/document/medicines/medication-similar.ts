/**
 * Names that were misheard or misspelt: "lozartana", "glifaje", "hidroclorotiasida". Words are
 * compared by how they sound in Portuguese and by a bounded number of letters; whatever resembles
 * two medicines, or one of a pair that is confused (`medications.ts`), is read as
 * neither.
 */
import soundAlikes from '../../../config/portuguese/sound-like-medicines.json' with { type: 'json' }
import { LOOK_ALIKES } from '../../portuguese/medications.ts'

/**
 * @param names folded name → folded ingredient; what is misheard is never one of the `weak` ones.
 * The answer is the ingredient that a folded word, itself no name, stands for.
 */
export function similarNames(
  names: ReadonlyMap<string, string>,
  weak: ReadonlySet<string>,
  ordinary: ReadonlySet<string> = ORDINARY,
): (word: string) => string | undefined {
  const sounds = new Map<string, { sound: string; ingredient: string }[]>()
  for (const [name, ingredient] of names) {
    if (name.includes(' ') || name.length < 6 || weak.has(name) || /\d/.test(name)) continue
    const sound = soundOf(name)
    const initial = sound[0]!
    sounds.set(initial, [...(sounds.get(initial) ?? []), { sound, ingredient }])
  }
  const known = new Set([...names.keys()].map(soundOf))
  const apart = lookAlikes(names)

  // A visit repeats its words: what was looked up is kept, within bounds.
  const looked = new Map<string, string | undefined>()
  return (word) => {
    if (!looked.has(word)) {
      if (looked.size >= MOST_LOOKED_UP) looked.clear()
      looked.set(word, lookUp(word))
    }
    return looked.get(word)
  }

  function lookUp(word: string): string | undefined {
    if (word.length < 6 || COMMON.test(word) || ordinary.has(word)) return undefined
    const sound = soundOf(word)
    const bound = known.has(sound) ? 0 : sound.length >= 9 ? 2 : sound.length >= 6 ? 1 : 0
    const nearest = new Map<string, number>()
    for (const candidate of sounds.get(sound[0] ?? '') ?? []) {
      const most = bound + 1
      if (Math.abs(candidate.sound.length - sound.length) > most) continue
      const far = distance(sound, candidate.sound, most)
      if (far <= most)
        nearest.set(candidate.ingredient, Math.min(far, nearest.get(candidate.ingredient) ?? far))
    }
    const [best, second] = [...nearest].sort((a, b) => a[1] - b[1])
    if (!best || best[1] > bound) return undefined
    // Another medicine nearly as near: which of them was meant is for a person to say.
    if (second && second[1] <= best[1] + (best[1] === 0 ? 0 : 1)) return undefined
    const others = apart.get(best[0]) ?? []
    const confused =
      best[1] > 0 && others.some((other) => distance(sound, soundOf(other), bound + 1) <= bound + 1)
    if (confused || others.includes(word)) return undefined
    return best[0]
  }
}

/** Words of the language, whatever they sound like: "social" is no amisulpride. */
const ORDINARY: ReadonlySet<string> = new Set(soundAlikes.words.flatMap((line) => line.split(' ')))
const MOST_LOOKED_UP = 5000

/** Every name of the other ingredient of each pair, and the pair's own words, by ingredient. */
function lookAlikes(names: ReadonlyMap<string, string>): Map<string, string[]> {
  const apart = new Map<string, string[]>()
  const add = (name: string, other: string) => {
    const ingredient = names.get(name) ?? name
    apart.set(ingredient, [...(apart.get(ingredient) ?? []), other])
  }
  for (const [a, b] of LOOK_ALIKES) {
    add(a, b)
    add(b, a)
  }
  return apart
}

/** Everyday words that sound like a medicine when one letter is off. */
const COMMON =
  /^(?:capsulas?|clinic[oa]s?|normais?|normal|vitamin\w*|cortison\w*|corticoid\w*|remedios?|exames?|coracao|calmantes?|domingos?|formula\w*|natural|gastrite|asmatic\w*|cardiac[oa]s?|cirurgi\w+|diabetic\w*|colesterol|glicos\w*|glicemia|creatinina|hemoglobina|proteina|melanina|gengiva|pulmonar|prazos?|espirro\w*|consegu\w+|sintomas?|receitas?|dosagem|lactose|lact\w+|frutose|vacinas?|vacinar|mantid[oa]s?|refrigerante|margarina|gelatina|manteiga|melhoral|melhorar|melhora|atestados?|cafeina|cocaina|maconha|propoli\w*|dentista|florais?|melancia|laranja|andador|pilates|\w{3,}inh[oa]s?|endocrin\w*|epileptic\w*|pancreatic\w*|dren\w+|cetonas?|claudic\w*|dorm[aei]\w*|diminu\w+|glicemic\w*|genericos?|musculos?|muscular)$/

/** How a folded word sounds: letters that Portuguese says alike become one. */
export function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/(?:sh|ch)/g, 'x')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/ck|k|q(?:u(?=[ei]))?/g, 'c')
    .replace(/sc(?=[ei])/g, 's')
    .replace(/c(?=[ei])/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/z/g, 's')
    .replace(/h/g, '')
    .replace(/n(?=[pb]|$)/g, 'm')
    .replace(/([^aeiou])e$/, '$1i')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=[aeiou])u$/, 'l')
}

/** Letters to change, insert, drop or swap; more than `most` is only told as more. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = previous
    previous = row
  }
  return previous[b.length]!
}
