/** XML that hosts send as a text: every word of it is kept, what only programs read is not. */
import test from 'ava'
import fc from 'fast-check'
import { hostText } from '../../core/host-text/host-text.ts'
import { textUse } from '../../core/visit-use/text-use.ts'

const SECTION = (title: string, text: string, entries = '') =>
  `<component><section><templateId root="2.16.840.1.113883.10.20"/><title>${title}</title>${text}${entries}</section></component>`
const CDA = (sections: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><component><structuredBody>${sections}</structuredBody></component></ClinicalDocument>`

test('a clinical document becomes the titles and words of its sections', (t) => {
  const table =
    '<text><table><thead><tr><th>Substância</th><th>Reação</th></tr></thead><tbody><tr><td><content ID="a1">Dipirona</content></td><td>Urtic&#225;ria</td></tr></tbody></table><list><item>Grave</item></list></text>'
  t.is(
    hostText(CDA(SECTION('Alergias', table) + SECTION('Exames', '<text>Hb 13,2 g/dL</text>'))),
    '## Alergias\nSubstância\tReação\nDipirona\tUrticária\nGrave\n\n## Exames\nHb 13,2 g/dL',
  )
})

test('what is coded follows where the words do not say it, a denial as one', (t) => {
  const coded = (name: string, rest = '') =>
    `<entry><observation classCode="OBS" moodCode="EVN"${rest}><value code="123" codeSystem="2.16.840.1.113883.6.96" displayName="${name}"/></observation></entry>`
  const entries = coded('Dipirona') + coded('Iodo') + coded('Látex', ' negationInd="true"')
  t.is(
    hostText(CDA(SECTION('Alergias', '<text>Alergia a dipirona.</text>', entries))),
    '## Alergias\nAlergia a dipirona.\nobservation: Iodo\nobservation: (negado) Látex',
  )
  const value =
    '<entry><observation><code displayName="Hemoglobina"/><value unit="g/dL" value="13.2"/></observation></entry>'
  t.is(hostText(CDA(SECTION('Exames', '', value))), '## Exames\nobservation: Hemoglobina g/dL 13.2')
  const bare = '<entry><observation><value code="J45"/></observation></entry>'
  t.regex(hostText(CDA(SECTION('Problemas', '', bare))), /J45/)
})

test('what is crossed out, a picture or a file in a clinical document is reported', (t) => {
  const text =
    '<text>Usa <content revised="delete">AAS</content> nada <renderMultiMedia referencedObject="x"/></text>'
  const words = hostText(CDA(SECTION('Uso', text)))
  t.is(words, '## Uso\nUsa (texto riscado) nada (imagem não lida)')
  t.deepEqual(
    textUse(words).unused.map(({ code }) => code),
    ['text_has_file', 'text_has_struck_words'],
  )
  const file = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 73) % 256)).toString(
    'base64',
  )
  const body = `<ClinicalDocument xmlns="urn:hl7-org:v3"><component><nonXMLBody><text mediaType="application/pdf" representation="B64">${file}</text></nonXMLBody></component></ClinicalDocument>`
  t.like(textUse(hostText(body)), { unused: [{ code: 'text_has_file', count: 1 }] })
})

test('resources of FHIR become their narrative and what it does not say', (t) => {
  const bundle = `<Bundle xmlns="http://hl7.org/fhir"><entry><fullUrl value="urn:uuid:1"/><resource><AllergyIntolerance><id value="a1"/><text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>Alergia: <b>dipirona</b></p></div></text><code><coding><system value="http://snomed.info/sct"/></coding><text value="dipirona"/></code><reaction><manifestation><text value="urticária"/></manifestation></reaction></AllergyIntolerance></resource></entry><entry><resource><Observation><code><text value="Glicose"/></code><valueQuantity><value value="98"/><unit value="mg/dL"/></valueQuantity></Observation></resource></entry></Bundle>`
  t.is(
    hostText(bundle),
    'Alergia: dipirona\nmanifestation: urticária\nobservation: Glicose\nvalue quantity: 98 mg/dL',
  )
})

test('any other XML keeps its words with the names of its elements', (t) => {
  t.is(
    hostText(
      '<prontuario><paciente nome="João" nascimento="1970-01-01"/><alergias>penicilina &amp; AAS</alergias><historiaDoencaAtual><![CDATA[<p>Dor há <b>3 dias</b></p>]]></historiaDoencaAtual><exames><exame><nome>Hemoglobina</nome><valor>13,5</valor><unidade>g/dL</unidade></exame></exames><obs>PA < 120</obs></prontuario>',
    ),
    'paciente: João; nascimento: 1970-01-01\nalergias: penicilina & AAS\nhistoria doenca atual: Dor há 3 dias\nexame: Hemoglobina 13,5 g/dL\nobs: PA < 120',
  )
})

test('pages of the web and what people write are no XML', (t) => {
  t.is(
    hostText(
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Dor</p></body></html>',
    ),
    'Dor',
  )
  for (const text of ['<Paciente> refere dor', '<5 anos e febre', '<https://exemplo> visto'])
    t.is(hostText(text), text)
})

const name = fc.constantFrom('alergia', 'exame', 'obs', 'Item', 'ns:valor', 'historia_atual')
const word = fc.stringMatching(/^[a-zç]{3,9}$/).map((text) => `${text}q`)
const { xml } = fc.letrec<{ xml: string }>((tie) => ({
  xml: fc.oneof(
    { maxDepth: 4 },
    word,
    fc
      .tuple(name, word, fc.array(tie('xml'), { maxLength: 4 }))
      .map(([tag, value, inside]) => `<${tag} a="${value}">${inside.join(' ')}</${tag}>`),
  ),
}))

test('whatever XML is sent, whole or cut, every word of it is there afterwards', (t) => {
  const cut = fc.double({ min: 0.3, max: 1, noNaN: true })
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(xml, { minLength: 1 }), cut, fc.boolean(), (parts, share, isNamed) => {
        const whole = `${isNamed ? '<?xml version="1.0"?>' : ''}<registro><a/>${parts.join('')}</registro>`
        const text = whole.slice(0, Math.max(40, Math.floor(share * whole.length)))
        // A tag that was cut in two has no words yet.
        const left = text.replace(/<[^>]*$/, '')
        const words = hostText(text)
        for (const one of left.match(/[a-zç]{3,9}q(?=["<\s])/g) ?? [])
          if (!words.includes(one)) throw new Error(`${one} of ${text}: ${words}`)
      }),
      { numRuns: 1000 },
    ),
  )
})

test('long and deep XML is read in a time that grows with it', (t) => {
  const deep = `<?xml version="1.0"?>${'<a>'.repeat(20_000)}dipirona${'</a>'.repeat(20_000)}`
  t.regex(hostText(deep), /dipirona/)
  const open = `<?xml version="1.0"?>${'<a b="1" '.repeat(20_000)}`
  t.true(hostText(open).length < open.length)
})

test('texts that hold one another without end are read as far as exports go, and no further', (t) => {
  const within = (times: number) =>
    hostText(`<?xml version="1.0"?><a>${'<![CDATA[<a/>x'.repeat(times)}`)
  t.is(within(1), 'a: x')
  t.notThrows(() => within(3_500))
})
