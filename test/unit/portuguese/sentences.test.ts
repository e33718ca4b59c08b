/**
 * Where a sentence ends and whether it asks: abbreviations, initials, decimal points, and tags that
 * only ask for a nod.
 */
import test from 'ava'
import { readStatements } from '../../../core/document/pieces/statements.ts'
import { buildSegments, phrases } from '../../helpers/rules.ts'

/** Sentences parted by " / ", each with "?" behind it where it asks. */
function sentencesOf(...said: string[]): string {
  const sources = { contextMarkdown: '', backgroundHistory: null, files: [] }
  // A breath apart.
  const segments = buildSegments(said).map((one, index) => ({
    ...one,
    startMs: index * 5500,
    endMs: index * 5500 + 5000,
  }))
  return readStatements({ ...sources, segments })
    .map(({ text, question }) => `${text}${question ? ' (?)' : ''}`)
    .join(' / ')
}

const TABLE = `
Peço a pesquisa de H. pylori também. => Peço a pesquisa de H. pylori também.
Urocultura com E. coli. Trato. => Urocultura com E. coli. / Trato.
A D. Maria refere dor. => A D. Maria refere dor.
D. Maria refere dor. => D. Maria refere dor.
Falei com o Dr. Carlos e a Dra. Ana. Ele vem. => Falei com o Dr. Carlos e a Dra. Ana. / Ele vem.
Repor vitamina D. Voltar em um mês. => Repor vitamina D. / Voltar em um mês.
Tem hepatite B. Trata. => Tem hepatite B. / Trata.
Sorologia para hepatite B. não reagente. => Sorologia para hepatite B. / não reagente.
Glicada de 7.2 hoje. Peso 70.5 quilos. => Glicada de 7.2 hoje. / Peso 70.5 quilos.
Sou alérgico a penicilina, sabe? => Sou alérgico a penicilina, sabe?
Tenho diabetes há dez anos, né? => Tenho diabetes há dez anos, né?
Tomo losartana de 50 de manhã, tá? => Tomo losartana de 50 de manhã, tá?
Minha mãe é diabética, né, doutora? => Minha mãe é diabética, né, doutora?
Operei da vesícula em 2010, certo? => Operei da vesícula em 2010, certo?
Parei de fumar, entendeu? => Parei de fumar, entendeu?
Volta em 30 dias com os exames, combinado? => Volta em 30 dias com os exames, combinado?
A senhora vai tomar losartana 50 uma vez ao dia, tá bom? => A senhora vai tomar losartana 50 uma vez ao dia, tá bom?
# These ask.
A senhora tem pressão alta, né? => A senhora tem pressão alta, né? (?)
Ele toma remédio, tá certo? => Ele toma remédio, tá certo? (?)
Posso parar o remédio, né? => Posso parar o remédio, né? (?)
Isso é grave, né? => Isso é grave, né? (?)
Tem febre, né? => Tem febre, né? (?)
Tá? => Tá? (?)
Tenho diabetes? => Tenho diabetes? (?)
`
for (const [said, expected] of phrases(TABLE)) test(said, (t) => t.is(sentencesOf(said), expected))

test('a sentence whose verb or number comes behind a pause is one', (t) => {
  const one = ['Bulhas rítmicas, seu diagnóstico.', 'É hipertensão arterial.']
  t.is(sentencesOf(...one), 'Bulhas rítmicas, / seu diagnóstico É hipertensão arterial.')
  t.is(sentencesOf('Vamos ver o peso?', '91 quilos.'), 'Vamos ver o peso? (?) / 91 quilos.')
  t.is(sentencesOf('Agora, peso?', '91 quilos.'), 'Agora, peso 91 quilos.')
  t.is(sentencesOf('Melhorou do peso.', 'É uma dor forte.'), 'Melhorou do peso. / É uma dor forte.')
})
