/**
 * The events of the contract as TypeScript, for the types that hosts download
 * (`plugin/plugin.d.ts`).
 */
import type { z } from 'zod'
import { pluginEvents } from '../../core/contract/events.ts'

const BEGIN = '// The events of core/contract/events.ts, written by `npm run reference`.\n'
const END = '\nexport type SvcPluginListener'

/** `plugin.d.ts` with its events written anew; the formatter has not seen them. */
export function withEventTypes(declarations: string): string {
  const from = declarations.indexOf(BEGIN) + BEGIN.length
  const to = declarations.indexOf(END)
  if (from < BEGIN.length || to < from) throw new Error('plugin.d.ts has no place for its events')
  const events = Object.entries(pluginEvents).map(
    ([name, data]) => `  | { eventName: '${name}'; eventData: ${typeOf(data)} }`,
  )
  return `${declarations.slice(0, from)}export type SvcPluginMessage =\n${events.join('\n')}\n${declarations.slice(to)}`
}

/** The same where only layout and comments differ. */
export function withoutLayout(declarations: string): string {
  return declarations
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/[\s;]+/g, ' ')
    .replace(/= \|/g, '=')
    .replace(/ ?([{}|:]) ?/g, '$1')
    .replace(/\(\|/g, '(')
    .replace(/ \)/g, ')')
}

function typeOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'string':
    case 'boolean':
    case 'undefined':
    case 'unknown':
      return def.type
    case 'custom':
      return 'File'
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'enum':
      return Object.values(def.entries)
        .map((value) => `'${value}'`)
        .join(' | ')
    case 'nullable':
      return `${typeOf(def.innerType)} | null`
    case 'array':
      return arrayOf(typeOf(def.element))
    case 'record':
      return `Record<${typeOf(def.keyType)}, ${typeOf(def.valueType)}>`
    case 'object':
      return `{ ${Object.entries(def.shape).map(propertyOf).join('; ')} }`
    default:
      throw new Error(`no type is written for ${def.type}`)
  }
}

function arrayOf(type: string): string {
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`
}

function propertyOf([name, schema]: [string, z.core.$ZodType]): string {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  const isOptional = def.type === 'optional'
  const { description } = schema as z.ZodType
  const comment = description ? `\n/** ${description} */\n` : ''
  return `${comment}${name}${isOptional ? '?' : ''}: ${typeOf(isOptional ? def.innerType : schema)}`
}
