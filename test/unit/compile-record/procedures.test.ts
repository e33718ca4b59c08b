/**
 * What was done in a consultation, and the consultation itself, as the network is told of them
 * (RNDS.md §7.2, §7.5).
 */
import test from 'ava'
import { isAppError } from '../../../core/errors.ts'
import { compileRecord } from '../../../core/rnds/compile-record/compile-record.ts'
import { compileInput, establishment, performed } from '../../helpers/network-consultations.ts'

function proceduresOf(input: Parameters<typeof compileInput>[0]) {
  const record = compileRecord(compileInput(input))
  if (record.documentType !== 'RAC') throw new Error(record.documentType)
  return record.procedures.map(({ system, code, quantity }) => `${system} ${code} ${quantity}`)
}

test('without a confirmed procedure the consultation is the procedure', (t) => {
  t.deepEqual(proceduresOf({}), ['SIGTAP 0301010072 1'])
})

test('what was done stands beside the consultation, with its quantity', (t) => {
  const procedures = [performed('0401010066', 2), performed('0211020036')]
  t.deepEqual(proceduresOf({ procedures }), [
    'SIGTAP 0301010072 1',
    'SIGTAP 0401010066 2',
    'SIGTAP 0211020036 1',
  ])
})

for (const [what, code] of [
  ['another kind of consultation', '0301010110'],
  ['a visit in urgent care', '0301060061'],
  ['the establishment’s own', '0301010072'],
] as const)
  test(`${what} that the doctor confirmed takes the place of the usual one`, (t) => {
    t.deepEqual(proceduresOf({ procedures: [performed('0401010066'), performed(code)] }), [
      'SIGTAP 0401010066 1',
      `SIGTAP ${code} 1`,
    ])
  })

test('an establishment whose consultations are called otherwise is not told of one twice', (t) => {
  t.deepEqual(
    proceduresOf({
      establishment: establishment({ defaults: { procedure: '0301080178' } }),
      procedures: [performed('0301080178')],
    }),
    ['SIGTAP 0301080178 1'],
  )
})

test('the profile’s procedure is needed unless the doctor confirmed a consultation', (t) => {
  const without = establishment({ defaults: { procedure: null } })
  const error = t.throws(() =>
    proceduresOf({ establishment: without, procedures: [performed('0401010066')] }),
  )
  t.true(isAppError(error))
  t.like(isAppError(error) && error.details?.[0], { field: 'establishment.procedure' })
  t.deepEqual(proceduresOf({ establishment: without, procedures: [performed('0301010110')] }), [
    'SIGTAP 0301010110 1',
  ])
})
