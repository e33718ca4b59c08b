/** The sentence encoder that comes with the program, read from its file when it is first asked. */
import { readFileSync } from 'node:fs'
import type { ClauseSenses } from '../../core/document/quoting/sort-clauses.ts'
import { clauseSenses } from './clause-senses.ts'
import { readEncoder } from './read-encoder.ts'

/** @param path of `encoder.bin` */
export function openSenses(path: string): ClauseSenses {
  let senses: ClauseSenses | undefined
  return (statements, said) => {
    senses ??= clauseSenses(readEncoder(readFileSync(path)))
    return senses(statements, said)
  }
}
