/**
 * The regular expressions of source files: as they are written, and those put together of
 * constants.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export interface Written {
  file: string
  line: number
  source: string
  flags: string
}

export interface Found {
  files: number
  expressions: Written[]
  /** Put together of what only a run knows: `file: words as written`. */
  unknown: string[]
}

/** @param folders of the root, with all their folders */
export function expressionsIn(root: string, folders: readonly string[]): Found {
  const read = sourceReader(root)
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(folder, file)),
  )
  const found: Found = { files: files.length, expressions: [], unknown: [] }
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    if (MAY_REPEAT.test(text)) look(read(file), file, found, read)
  }
  return found
}

/**
 * A file without a repeat between slashes, or one given to a constructor, has nothing to look at.
 */
const MAY_REPEAT = /(?:^\s*|return |[=(,:[?&|!>] ?)\/[^/*\n].*[*+}].*\/|RegExp\(/m

type Read = (file: string) => ts.SourceFile

function sourceReader(root: string): Read {
  const known = new Map<string, ts.SourceFile>()
  return (file) => {
    const source =
      known.get(file) ??
      ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), {
        languageVersion: ts.ScriptTarget.Latest,
        jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
      })
    known.set(file, source)
    return source
  }
}

function look(source: ts.SourceFile, file: string, found: Found, read: Read) {
  const visit = (node: ts.Node) => {
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node)
    const made = isMade && node.expression.kind === ts.SyntaxKind.Identifier ? node : undefined
    const written = ts.isRegularExpressionLiteral(node) ? literal(node.text) : undefined
    const put =
      made && (made.expression as ts.Identifier).text === 'RegExp'
        ? putTogether(made, { source, file, read })
        : undefined
    if (put === null) found.unknown.push(`${file}: ${made!.getText(source).replace(/\s+/g, ' ')}`)
    const expression = written ?? put
    if (expression) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      found.expressions.push({ file, line, ...expression })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function literal(text: string) {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

interface Place {
  source: ts.SourceFile
  file: string
  read: Read
}

/** `RegExp(parts, flags)`; null where the parts are not constants. */
function putTogether(call: ts.NewExpression | ts.CallExpression, place: Place) {
  const [parts, flags] = call.arguments ?? []
  const source = parts && textOf(parts, place)
  const named = flags ? textOf(flags, place) : ''
  return source === undefined || named === undefined ? null : { source, flags: named }
}

/** What a constant expression says; undefined where it is none. */
function textOf(node: ts.Expression, place: Place): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return literal(node.text).source
  if (ts.isIdentifier(node)) return constant(node.text, place)
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return textOf(node.expression, place)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right], place)
  if (ts.isCallExpression(node)) return listed(node, place)
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template))
    return node.template.rawText
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.map(({ expression, literal: { text } }) => {
    const value = textOf(expression, place)
    return value === undefined ? undefined : value + text
  })
  return spans.includes(undefined) ? undefined : node.head.text + spans.join('')
}

function joined(nodes: readonly ts.Expression[], place: Place): string | undefined {
  const texts = nodes.map((node) => textOf(node, place))
  return texts.includes(undefined) ? undefined : texts.join('')
}

/** `WORDS.join('|')`, of a list of constants. */
function listed({ expression, arguments: [between] }: ts.CallExpression, place: Place) {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join')
    return undefined
  const name = expression.expression
  const list = ts.isIdentifier(name) ? declared(name.text, place) : undefined
  const mark = between && textOf(between, place)
  if (!list || !ts.isArrayLiteralExpression(list) || mark === undefined) return undefined
  const texts = list.elements.map((element) => textOf(element, place))
  return texts.includes(undefined) ? undefined : texts.join(mark)
}

/** Declared at the top of the file, or brought in from another. */
function constant(name: string, place: Place): string | undefined {
  const here = declared(name, place)
  if (here) return textOf(here, place)
  for (const statement of place.source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue
    const from = statement.moduleSpecifier.text
    const named = statement.importClause?.namedBindings
    if (!named || !ts.isNamedImports(named) || !from.startsWith('.')) continue
    const brought = named.elements.find((element) => element.name.text === name)
    if (!brought) continue
    const file = join(dirname(place.file), from)
    const source = place.read(file)
    return constant((brought.propertyName ?? brought.name).text, { ...place, source, file })
  }
  return undefined
}

function declared(name: string, { source }: Place): ts.Expression | undefined {
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name: one, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(one) && one.text === name && initializer)
          return ts.isAsExpression(initializer) ? initializer.expression : initializer
  return undefined
}
