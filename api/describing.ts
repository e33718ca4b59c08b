import type { z } from 'zod'

/**
 * A description in `/openapi.json` of what the contract declares: `npm run types` names every field
 * that only one of the two has, optional ones too. What is open to any field is not looked into.
 */
export const describing =
  <Contract>() =>
  <Schema extends z.ZodType<Contract>>(
    schema: Schema & Agreement<Differing<z.output<Schema>, Contract>>,
  ): Schema =>
    schema

type Agreement<Fields> = [Fields] extends [never] ? unknown : { fieldsOfOneOnly: Fields }

/** Names of the fields, at any depth, that only one of two shapes has. */
type Differing<One, Other> = [One, Other] extends [object, object]
  ? string extends KeyOf<One> | KeyOf<Other>
    ? never
    :
        | Exclude<KeyOf<One>, KeyOf<Other>>
        | Exclude<KeyOf<Other>, KeyOf<One>>
        | {
            [Key in KeyOf<One> & KeyOf<Other>]: Differing<Inner<One, Key>, Inner<Other, Key>>
          }[KeyOf<One> & KeyOf<Other>]
  : never

/** Of every shape of a union. */
type KeyOf<Shape> = Shape extends Shape ? keyof Shape : never

type Inner<Shape, Key> = Shape extends Shape
  ? Key extends keyof Shape
    ? Element<NonNullable<Shape[Key]>>
    : never
  : never

type Element<Value> = Value extends readonly (infer One)[] ? Element<One> : Value
