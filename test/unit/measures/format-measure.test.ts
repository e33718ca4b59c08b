import test from 'ava'
import { formatBodyMassIndex, formatMeasure } from '../../../core/document/measures/measurement.ts'

test('a measure is written as exactly as it was said', (t) => {
  t.is(formatMeasure('weight', 3.245), '3,245 kg')
  t.is(formatMeasure('weight', 72.3), '72,3 kg')
  t.is(formatMeasure('height', 1.6), '1,60 m')
  t.is(formatMeasure('temperature', 37.8), '37,8 °C')
})

test('a body mass index has two decimals', (t) => {
  t.is(formatBodyMassIndex(74, 1.58), '29,64 kg/m²')
})
