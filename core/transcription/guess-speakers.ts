/**
 * Who may be speaking, where one microphone hears everybody. What is said tells something (a doctor asks, examines and prescribes, a patient
 * tells of "my" and "I"), and so do turns: an answer follows a question. Both are weighed over the whole conversation (forward and
 * backward over a chain of two states), and where that leaves doubt, nothing is said.
 *
 * It is a guess and is marked as one: it is not stored, no document rests on it, and what a person or a channel says goes before it.
 */
import type { Speaker } from '../contract/api.ts'
import { signsOf } from './speaker-signs.ts'

interface Spoken {
  text: string
  startMs: number
  endMs: number
  /** What is known: neighbours are understood by it. */
  speaker: Speaker | null
}

/** Below it nothing is said. */
const SURE_ENOUGH = 0.75
const SWITCH_AFTER_QUESTION = 0.9
const SWITCH = 0.45
/** A long silence ends the turn-taking: what comes then says little about what was before. */
const SILENCE_MS = 20_000

/** One guess per segment, in order of time; null where nobody can tell. */
export function guessSpeakers(segments: readonly Spoken[]): (Speaker | null)[] {
  if (segments.length === 0) return []
  const likelihoods = segments.map(likelihoodsOf)
  const changes = segments.slice(1).map((segment, index) => changeAfter(segments[index]!, segment))
  const forward = pass(likelihoods, changes)
  const backward = pass([...likelihoods].reverse(), [...changes].reverse()).reverse()
  return segments.map((_, at) => {
    // Each pass holds the segment's own words: once is enough.
    const [doctor, patient] = [0, 1].map(
      (state) => (forward[at]![state]! * backward[at]![state]!) / likelihoods[at]![state]!,
    )
    const share = doctor! / (doctor! + patient!)
    if (share >= SURE_ENOUGH) return 'doctor'
    return share <= 1 - SURE_ENOUGH ? 'patient' : null
  })
}

type Pair = [doctor: number, patient: number]

function likelihoodsOf({ text, speaker }: Spoken): Pair {
  if (speaker !== null) return speaker === 'doctor' ? [1, 1e-6] : [1e-6, 1]
  const odds = Math.exp(signsOf(text))
  return [odds / (1 + odds), 1 / (1 + odds)]
}

function changeAfter(before: Spoken, { startMs }: Spoken): number {
  if (startMs - before.endMs > SILENCE_MS) return 0.5
  return before.text.trim().endsWith('?') ? SWITCH_AFTER_QUESTION : SWITCH
}

function pass(likelihoods: readonly Pair[], changes: readonly number[]): Pair[] {
  let state: Pair = [0.5, 0.5]
  return likelihoods.map((own, at) => {
    const change = at === 0 ? 0.5 : changes[at - 1]!
    const doctor = own[0] * (state[0] * (1 - change) + state[1] * change)
    const patient = own[1] * (state[1] * (1 - change) + state[0] * change)
    state = [doctor / (doctor + patient), patient / (doctor + patient)]
    return state
  })
}
