import test from 'ava'
import { withoutPeople } from '../../../core/rnds/redact-bundle.ts'

for (const number of [
  '28859889596',
  '288.598.895-96',
  '288 598 895 96',
  '702804919906300',
  '702 8049 1990 6300',
])
  test(`${number} is blotted out wherever it stands`, (t) => {
    for (const [before, after] of [
      ['', ''],
      ['Paciente ', ' não encontrado'],
      ['(', ').'],
      ['CPF:', ','],
    ]) {
      const blotted = withoutPeople(`${before}${number}${after}`)
      t.notRegex(blotted, /\d/)
      t.is(blotted, `${before}${'•'.repeat(number.length)}${after}`)
    }
  })

for (const text of [
  'ERR870 at 2026-11-22T03:04:05Z',
  'Procedure 0301010072 is unknown',
  'section[3].entry[12], 29.0 of 31',
  'urn:uuid:6f1c1f0a-0a2b-4d3e-8f4a-5b6c7d8e9f00',
])
  test(`${text} stays`, (t) => {
    t.is(withoutPeople(text), text)
  })
