import { setImmediate } from 'node:timers/promises'
import type { Sequelize } from 'sequelize'
import { readTalk } from '../../ai-local/whisper/ngrams/read-talk.ts'
import {
  LOOK_ALIKES,
  medicationNames,
  spokenMedicationNames,
} from '../../core/portuguese/medications.ts'
import {
  type FinderFor,
  type MedicineLexicon,
  nameFinders,
  ordinaryWords,
} from '../../core/transcription/misheard/name-finders.ts'
import { type NamePieces, namePieces } from '../../core/transcription/misheard/name-pieces.ts'
import { ownWordsOf } from '../../core/transcription/own-words.ts'
import { ownWordStore } from '../../models/transcript/own-words.ts'

const pause = () => setImmediate()

interface NamesDeps {
  sequelize: Sequelize
  languageOf: (consultationId: string) => Promise<string>
  now: () => Date
  /** Of the talk of consultations (`bin/build-talk.mjs`). */
  talkPath: string
}

/** The lexicon's names, the organizations' own words and misheard ones, found by their sound. */
export function composeNames({ sequelize, languageOf, now, talkPath }: NamesDeps): NamePieces {
  return namePieces({
    finderFor: medicineFinders(talkPath),
    ownWordsOf: ownWordsOf({ store: ownWordStore(sequelize), now }),
    languageOf,
    pause,
  })
}

/** @param talkPath of the talk of consultations (`bin/build-talk.mjs`) */
export function medicineFinders(talkPath: string): FinderFor {
  return nameFinders({ readLexicon: () => readLexicon(talkPath), pause })
}

async function readLexicon(talkPath: string): Promise<MedicineLexicon> {
  const ingredients = medicationNames()
  await pause()
  const ingredientOf = (name: string) => ingredients.get(name) ?? name
  return {
    names: spokenMedicationNames(),
    ingredients,
    lookAlikes: LOOK_ALIKES.map(([one, other]) => [ingredientOf(one), ingredientOf(other)]),
    ordinary: await portugueseWords(),
    // Where it cannot be read the speech engine says so, which reads it too.
    visits: await readTalk(talkPath).catch(() => []),
  }
}

/** Whether a folded word is Portuguese or part of a medicine's name; read when first asked. */
export function knownWords(): () => Promise<(folded: string) => boolean> {
  let known: Promise<(folded: string) => boolean> | undefined
  const read = async () => {
    const ofNames = new Set([...medicationNames().keys()].flatMap((name) => name.split(' ')))
    const isOrdinary = ordinaryWords(await portugueseWords())
    return (word: string) => ofNames.has(word) || isOrdinary(word)
  }
  return () => {
    known ??= read()
    return known
  }
}

/** A list of a megabyte, which no start waits for. */
async function portugueseWords() {
  return (await import('../../config/portuguese-words.ts')).portugueseWords()
}
