/**
 * What Brazilian doctors type and say for a procedure, where SIGTAP calls it otherwise or longer.
 * The form is that of `common-names.ts`, and so is the rule: a test compares every code with the
 * official table.
 */
import procedureNames from '../../../config/portuguese/procedure-names.json' with { type: 'json' }
import { type CommonName, readNames } from './common-names.ts'

/** The names of SIGTAP, in the order of the list. */
export const sigtapNames: readonly CommonName[] = readNames(procedureNames.lines)
