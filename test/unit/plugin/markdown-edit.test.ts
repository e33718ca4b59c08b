import test from 'ava'
import fc from 'fast-check'
import { applyMark, type Mark, type Selected } from '../../../plugin/text/markdown-edit.ts'

/** `[` and `]` stand for the selection. */
function marked(text: string): Selected {
  const start = text.indexOf('[')
  return { text: text.replace(/[[\]]/g, ''), start, end: text.indexOf(']') - 1 }
}

function after(mark: Mark, before: Selected): Selected {
  const { from, to, insert, start, end } = applyMark(mark, before)
  return { text: before.text.slice(0, from) + insert + before.text.slice(to), start, end }
}

function shown({ text, start, end }: Selected): string {
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}

const becomes = test.macro({
  title: (_, mark, before) => `${mark} of ${JSON.stringify(before)}`,
  exec(t, mark: Mark, before: string, expected: string) {
    t.is(shown(after(mark, marked(before))), expected)
  },
})

test(becomes, 'bold', 'alergia a [dipirona]', 'alergia a **[dipirona]**')
test(becomes, 'bold', 'alergia a **[dipirona]**', 'alergia a [dipirona]')
test(becomes, 'bold', 'a[ b ]c', 'a **[b]** c')
test(becomes, 'bold', 'a []b', 'a **[]**b')
test(becomes, 'list', 'um\n[dois\ntrês]', 'um\n[- dois\n- três]')
test(becomes, 'list', '[- um\n- dois]', '[um\ndois]')
test(becomes, 'heading', 'uma li[n]ha', '## uma linha[]')
test(becomes, 'heading', '## uma li[n]ha', 'uma linha[]')

test('an edit adds and removes nothing but Markdown marks', (t) => {
  const text = fc.array(fc.constantFrom('a', ' ', '\n', 'dor', '- ')).map((all) => all.join(''))
  const mark = fc.constantFrom<Mark>('bold', 'list', 'heading')
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), mark, (words, a, b, which) => {
      const ends = [a % (words.length + 1), b % (words.length + 1)].sort((x, y) => x - y)
      const next = after(which, { text: words, start: ends[0]!, end: ends[1]! })
      const bare = (one: string) => one.replaceAll(/[-*#\s]/g, '')
      t.is(bare(next.text), bare(words))
      t.true(next.start >= 0 && next.start <= next.end && next.end <= next.text.length)
    }),
  )
})
