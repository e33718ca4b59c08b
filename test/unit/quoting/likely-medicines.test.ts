import test from 'ava'
import type { MedicationSection } from '../../../core/document/medicines/medication-act.ts'
import { byLikely, type Likely } from '../../../core/document/medicines/medication-likely.ts'

const likely =
  (order: number, use: number): Likely =>
  (name) =>
    name === 'prescriptions' ? order : name === 'medicationsInUse' ? use : 0

const BARE = {
  role: 'doctor',
  isOfToday: true,
  isDirected: false,
  isOrdered: false,
  hasNumber: false,
} as const

const CASES: [
  title: string,
  ruled: MedicationSection | undefined,
  given: Likely,
  said: Partial<Parameters<typeof byLikely>[2]>,
  expected: MedicationSection | undefined,
][] = [
  ['what it is for', undefined, likely(0.6, 0), { after: 'pro enjoo' }, 'prescriptions'],
  ['a number behind', undefined, likely(0.6, 0), { hasNumber: true }, 'prescriptions'],
  ['a bare name is no order', undefined, likely(0.99, 0), { after: 'para' }, undefined],
  ['nor is what is denied', undefined, likely(0.99, 0), { after: 'nem para dor' }, undefined],
  ['of another day', undefined, likely(0.9, 0.9), { isOfToday: false }, undefined],
  ['a patient orders nothing', undefined, likely(0.9, 0), { role: 'patient' }, undefined],
  ['a bare name, surely taken', undefined, likely(0, 0.9), { role: 'patient' }, 'medicationsInUse'],
  ['a bare name, perhaps', undefined, likely(0, 0.7), { role: 'patient' }, undefined],
  ['directed', undefined, likely(0, 0.7), { isDirected: true }, 'medicationsInUse'],
  ['ruled, and nothing speaks for it', 'prescriptions', likely(0.02, 0.02), {}, undefined],
  ['ruled, and enough does', 'prescriptions', likely(0.04, 0.1), {}, 'prescriptions'],
  ['taken, and nothing speaks for it', 'medicationsInUse', likely(0.01, 0.02), {}, undefined],
]
for (const [title, ruled, given, said, expected] of CASES)
  test(title, (t) => {
    t.is(byLikely(ruled, given, { ...BARE, after: '', ...said }), expected)
  })
