/** Steps of the editor that take whole texts or lines at once: each is one undo away. */
import test from 'ava'
import fc from 'fast-check'
import { history, redo, undo } from 'prosemirror-history'
import { EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { DocumentContent, TemplateField } from '../../../core/contract/api.ts'
import { replaceText } from '../../../plugin/editor/commands.ts'
import { contentOf, docOf } from '../../../plugin/editor/content-doc.ts'
import {
  beginRewrite,
  endRewrite,
  isRewriteStale,
  rewriteTarget,
  rewriting,
} from '../../../plugin/editor/rewriting.ts'
import { findSection, structureGuard } from '../../../plugin/editor/structure.ts'

const FIELDS: TemplateField[] = [
  { name: 'Queixa', type: 'string' },
  { name: 'Orientações', type: 'string[]' },
  { name: 'Sinais', type: 'dict', keys: ['PA', 'FC'] },
]
const CONTENT: DocumentContent = {
  Queixa: 'Dor de cabeça há 3 dias\n- piora à noite\n\n| a | b |\n| --- | --- |\n| um dois | 3 |',
  Orientações: ['Beber água\nmuita', 'Voltar em 7 dias'],
  Sinais: { PA: '120/80', FC: null },
}

/** What of a view the steps use. */
function editor(content: DocumentContent) {
  const view = {
    state: EditorState.create({
      doc: docOf({ content, layout: null }, FIELDS),
      plugins: [history(), structureGuard(), rewriting()],
    }),
    dispatch(tr: Transaction) {
      view.state = view.state.apply(tr)
    },
    focus() {},
  }
  return {
    view: view as unknown as EditorView & typeof view,
    content: () => contentOf(view.state.doc, content, FIELDS).content,
  }
}

const text = fc
  .array(fc.constantFrom('dor', '- item', '#### x', '', '| a | b |\n| --- | --- |'))
  .map((l) => l.join('\n'))
const anyContent = fc.record({
  Queixa: fc.option(text),
  Orientações: fc.option(fc.array(fc.constantFrom('um', 'dois', 'três\nquatro'), { minLength: 1 })),
  Sinais: fc.option(
    fc.record({ PA: fc.option(fc.constant('12/8')), FC: fc.option(fc.constant('72')) }),
  ),
})
const anyLayout = fc.option(
  fc
    .shuffledSubarray(['Queixa', 'Orientações', 'Sinais'], { minLength: 3 })
    .map((order) => ({ order, hidden: order.slice(2) })),
)

test('whatever text takes the place of another, undo brings exactly that one back, and redo the new one', (t) => {
  const property = fc.property(anyContent, anyContent, anyLayout, (before, after, layout) => {
    const { view } = editor(before as DocumentContent)
    const first = view.state.doc
    const next = docOf({ content: after as DocumentContent, layout }, FIELDS)
    view.dispatch(replaceText(view.state, next)!)
    if (!view.state.doc.eq(next)) return false
    if (first.eq(next)) return true
    undo(view.state, view.dispatch)
    const isBack = view.state.doc.eq(first)
    redo(view.state, view.dispatch)
    return isBack && view.state.doc.eq(next)
  })
  t.notThrows(() => fc.assert(property, { numRuns: 300 }))
})

test('texts of two models cannot take each other’s place', (t) => {
  const { view } = editor(CONTENT)
  t.is(replaceText(view.state, docOf({ content: {}, layout: null }, FIELDS.slice(1))), undefined)
})

test('the lines of a section, cells and breaks included, are taken over in one step, and undone in one', (t) => {
  const { view, content } = editor(CONTENT)
  const queixa = rewriteTarget(view.state, () => true, 'Queixa')!
  t.deepEqual(
    queixa.lines.map(({ text: words }) => words),
    ['Dor de cabeça há 3 dias', 'piora à noite', 'a', 'b', 'um dois', '3'],
  )
  beginRewrite(view, queixa)
  endRewrite(view, ['Cefaleia há 3 dias', 'pior à noite', 'a', 'b', 'um', '3'])
  t.is(
    content().Queixa,
    'Cefaleia há 3 dias\n- pior à noite\n\n| a | b |\n| --- | --- |\n| um | 3 |',
  )
  undo(view.state, view.dispatch)
  t.deepEqual(content(), CONTENT)

  beginRewrite(view, rewriteTarget(view.state, () => true, 'Orientações')!)
  endRewrite(view, ['Água\nà vontade', 'Retorno em 7 dias'])
  t.deepEqual(content().Orientações, ['Água\nà vontade', 'Retorno em 7 dias'])
})

test('lines move with what is written before them; once one of them changed nothing is taken over', (t) => {
  const { view, content } = editor(CONTENT)
  beginRewrite(view, rewriteTarget(view.state, () => true, 'Orientações')!)
  view.dispatch(view.state.tr.insertText('Muita ', 3))
  t.false(isRewriteStale(view.state))
  const { pos } = findSection(view.state.doc, 'Orientações')!
  view.dispatch(view.state.tr.insertText('x', pos + 3))
  t.true(isRewriteStale(view.state))
  const before = content()
  endRewrite(view, ['Água', 'Retorno'])
  t.deepEqual(content(), before)
  t.false(isRewriteStale(view.state))
})

test('hidden and empty parts and those without words are skipped', (t) => {
  const { view } = editor({ ...CONTENT, Orientações: ['12', ''] })
  t.is(
    rewriteTarget(view.state, () => true, 'Orientações'),
    undefined,
  )
  t.is(
    rewriteTarget(view.state, () => false, 'Queixa'),
    undefined,
  )
  t.is(
    rewriteTarget(view.state, () => true, 'Sinais'),
    undefined,
  )
  const long = editor({ ...CONTENT, Orientações: Array(61).fill('palavra') })
  t.is(
    rewriteTarget(long.view.state, () => true, 'Orientações'),
    undefined,
  )
})
