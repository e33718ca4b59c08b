/**
 * What a value is held against, by a library that is not ours. One reader for a process: learning
 * the language of schemas costs it more than most schemas.
 */
import { Ajv } from 'ajv'

const ajv = new Ajv({ strict: false, logger: false, code: { optimize: false } })

export function validatorOf(schema: object) {
  const validate = ajv.compile(schema)
  ajv.removeSchema(schema)
  return validate
}
