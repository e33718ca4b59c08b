/**
 * How a Portuguese word sounds, one character per sound, by the rules of Brazilian spelling: silent
 * h, ç and ss as s, qu as k, ch as x, nasal vowels as vowel and nasal, l at a syllable's end as u.
 * Spelling that the rules cannot decide (x, an open or a closed vowel, s or z) is left to the costs
 * of `sound-distance.ts`.
 *
 * a e i o u p b t d k g f v s z m n l r as written · S as in "chá", Z "já", J "ninho", L "filho", R
 * "rato", N a nasal that closes a syllable, X the letter x within a word, H the letter h before a
 * vowel (silent, but a recognizer writes it for R too), T and D before i ("tchi", "dji" for most
 * Brazilians).
 */
export function soundsOf(word: string): string {
  const letters = spelled(LETTER_NAMES.get(word) ?? word)
  let sounds = ''
  for (let at = 0; at < letters.length; ) {
    const [sound, length] = soundAt(letters, at)
    if (sound !== sounds.at(-1)) sounds += sound
    at += length
  }
  return sounds
}

/** Letters that are said alone ("raio X"), where their names are more than their sound. */
const LETTER_NAMES: ReadonlyMap<string, string> = new Map(
  (
    'b:be c:ce d:de f:efe g:ge h:agá j:jota k:cá l:ele m:eme ' +
    'n:ene p:pe q:que r:erre s:esse t:te v:ve x:xis z:ze'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Of words with spaces between them. */
export function soundsOfWords(words: string): string {
  return words.split(' ').map(soundsOf).reduce(joinSounds)
}

/** Of words that are said one behind the other: a sound on both sides of a border is said once. */
export function joinSounds(before: string, next: string): string {
  return before.at(-1) === next[0] ? before + next.slice(1) : before + next
}

/** Lower case, without accents; ã and õ are kept as a vowel and a nasal. */
function spelled(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/c\u0327/g, 'ss')
    .replace(/([ao])\u0303/g, '$1~')
    .replace(/[^a-z~]/g, '')
}

/** The sound that begins at a letter, and how many letters it takes. */
function soundAt(letters: string, at: number): [sound: string, length: number] {
  const letter = letters[at]!
  const next = letters[at + 1] ?? ''
  const pair = PAIRS[letter + next]
  if (pair !== undefined) return [pair, 2]
  if ((letter === 'q' || letter === 'g') && next === 'u' && isFront(letters[at + 2]))
    return [letter === 'q' ? 'k' : 'g', 2]
  return [singleSound(letters, at), 1]
}

function singleSound(letters: string, at: number): string {
  const letter = letters[at]!
  const previous = letters[at - 1] ?? ''
  const next = letters[at + 1] ?? ''
  switch (letter) {
    case 'c':
      return isFront(next) ? 's' : 'k'
    case 'g':
      return isFront(next) ? 'Z' : 'g'
    case 'h':
      return previous === '' || isVowel(previous) ? 'H' : ''
    case 'd':
      return isClosedFront(letters, at + 1) ? 'D' : 'd'
    case 't':
      return isClosedFront(letters, at + 1) ? 'T' : 't'
    case 'l':
      return isVowel(previous) && !isVowel(next) ? 'u' : 'l'
    case 'm':
    case 'n':
      return isVowel(previous) && !isVowel(next) ? 'N' : letter
    case 'r':
      return previous === '' ? 'R' : 'r'
    case 's':
      return isVowel(previous) && isVowel(next) ? 'z' : 's'
    case 'x':
      return previous === '' ? 'S' : 'X'
    case 'e':
      return next === '' ? 'i' : 'e'
    case 'o':
      return next === '' ? 'u' : 'o'
    default:
      return SINGLE[letter] ?? letter
  }
}

const PAIRS: Record<string, string> = {
  ch: 'S',
  sh: 'S',
  ph: 'f',
  th: 't',
  lh: 'L',
  nh: 'J',
  rr: 'R',
  ss: 's',
  ck: 'k',
  kh: 'k',
}
const SINGLE: Record<string, string> = { j: 'Z', q: 'k', w: 'u', y: 'i', '~': 'N' }

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && letter !== '' && 'aeiouy~w'.includes(letter)
}

/** The letter is i, or an e that ends the word and is said like one. */
function isClosedFront(letters: string, at: number): boolean {
  return (
    letters[at] === 'i' || letters[at] === 'y' || (letters[at] === 'e' && at === letters.length - 1)
  )
}

function isFront(letter: string | undefined): boolean {
  return letter === 'e' || letter === 'i' || letter === 'y'
}
