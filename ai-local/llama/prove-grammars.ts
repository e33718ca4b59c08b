/**
 * Every grammar that a plan can ask for is compiled before the first token of the prompt is
 * evaluated. The runtime's own parser has the last word: what it cannot read is refused with its
 * place, not found out half-way through a document.
 */
import { AppError } from '../../core/errors.ts'
import { type Follow, NEXT_ITEM_GRAMMAR, type Slot, slotGrammar } from './slot-grammar.ts'
import { fixedText, type PropertyPlan, type ValuePlan } from './value-plan.ts'

/**
 * @throws {AppError} `schema_not_supported`; `details[0].field` is a JSON Pointer into the answer's
 * schema
 */
export async function proveGrammars(
  plan: { object: PropertyPlan[] },
  compile: (grammar: string) => Promise<unknown>,
): Promise<void> {
  const proven = new Set<string>()
  for (const { path, grammar } of grammarsOf(plan.object, '')) {
    if (proven.has(grammar)) continue
    proven.add(grammar)
    try {
      await compile(grammar)
    } catch {
      // The parser's message would quote the schema.
      throw new AppError('invalid', 'schema_not_supported', 'O formato pedido não é suportado.', {
        details: [{ field: path, issue: 'grammar_not_compilable' }],
      })
    }
  }
}

interface PlacedGrammar {
  path: string
  grammar: string
}

/** Grammars of every slot that `writeJson` could open, with its place in the schema. */
export function* grammarsOf(properties: PropertyPlan[], path: string): Generator<PlacedGrammar> {
  for (const { key, value } of properties) {
    const place = `${path}/properties/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    yield* slotsOf({ plan: value, lead: ' ', mayClose: false, follow: 'any' }, place)
  }
}

function* slotsOf(slot: Slot, path: string): Generator<PlacedGrammar> {
  const { plan } = slot
  if (slot.mayClose || fixedText(plan) === null) yield { path, grammar: slotGrammar(slot) }
  if (plan.object) yield* grammarsOf(plan.object, path)
  if (plan.array) yield* itemsOf(plan.array, `${path}/items`)
}

function* itemsOf(
  { items, minItems, maxItems }: NonNullable<ValuePlan['array']>,
  path: string,
): Generator<PlacedGrammar> {
  if (maxItems === 0) return
  const follow = (count: number): Follow =>
    count >= maxItems ? 'close' : count >= minItems ? 'comma or close' : 'comma'
  const first = { plan: items, lead: '', mayClose: minItems === 0, follow: follow(1) } as const
  yield* slotsOf(first, path)
  // What lies within an item is the same for each.
  const later = new Set([2, minItems, maxItems].filter((count) => count >= 2).map(follow))
  if (maxItems >= 2 && fixedText(items) === null)
    for (const one of later)
      yield {
        path,
        grammar: slotGrammar({ plan: items, lead: ' ', mayClose: false, follow: one }),
      }
  yield { path, grammar: NEXT_ITEM_GRAMMAR }
}
