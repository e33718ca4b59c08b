/**
 * Small vocabularies in the two forms that released models use: SentencePiece with byte fall-back,
 * and byte-level BPE.
 */
export interface Vocabulary {
  model: 'llama' | 'gpt2'
  pre: string | null
  tokens: string[]
  scores: number[]
  types: number[]
  merges: string[] | null
  bos: number
  eos: number
}

const TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 }
/**
 * Control tokens of the chat template, and markup that is declared as "user defined", as some
 * models do.
 */
export const CONTROL_TOKENS = ['<|im_start|>', '<|im_end|>']
export const MARKUP_TOKENS = ['<think>', '</think>']

/**
 * Everyday pieces: enough for words to be some tokens long, and JSON punctuation as models have it.
 */
const PIECES =
  'de do da os as um ão ção que com não ria paciente dor febre tosse nega refere há dias mg horas uso médico exame pressão pulso sem para por mais anos pa ci en te re fe ne ga ma to se ra ri co mo in es an er ar or al el il'.split(
    ' ',
  )
const PUNCTUATION = ['",', '":', '["', '"]', '{"', '"}', '"],', '.",', 'null', '\n ', '",\n']
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...'áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÇºª°µ–',
]

/** The control tokens of a chat format. */
export interface ChatTokens {
  controls: string[]
  bos: string
  eos: string
}

const CHATML_TOKENS: ChatTokens = { controls: CONTROL_TOKENS, bos: '<s>', eos: '<|im_end|>' }

export function sentencePieceVocabulary(
  fillers: number,
  { controls, bos, eos }: ChatTokens = CHATML_TOKENS,
): Vocabulary {
  const spaced = (piece: string) => piece.replaceAll(' ', '▁')
  const words = PIECES.flatMap((piece) => [piece, ` ${piece}`]).concat(PUNCTUATION, [
    ' "',
    ' null',
    ' {',
    ' [',
  ])
  // SentencePiece joins two neighbours only when the result is a token: every beginning of a word
  // must be one.
  const beginnings = words.flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 2)),
  )
  const pieces = [...new Set([...CHARACTERS.filter((one) => one !== ' '), ' ', ...beginnings])].map(
    spaced,
  )
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  )
  const special = ['<unk>', '<s>', '</s>', ...controls, ...MARKUP_TOKENS]
  const filler = Array.from({ length: fillers }, (_, index) => `▁${letters(index)}q`)
  const tokens = [...special, ...bytes, ...pieces, ...filler.filter((one) => !pieces.includes(one))]
  return {
    model: 'llama',
    pre: null,
    tokens,
    scores: tokens.map((token, index) =>
      index < special.length + 256 ? 0 : -100 + [...token].length,
    ),
    types: tokens.map((_, index) => typeOf(index, special.length)),
    merges: null,
    bos: special.indexOf(bos),
    eos: special.indexOf(eos),
  }
}

function typeOf(index: number, specials: number): number {
  if (index === 0) return TYPE.unknown
  if (index < specials)
    return index >= specials - MARKUP_TOKENS.length ? TYPE.userDefined : TYPE.control
  return index < specials + 256 ? TYPE.byte : TYPE.normal
}

export function bytePairVocabulary(
  fillers: number,
  { controls, bos, eos }: ChatTokens = CHATML_TOKENS,
): Vocabulary {
  const letterOf = byteLetters()
  const inLetters = (text: string) => [...Buffer.from(text)].map((byte) => letterOf[byte] as string)
  const merges: string[] = []
  const joined = new Set<string>()
  for (const word of [
    ...PIECES,
    ...PIECES.map((piece) => ` ${piece}`),
    ...PUNCTUATION,
    ' "',
    ' {',
    ' [',
    ' null',
  ]) {
    const parts = inLetters(word)
    for (let length = 2; length <= parts.length; length += 1) {
      const whole = parts.slice(0, length).join('')
      if (joined.has(whole)) continue
      joined.add(whole)
      merges.push(`${parts.slice(0, length - 1).join('')} ${parts[length - 1]}`)
    }
  }
  const special = ['<unk>', '<s>', '</s>', ...controls, ...MARKUP_TOKENS]
  const filler = Array.from({ length: fillers }, (_, index) => `Ġ${letters(index)}q`).filter(
    (one) => !joined.has(one),
  )
  const tokens = [...special, ...letterOf, ...joined, ...filler]
  return {
    model: 'gpt2',
    pre: 'gpt-2',
    tokens,
    scores: tokens.map(() => 0),
    types: tokens.map((_, index) =>
      index < special.length ? typeOf(index, special.length) : TYPE.normal,
    ),
    merges,
    bos: special.indexOf(bos),
    eos: special.indexOf(eos),
  }
}

/** GPT-2's printable stand-ins for the 256 bytes. */
function byteLetters(): string[] {
  const isPrintable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  let next = 256
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(isPrintable(byte) ? byte : next++),
  )
}

function letters(index: number): string {
  let rest = index
  let text = ''
  do {
    text += String.fromCharCode(97 + (rest % 26))
    rest = Math.floor(rest / 26)
  } while (rest > 0)
  return `${text}z`
}
