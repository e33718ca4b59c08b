/** The network's rules about prescribed items and laboratory results (RNDS.md §6.3, §8.3, §9.4). */

import {
  asList,
  asObject,
  asText,
  type EntryFacts,
  type JsonObject,
  valuesAt,
} from '../profile/json.ts'
import type { Run } from '../profile/run.ts'
import { SYSTEMS } from '../terms.ts'

const INTERVAL = /\/BRIntervaloDoses$/
const SHIFT = /\/BRTurno$/

export function checkPrescriptions(run: Run) {
  for (const entry of run.entries) {
    if (entry.type !== 'MedicationRequest') continue
    checkNote(run, entry)
    for (const [index, each] of asList(entry.resource.dosageInstruction).entries()) {
      const repeat = asObject(valuesAt(each, ['timing', 'repeat'])[0])
      if (repeat) checkDoses(run, repeat, `${entry.path}.dosageInstruction[${index}].timing.repeat`)
    }
  }
}

/** Free text is what an unstructured item and one taken as needed consist of. */
function checkNote(run: Run, { path, resource }: EntryFacts) {
  if (valuesAt(resource, ['note', 'text']).length > 0) return
  const isUnstructured = valuesAt(resource, ['medicationCodeableConcept', 'coding']).some(
    (coding) => asObject(coding)?.system === SYSTEMS.missingData,
  )
  const isAsNeeded = valuesAt(resource, ['dosageInstruction', 'asNeededBoolean']).includes(true)
  if (isUnstructured)
    run.report('ERR779', `${path}.note`, 'falta o texto do medicamento, que não tem código')
  else if (isAsNeeded)
    run.report(
      'ERR782',
      `${path}.note`,
      'falta descrever quando tomar o medicamento "se necessário"',
    )
}

function checkDoses(run: Run, repeat: JsonObject, path: string) {
  const extensions = asList(repeat.extension).map((each) => asText(asObject(each)?.url) ?? '')
  const isSingle = repeat.countMax === 1
  for (const [index, url] of extensions.entries())
    if (isSingle && (INTERVAL.test(url) || SHIFT.test(url)))
      run.report(
        'ERR781',
        `${path}.extension[${index}]`,
        'não pode haver intervalo nem turno em dose única',
      )
  if (typeof repeat.countMax !== 'number' || repeat.countMax <= 1) return
  const at = extensions.findIndex((url) => INTERVAL.test(url))
  const parts = valuesAt(asList(repeat.extension)[at], ['extension', 'url'])
  if (at < 0) run.report('ERR780', `${path}.extension`, 'falta o intervalo entre as doses')
  else if (!parts.includes('period') || !parts.includes('periodUnit'))
    run.report(
      'ERR780',
      `${path}.extension[${at}]`,
      'falta a duração ou a unidade do intervalo entre as doses',
    )
}

/**
 * A number needs its interpretation; combinations of exam and result are not public (ERR803 to
 * ERR805).
 */
export function checkLaboratory(run: Run) {
  for (const { type, path, resource } of run.entries)
    if (type === 'Observation' && resource.specimen !== undefined)
      if (resource.valueQuantity !== undefined && resource.interpretation === undefined)
        run.report(
          'ERR806',
          `${path}.interpretation`,
          'falta a interpretação do resultado numérico',
        )
}
