import test from 'ava'
import { medicationFinder } from '../../../core/document/extractors/medication-mentions.ts'
import { tokenize } from '../../../core/document/extractors/tokens.ts'
import { medicationNames } from '../../../core/document/lexicon/medications.ts'
import { phrases } from '../../helpers/rules.ts'

const find = medicationFinder()

/** "quoted words [ingredient dose flags]", one per mention; flags: f frequency, d duration, n as needed. */
const TABLE = `
Tomo losartana 50 miligramas uma vez ao dia. => losartana 50 miligramas uma vez ao dia [losartana 50 mg f]
Tomo losartana. => losartana [losartana]
Uso losartana e metformina. => losartana [losartana] + metformina [metformina]
Vou receitar dipirona 500 miligramas de 6 em 6 horas se tiver dor. => dipirona 500 miligramas de 6 em 6 horas se tiver dor [dipirona 500 mg fn]
Vou passar amoxicilina 500 mg de 8 em 8 horas por 7 dias. => amoxicilina 500 mg de 8 em 8 horas por 7 dias [amoxicilina 500 mg fd]
Prednisona 20 miligramas pela manhã por 5 dias. => Prednisona 20 miligramas pela manhã por 5 dias [prednisona 20 mg fd]
Omeprazol 20 miligramas em jejum. => Omeprazol 20 miligramas em jejum [omeprazol 20 mg f]
Clonazepam antes de dormir. => Clonazepam antes de dormir [clonazepam f]
Dipirona 30 gotas. => Dipirona 30 gotas [dipirona 30 gota]
Novalgina 1 grama. => Novalgina 1 grama [dipirona 1 g]
Tomo Rivotril 2 miligramas à noite. => Rivotril 2 miligramas à noite [clonazepam 2 mg f]
Puran T4 75 microgramas em jejum. => Puran T4 75 microgramas em jejum [levotiroxina 75 mcg f]
Tomo AAS 100 mg no almoço. => AAS 100 mg no almoço [acido acetilsalicilico 100 mg f]
Tomo aspirina todo dia. => aspirina todo dia [acido acetilsalicilico]
Glifage XR 500 mg. => Glifage XR 500 mg [metformina 500 mg]
Metformina 850 miligramas duas vezes ao dia. => Metformina 850 miligramas duas vezes ao dia [metformina 850 mg f]
Insulina NPH 20 unidades pela manhã. => Insulina [insulina] + NPH 20 unidades pela manhã [insulina 20 ui f]
Sertralina 50 miligramas uso contínuo. => Sertralina 50 miligramas uso contínuo [sertralina 50 mg d]
Aerolin 2 jatos se tiver crise. => Aerolin 2 jatos se tiver crise [salbutamol 2 jato n]
Enalapril vinte miligramas de doze em doze horas. => Enalapril vinte miligramas de doze em doze horas [enalapril 20 mg f]
Hidroclorotiazida vinte e cinco miligramas. => Hidroclorotiazida vinte e cinco miligramas [hidroclorotiazida 25 mg]
Azitromicina 500 mg por 3 dias. => Azitromicina 500 mg por 3 dias [azitromicina 500 mg d]
Paracetamol 750 miligramas de 8 em 8 horas por 5 dias. => Paracetamol 750 miligramas de 8 em 8 horas por 5 dias [paracetamol 750 mg fd]
Ibuprofeno se tiver dor. => Ibuprofeno se tiver dor [ibuprofeno n]
Ácido fólico 5 mg. => Ácido fólico 5 mg [acido folico 5 mg]
Vitamina D 7000 unidades uma vez por semana. => Vitamina D 7000 unidades uma vez por semana [colecalciferol 7000 ui f]
Sulfato ferroso 40 mg antes do almoço. => Sulfato ferroso 40 mg antes do almoço [sulfato ferroso 40 mg f]
Escitalopram 10 mg ao dia. => Escitalopram 10 mg ao dia [escitalopram 10 mg f]
Toma Ozempic 1 vez por semana. => Ozempic 1 vez por semana [semaglutida f]
Xarelto 20 mg. => Xarelto 20 mg [rivaroxabana 20 mg]
Tomo Dorflex quando dói. => Dorflex [orfenadrina]
Neosaldina resolveu. => Neosaldina [isometepteno]
Buscopan e Luftal. => Buscopan [escopolamina] + Luftal [simeticona]
Benzetacil 1 ampola intramuscular. => Benzetacil 1 ampola intramuscular [benzilpenicilina 1 ampola]
Amoxicilina com clavulanato 875 mg de 12 em 12 horas. => Amoxicilina com clavulanato 875 mg de 12 em 12 horas [amoxicilina 875 mg f]
Dexametasona 4 mg, uma vez ao dia. => Dexametasona 4 mg, uma vez ao dia [dexametasona 4 mg f]
Losartana potássica 50 mg. => Losartana potássica 50 mg [losartana 50 mg]
Sinvastatina 20 mg à noite e AAS 100 mg. => Sinvastatina 20 mg à noite [sinvastatina 20 mg f] + AAS 100 mg [acido acetilsalicilico 100 mg]
Parei a fluoxetina. => fluoxetina [fluoxetina]
Tenho alergia a dipirona. => dipirona [dipirona]
Amitriptilina 25 mg ao deitar. => Amitriptilina 25 mg ao deitar [amitriptilina 25 mg]
Levotiroxina 100 mcg. => Levotiroxina 100 mcg [levotiroxina 100 mcg]
Furosemida meio comprimido. => Furosemida meio comprimido [furosemida]
Carvedilol 6,25 mg de 12 em 12 horas. => Carvedilol 6,25 mg de 12 em 12 horas [carvedilol 6.25 mg f]
Tadalafila 5 mg. => Tadalafila 5 mg [tadalafila 5 mg]
Vou manter o anlodipino 5 mg para a pressão. => anlodipino 5 mg [anlodipino 5 mg]
Corticoide: prednisolona 3 mg/mL 10 ml por dia. => prednisolona 3 mg/mL 10 ml por dia [prednisolona 3 mg f]
Loratadinas => Loratadinas [loratadina]
Etambutol e pirazinamida 400 mg. => Etambutol [etambutol] + pirazinamida 400 mg [pirazinamida 400 mg]
Sulfametoxazol com trimetoprima. => Sulfametoxazol [sulfametoxazol] + trimetoprima [trimetoprima]
Tomo remédio para pressão. => none
Uso um creme na pele. => none
A pressão está 12 por 8. => none
Tomo café. => none
Tomo água com sal. => none
Estou com dor de cabeça há 3 dias. => none
Fiz exame de urina. => none
O hemograma foi normal. => none
Comi camarão. => none
Fumo 10 cigarros. => none
O rótulo diz 500 miligramas. => none
Tenho 50 anos. => none
Vou pedir creatinina e ureia. => none
Encaminho ao cardiologista. => none
Bom dia, doutor. => none
`
for (const [phrase, expected] of phrases(TABLE))
  test(phrase, (t) => {
    const tokens = tokenize(phrase)
    const mentions = find(tokens).map((mention) => {
      const words = phrase.slice(tokens[mention.from]!.start, tokens[mention.to - 1]!.end)
      const flags = [mention.frequency && 'f', mention.duration && 'd', mention.asNeeded && 'n']
        .filter(Boolean)
        .join('')
      const dose = mention.dose ? `${mention.dose.value} ${mention.dose.unit}` : ''
      return `${words} [${[mention.ingredient, dose, flags].filter(Boolean).join(' ')}]`
    })
    t.is(mentions.join(' + ') || 'none', expected)
  })

test('the lexicon holds at least 300 ingredients and no everyday word', (t) => {
  const names = medicationNames()
  t.true(new Set(names.values()).size >= 300)
  for (const word of ['label', 'agua', 'sal', 'cha', 'leite', 'soro', 'frontal', 'amor', 'dor'])
    t.false(names.has(word), word)
})
