/** Keywords that ask nothing of an answer, or nothing that can be kept: what is told of them. */

const COMMENT = 'It only describes: it is passed over.'
const ALWAYS =
  'Every property is always in the output, and null where nothing is known: nothing more is promised.'
const NO_OTHERS = 'The output never has other properties.'
const NOT_KEPT = 'This rule is not kept: data that break it may be given.'
const LIST = 'This rule is not kept: a list has what the visit has, no more and no less.'

const DEFAULT = 'It is passed over: what is not known is null, and never a value that nobody said.'

const TOLD: ReadonlyMap<string, string> = new Map([
  ...each(
    '$schema $id $anchor $comment $vocabulary title example examples deprecated readOnly writeOnly ' +
      'xml externalDocs contentEncoding contentMediaType contentSchema discriminator',
    COMMENT,
  ),
  ...each('default', DEFAULT),
  ...each('nullable', 'Every value may be null.'),
  ...each('required minProperties dependentRequired', ALWAYS),
  ...each(
    'additionalProperties unevaluatedProperties patternProperties propertyNames maxProperties',
    NO_OTHERS,
  ),
  ...each('minItems maxItems uniqueItems additionalItems unevaluatedItems', LIST),
  ...each(
    'enum const contains minContains maxContains not if then else dependencies dependentSchemas',
    NOT_KEPT,
  ),
])

function each(keywords: string, message: string): [string, string][] {
  return keywords.split(' ').map((keyword) => [keyword, message])
}

/** Read where something refers to them. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'components'])

/** The warning tells of a rule that data may break, not of words that only describe. */
export function isRuleNotKept(message: string): boolean {
  return message === NOT_KEPT || message === LIST || / (cannot be|is not) checked/.test(message)
}

/** For the developer; undefined: nothing needs to be told. */
export function ignoredKeyword(keyword: string, type: string): string | undefined {
  if (DEFINITIONS.has(keyword)) return undefined
  const name = JSON.stringify(keyword.slice(0, 80))
  return TOLD.get(keyword) ?? `${name} says nothing here of type "${type}": it is passed over.`
}
