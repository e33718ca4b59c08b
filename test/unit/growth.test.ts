// Own process, not in test:quick: measures processor time.
/**
 * Work grows with the text, whatever the text is: every extractor, rule and check over long
 * stretches of one thing. Three times the text takes about three times the processor's time; if the
 * work grew with the square it would be nine times.
 */
import test from 'ava'
import type { EvidencePart } from '../../core/contract/api.ts'
import { keptParts } from '../../core/contract/kept-parts.ts'
import { evidenceIndex } from '../../core/document/evidence/evidence.ts'
import { measure } from '../../core/document/measures/measure.ts'
import { cleanSources } from '../../core/document/pieces/clean-sources.ts'
import { readStatements } from '../../core/document/pieces/statements.ts'
import { hostText } from '../../core/host-text/host-text.ts'
import { unreadParts, withoutFiles } from '../../core/host-text/unread-parts.ts'
import { normalizeText } from '../../core/transcription/normalize/normalize-text.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

const SHORT = 2_000
/** So many times the text takes so many times the work, or its square. */
const TIMES = 3
const PIECES = ['1', '12 ', '1,', ', ', ' ', 'a', '.', '120 por 80 ', 'não ', '\n', '500 mg ', '1/']
/** Of less than this nothing can be told, and nothing has to be. */
const NOTICEABLE_MS = 200
const MOST_GROWTH = 6

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function work(piece: string, length: number): Promise<number> {
  const text = piece.repeat(Math.ceil(length / piece.length))
  const begun = cpuMs()
  const said = { segments: segments([text]), contextMarkdown: text }
  const input = cleanSources(documentInput({ ...said, backgroundHistory: `Nega febre.\n${text}` }))
  measure(readStatements(input), false)
  evidenceIndex(input).claims(input.contextMarkdown)
  normalizeText(text)
  await shippedRules().generate(input, { signal: new AbortController().signal, onField() {} })
  return cpuMs() - begun
}

for (const piece of PIECES)
  test.serial(
    `three times as much of ${JSON.stringify(piece)} is not nine times the work`,
    async (t) => {
      const [some, more] = [await work(piece, SHORT), await work(piece, TIMES * SHORT)]
      t.log(Math.round(some), Math.round(more))
      t.true(more < NOTICEABLE_MS || more < some * MOST_GROWTH, `${some} and ${more} ms`)
    },
  )

/** How hosts' texts begin, and what may be repeated behind it. */
const HOST_TEXTS = ['', '<?xml version="1.0"?><a>', '<html><body>', '{\\rtf1 ', '<img src=']
const HOST_PIECES = [
  '<',
  '</',
  ' ',
  '"',
  '<a b="',
  '<![CDATA[<a/>',
  '<text><section>',
  '\\u1 ',
  '{',
]

for (const beginning of HOST_TEXTS)
  test.serial(`nor is a host’s text that begins with ${JSON.stringify(beginning)}`, (t) => {
    for (const piece of HOST_PIECES) {
      const read = (length: number) => {
        const begun = cpuMs()
        const words = hostText(beginning + piece.repeat(length / piece.length))
        unreadParts(words)
        withoutFiles(words)
        return cpuMs() - begun
      }
      const [some, more] = [read(12_000), read(36_000)]
      const grew = `${JSON.stringify(piece)}: ${Math.round(some)} and ${Math.round(more)} ms`
      t.true(more < NOTICEABLE_MS || more < some * MOST_GROWTH, grew)
    }
  })

for (const piece of ['a', '(', 'a '])
  test.serial(
    `nor is looking for sentences in a text that repeats ${JSON.stringify(piece)}`,
    (t) => {
      const parts = Array.from({ length: 50 }, (_, index): EvidencePart => {
        return { start: index * 50, end: index * 50 + 40, verdict: 'supported', spans: [] }
      })
      const looked = (length: number) => {
        const text = piece.repeat(length / piece.length)
        const begun = cpuMs()
        keptParts(text, `${text}x`, parts)
        return cpuMs() - begun
      }
      const [some, more] = [looked(6_000), looked(18_000)]
      t.log(Math.round(some), Math.round(more))
      t.true(more < NOTICEABLE_MS || more < some * MOST_GROWTH, `${some} and ${more} ms`)
    },
  )
