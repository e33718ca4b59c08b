/** One budget for all that is read of a visit, and what is told of the rest. */
import test from 'ava'
import { VISIT_CHARACTERS, withinBudget } from '../../core/document/pieces/visit-budget.ts'
import { usePages } from '../../core/input-use/input-use.ts'
import { visitUse } from '../../core/visit-use/visit-use.ts'
import { segments } from '../helpers/documents.ts'

const file = (id: string, ...pages: number[]) => ({
  id,
  name: `${id}.pdf`,
  pages: pages.map((length) => 'a'.repeat(length)),
})
const nothing = { segments: [], contextMarkdown: '', backgroundHistory: null, files: [] }

test('sources within the budget are unchanged', (t) => {
  const given = { ...nothing, contextMarkdown: 'tosse', files: [file('a', 5, 5)] }
  const { sources, left } = withinBudget(given, 15)
  t.deepEqual(sources, given)
  t.is(left.pagesRead.size + left.segments.size, 0)
})

test('a long file leaves room for short ones, and is read to the page that does not fit', (t) => {
  const given = { ...nothing, contextMarkdown: 'a'.repeat(10) }
  const files = [file('long', 30, 30, 1), file('short', 20), file('longer', 25, 25, 25)]
  const { sources, left } = withinBudget({ ...given, files }, 110)
  t.deepEqual(
    sources.files.map(({ id, pages }) => [id, pages.length]),
    [
      ['long', 1],
      ['short', 1],
      ['longer', 1],
    ],
  )
  t.deepEqual(
    [...left.pagesRead],
    [
      ['long', 1],
      ['longer', 1],
    ],
  )
})

test('speech takes precedence over files, from its beginning', (t) => {
  const said = segments(['aaaaa', 'bbbbb', 'ccccc'])
  const { sources, left } = withinBudget({ ...nothing, segments: said, files: [file('a', 9)] }, 12)
  t.deepEqual(
    sources.segments.map(({ text }) => text),
    ['aaaaa', 'bbbbb'],
  )
  t.deepEqual([...left.segments], ['segment-3'])
  t.deepEqual([...left.pagesRead], [['a', 0]])
})

test('the account of a visit says which pages and which speech are in no document', async (t) => {
  const pages = Array.from({ length: 5 }, () => 'a'.repeat(VISIT_CHARACTERS / 4))
  const record = {
    id: 'f',
    state: 'ready',
    pages: 5,
    use: usePages(5, [
      { code: 'rows_unsure', page: 1, count: 2 },
      { code: 'page_damaged', page: 5 },
    ]),
  }
  const said = segments(['a'.repeat(VISIT_CHARACTERS / 2), 'Depois.', 'a'.repeat(VISIT_CHARACTERS)])
  const account = visitUse({
    listFiles: async () => [record as never],
    textsOfFiles: async () => [{ id: 'f', name: 'laudo', pages }],
    textsOf: async () => ({ contextMarkdown: 'Tosse.', backgroundHistory: null }) as never,
    recorder: {
      list: async () => [{ recording_id: 'recording' }] as never,
      getRecording: async () => ({ startMs: 1000 }) as never,
      soundUse: async () => ({ unit: 'milliseconds', given: 3000, used: 3000, unused: [] }),
    },
    transcript: async () => ({ segments: said.slice(0, 2), finished: true }),
  })
  const { complete, inputs } = await account('visit')
  t.false(complete)
  t.deepEqual(inputs[0]!.use.unused, [])
  t.deepEqual(inputs[1]!.use, {
    unit: 'pages',
    given: 5,
    used: 0,
    unused: [
      { code: 'rows_unsure', page: 1, count: 2 },
      { code: 'pages_beyond_budget', page: 2, count: 4 },
    ],
  })

  const longer = visitUse({
    listFiles: async () => [],
    textsOfFiles: async () => [],
    textsOf: async () => null,
    recorder: {
      list: async () => [{ recording_id: 'recording' }] as never,
      getRecording: async () => ({ startMs: 500 }) as never,
      soundUse: async () => ({ unit: 'milliseconds', given: 3000, used: 3000, unused: [] }),
    },
    transcript: async () => ({ segments: said, finished: true }),
  })
  t.deepEqual((await longer('visit')).inputs[0]!.use, {
    unit: 'milliseconds',
    given: 3000,
    used: 2100,
    unused: [{ code: 'speech_beyond_budget', fromMs: 1500, toMs: 2400 }],
  })
})
