import { buildBundle } from '../fhir/bundle/build-bundle.ts'
import type { Terminology } from '../terminology/ports.ts'
import { compileRecord } from './compile-record/compile-record.ts'
import type { RecordMaking } from './ports.ts'
import { checkByCodes } from './submission-check.ts'

/** Records made in the thread that asks: of commands, and of what a thread of their own does. */
export function recordMaking(codes: Pick<Terminology, 'find' | 'tables'>): RecordMaking {
  return {
    compile: async (input) => compileRecord(input),
    build: async (record, at, rules) => buildBundle(record, at, rules),
    check: (bundle, known) => checkByCodes(codes, bundle, known),
  }
}
