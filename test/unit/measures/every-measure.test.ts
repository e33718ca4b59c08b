/**
 * Every place that a measure needs beside its reader: a forgotten one would be read, and then be
 * written nowhere.
 */
import test from 'ava'
import { builtInTemplates } from '../../../config/templates.ts'
import { measureOfKey } from '../../../core/document/measures/deterministic-values.ts'
import { formatMeasure } from '../../../core/document/measures/measurement.ts'
import { MEASURE_RULES } from '../../../core/document/measures/measures.ts'
import { conceptOf } from '../../../core/structured-output/concepts.ts'

const KEYS = builtInTemplates().flatMap(({ fields }) => fields.flatMap(({ keys }) => keys ?? []))

for (const { id } of MEASURE_RULES) {
  test(`${id} fills a key of a document model`, (t) => {
    t.true(KEYS.some((key) => measureOfKey(key)?.id === id))
  })

  test(`${id} fills a key of that name in a schema of the host`, (t) => {
    const key = KEYS.find((each) => measureOfKey(each)?.id === id) ?? ''
    const concept = conceptOf(key, '')
    t.is(concept?.kind, 'measure')
    t.is(concept?.kind === 'measure' ? concept.id : null, id)
  })

  test(`${id} is written with its unit`, (t) => t.regex(formatMeasure(id, 20), /20.*\D$/))
}
