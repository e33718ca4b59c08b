/**
 * A set of allowed texts as a graph of places with a step for each character, walked one character
 * at a time. Several places at once are one state, made when it is first reached and kept: what is
 * worked out for a state is worked out once.
 */
export interface TextPlace {
  /** A text may end here. */
  isEnd: boolean
  steps: Map<string, TextPlace[]>
}

export interface TextState {
  readonly isEnd: boolean
  /** The characters (UTF-16 units) that may come next. */
  readonly characters: readonly string[]
  /** @returns where the character leads, or null where no allowed text goes on so */
  step(character: string): TextState | null
}

export function textPlace(isEnd = false): TextPlace {
  return { isEnd, steps: new Map() }
}

export function addStep(from: TextPlace, character: string, to: TextPlace) {
  const known = from.steps.get(character)
  if (!known) from.steps.set(character, [to])
  else if (!known.includes(to)) known.push(to)
}

/** Adds a path of one place for each character. @returns the place behind the last one */
export function addText(from: TextPlace, text: string): TextPlace {
  let place = from
  for (const character of text.split('')) {
    const known = place.steps.get(character)?.[0]
    const next = known ?? textPlace()
    if (!known) addStep(place, character, next)
    place = next
  }
  return place
}

export function firstState(start: TextPlace): TextState {
  const numbers = new Map<TextPlace, number>()
  const states = new Map<string, TextState>()

  function numberOf(place: TextPlace): number {
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    return number
  }

  function stateOf(places: TextPlace[]): TextState {
    const key = places.map(numberOf).sort().join(' ')
    const known = states.get(key) ?? newState(places)
    states.set(key, known)
    return known
  }

  function newState(places: TextPlace[]): TextState {
    const next = new Map<string, TextState>()
    return {
      isEnd: places.some(({ isEnd }) => isEnd),
      characters: [...new Set(places.flatMap(({ steps }) => [...steps.keys()]))],
      step(character) {
        const known = next.get(character)
        if (known) return known
        const reached = new Set(places.flatMap(({ steps }) => steps.get(character) ?? []))
        if (reached.size === 0) return null
        const state = stateOf([...reached])
        next.set(character, state)
        return state
      },
    }
  }
  return stateOf([start])
}

/** @returns where the text leads, or null when it is not the beginning of an allowed one */
export function stateAfter(start: TextState, text: string): TextState | null {
  let state: TextState | null = start
  for (let index = 0; state && index < text.length; index += 1)
    state = state.step(text[index] as string)
  return state
}

/** The longest beginning of the text that is itself an allowed text; null where there is none. */
export function allowedPrefix(start: TextState, text: string): string | null {
  let longest = start.isEnd ? '' : null
  let state: TextState | null = start
  for (let index = 0; state && index < text.length; index += 1) {
    state = state.step(text[index] as string)
    if (state?.isEnd) longest = text.slice(0, index + 1)
  }
  return longest
}
