import test from 'ava'
import { withoutFillers } from '../../../core/document/quoting/fillers.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'

const TABLE = [
  ['Bom dia, doutora, eu tenho dor de cabeça.', 'eu tenho dor de cabeça.'],
  ['Boa tarde doutor, estou com tosse.', 'estou com tosse.'],
  ['Boa noite de sono eu não tenho.', 'Boa noite de sono eu não tenho.'],
  ['Bom, começou ontem.', 'começou ontem.'],
  ['Bah, doutora, é uma queimação, né?', 'é uma queimação'],
] as const

for (const [said, kept] of TABLE)
  test(said, (t) => {
    const tokens = withoutFillers(tokenize(said))
    t.is(said.slice(tokens[0]!.start, tokens.at(-1)!.end).replace(/[?]$/, ''), kept)
  })
