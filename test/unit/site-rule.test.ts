/** Rules for pages of EHRs: what an administrator is told, and what the extension takes. */
import test from 'ava'
import { siteRuleFaults } from '../../core/extension/site-rule.ts'
import { ruleFor } from '../../plugin/extension/site-rules.ts'

const GOOD = {
  name: 'Prontuário',
  pages: ['https://ehr.example/atendimento/'],
  read: { patient_name: '#name', patient_id: '#id', ehr_id: '#frame >>> #visit' },
  fields: { 'Queixa Principal': '#complaint', Orientações: ['#plan_ifr >>> body', '#plan'] },
  frames: { '#frame': 'https://editor.example' },
}
const HERE = 'https://ehr.example/atendimento/42'

test('a rule without a fault is taken, with everything or with its pages alone', (t) => {
  for (const rule of [GOOD, { name: GOOD.name, pages: GOOD.pages }]) {
    t.deepEqual(siteRuleFaults(rule), [])
    t.is(ruleFor([rule], HERE)?.name, GOOD.name)
  }
})

const faulty = test.macro({
  title: (_, at: string, what: string) => `${what} is told at ${at || 'the whole'}`,
  exec(t, at: string, _what: string, rule: unknown) {
    t.deepEqual(
      siteRuleFaults(rule).map((one) => one.at),
      [at],
    )
  },
})

test(faulty, '', 'a list', [GOOD])
test(faulty, 'name', 'a rule without a name', { ...GOOD, name: undefined })
test(faulty, 'pages', 'a text in place of a list', { ...GOOD, pages: GOOD.pages[0] })
test(faulty, 'pages', 'no page', { ...GOOD, pages: [] })
test(faulty, 'pages[1]', 'half an address', { ...GOOD, pages: [...GOOD.pages, 'ehr.example/'] })
test(faulty, 'field', 'a part that nobody knows', { ...GOOD, field: GOOD.fields })
test(faulty, 'read.name', 'what is not read', { ...GOOD, read: { name: '#name' } })
test(faulty, 'read.ehr_id', 'no selector', { ...GOOD, read: { ehr_id: 7 } })
test(faulty, 'fields.Queixa', 'an empty list', { ...GOOD, fields: { Queixa: [] } })
test(faulty, 'fields.Queixa', 'an empty selector', { ...GOOD, fields: { Queixa: '' } })
test(faulty, 'frames.#a', 'an address with a path', {
  ...GOOD,
  frames: { '#a': 'https://a.example/b' },
})
test(faulty, 'frames.#a', 'an address with a star', { ...GOOD, frames: { '#a': 'https://*' } })

test('what the extension leaves out is never told as right', (t) => {
  const others = [null, 'text', 7, [], {}, { a: 1 }, [''], [7], { '': 'https://a.example' }]
  for (const part of Object.keys(GOOD))
    for (const other of others) {
      const rule = { ...GOOD, [part]: other }
      if (siteRuleFaults(rule).length === 0)
        t.truthy(ruleFor([rule], HERE), `${part}: ${JSON.stringify(other)}`)
    }
})
