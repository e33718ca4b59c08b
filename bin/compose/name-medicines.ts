import { setImmediate } from 'node:timers/promises'
import type { Sequelize } from 'sequelize'
import { portugueseWords } from '../../config/portuguese-words.ts'
import { LOOK_ALIKES } from '../../core/portuguese/medication-look-alikes.ts'
import { medicationNames, spokenMedicationNames } from '../../core/portuguese/medications.ts'
import {
  type FinderFor,
  type MedicineLexicon,
  nameFinders,
  ordinaryWords,
} from '../../core/transcription/medicine-names/name-finders.ts'
import { type NamePieces, namePieces } from '../../core/transcription/medicine-names/name-pieces.ts'
import { ownWordsOf } from '../../core/transcription/own-words.ts'
import { ownWordStore } from '../../models/transcript/own-words.ts'

const pause = () => setImmediate()

/** The lexicon's names and the organizations' own words, found by their sound. */
export function composeNames(sequelize: Sequelize, now: () => Date): NamePieces {
  return namePieces({
    finderFor: medicineFinders(),
    ownWordsOf: ownWordsOf({ store: ownWordStore(sequelize), now }),
    pause,
  })
}

export function medicineFinders(): FinderFor {
  return nameFinders({ readLexicon, pause })
}

async function readLexicon(): Promise<MedicineLexicon> {
  const ingredients = medicationNames()
  await pause()
  const ingredientOf = (name: string) => ingredients.get(name) ?? name
  return {
    names: spokenMedicationNames(),
    ingredients,
    lookAlikes: LOOK_ALIKES.map(([one, other]) => [ingredientOf(one), ingredientOf(other)]),
    ordinary: portugueseWords(),
  }
}

/** Whether a folded word is Portuguese or part of a medicine's name; read when first asked. */
export function knownWords(): (folded: string) => boolean {
  let isKnown: ((folded: string) => boolean) | undefined
  const read = () => {
    const ofNames = new Set([...medicationNames().keys()].flatMap((name) => name.split(' ')))
    const isOrdinary = ordinaryWords(portugueseWords())
    return (word: string) => ofNames.has(word) || isOrdinary(word)
  }
  return (word) => {
    isKnown ??= read()
    return isKnown(word)
  }
}
