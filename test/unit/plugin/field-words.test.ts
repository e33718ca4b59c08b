import test from 'ava'
import { documentFields, fieldNamed } from '../../../plugin/extension/field-words.ts'

const document = {
  content: {
    Queixa: 'Dor <forte>',
    'Sinais Vitais': { Peso: '70 kg', Altura: null },
    Conduta: ['Repouso', 'Retorno'],
    Exame: null,
    Sigilo: 'não sai',
  },
  layout: { order: ['Conduta', 'Queixa', 'Sinais Vitais', 'Exame'], hidden: ['Sigilo'] },
  markdown: '## Conduta:\n\n- Repouso\n',
}

test('a document’s fields come in the doctor’s order, without what is hidden or empty', (t) => {
  const fields = documentFields(document)
  t.deepEqual(
    fields.map(({ key }) => key),
    ['*', 'Conduta', 'Queixa', 'Sinais Vitais', 'Sinais Vitais > Peso'],
  )
  t.is(fieldNamed(fields, 'queixa')?.words.html, '<p>Dor &lt;forte&gt;</p>')
  t.is(fieldNamed(fields, 'SINAIS VITAIS > peso')?.words.plain, '70 kg')
  t.is(fieldNamed(fields, 'Conduta')?.words.html, '<ul><li>Repouso</li><li>Retorno</li></ul>')
  t.is(fieldNamed(fields, 'Sigilo'), undefined)
})
