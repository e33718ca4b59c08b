import test from 'ava'
import type { Amount } from '../../../core/document/medicines/medication-amounts.ts'
import type { Directions } from '../../../core/document/medicines/medication-directions.ts'
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import {
  LOOK_ALIKES,
  medicationLexicon,
  medicationNames,
} from '../../../core/portuguese/medications.ts'
import { tokenize } from '../../../core/portuguese/tokens.ts'
import { phrases } from '../../helpers/rules.ts'

const find = medicationFinder()

/**
 * "quoted words [ingredient; dose; x quantity; route; frequency; duration; since; if condition]",
 * one per mention.
 */
const TABLE = `
Tomo losartana 50 miligramas uma vez ao dia. => losartana 50 miligramas uma vez ao dia [losartana; 50 mg; 1/1day]
Tomo losartana. => losartana [losartana]
Uso losartana e metformina. => losartana [losartana] + metformina [metformina]
Vou receitar dipirona 500 miligramas de 6 em 6 horas se tiver dor. => dipirona 500 miligramas de 6 em 6 horas se tiver dor [dipirona; 500 mg; 1/6hour; if tiver dor]
Vou passar amoxicilina 500 mg de 8 em 8 horas por 7 dias. => amoxicilina 500 mg de 8 em 8 horas por 7 dias [amoxicilina; 500 mg; 1/8hour; for P7D]
Prednisona 20 miligramas pela manhã por 5 dias. => Prednisona 20 miligramas pela manhã por 5 dias [prednisona; 20 mg; @manha; for P5D]
Omeprazol 20 miligramas em jejum. => Omeprazol 20 miligramas em jejum [omeprazol; 20 mg; @jejum]
Clonazepam antes de dormir. => Clonazepam antes de dormir [clonazepam; @dormir]
Dipirona 30 gotas. => Dipirona 30 gotas [dipirona; x 30 gota]
Novalgina 1 grama. => Novalgina 1 grama [dipirona; 1 g]
Tomo Rivotril 2 miligramas à noite. => Rivotril 2 miligramas à noite [clonazepam; 2 mg; @noite]
Puran T4 75 microgramas em jejum. => Puran T4 75 microgramas em jejum [levotiroxina; 75 mcg; @jejum]
Tomo AAS 100 mg no almoço. => AAS 100 mg no almoço [acido acetilsalicilico; 100 mg; @almoco]
Tomo aspirina todo dia. => aspirina todo dia [acido acetilsalicilico; 1/1day]
Glifage XR 500 mg. => Glifage XR 500 mg [metformina; 500 mg]
Metformina 850 miligramas duas vezes ao dia. => Metformina 850 miligramas duas vezes ao dia [metformina; 850 mg; 2/1day]
Insulina NPH 20 unidades pela manhã. => Insulina NPH 20 unidades pela manhã [insulina; 20 ui; @manha]
Sertralina 50 miligramas uso contínuo. => Sertralina 50 miligramas uso contínuo [sertralina; 50 mg; @continuo; continuous]
Aerolin 2 jatos se tiver crise. => Aerolin 2 jatos se tiver crise [salbutamol; x 2 jato; if tiver crise]
Enalapril vinte miligramas de doze em doze horas. => Enalapril vinte miligramas de doze em doze horas [enalapril; 20 mg; 1/12hour]
Hidroclorotiazida vinte e cinco miligramas. => Hidroclorotiazida vinte e cinco miligramas [hidroclorotiazida; 25 mg]
Azitromicina 500 mg por 3 dias. => Azitromicina 500 mg por 3 dias [azitromicina; 500 mg; for P3D]
Paracetamol 750 miligramas de 8 em 8 horas por 5 dias. => Paracetamol 750 miligramas de 8 em 8 horas por 5 dias [paracetamol; 750 mg; 1/8hour; for P5D]
Ibuprofeno se tiver dor. => Ibuprofeno se tiver dor [ibuprofeno; if tiver dor]
Ácido fólico 5 mg. => Ácido fólico 5 mg [acido folico; 5 mg]
Vitamina D 7000 unidades uma vez por semana. => Vitamina D 7000 unidades uma vez por semana [colecalciferol; 7000 ui; 1/1week]
Sulfato ferroso 40 mg antes do almoço. => Sulfato ferroso 40 mg antes do almoço [sulfato ferroso; 40 mg; @almoco]
Escitalopram 10 mg ao dia. => Escitalopram 10 mg ao dia [escitalopram; 10 mg; 1/1day]
Toma Ozempic 1 vez por semana. => Ozempic 1 vez por semana [semaglutida; 1/1week]
Xarelto 20 mg. => Xarelto 20 mg [rivaroxabana; 20 mg]
Tomo Dorflex quando dói. => Dorflex quando dói [orfenadrina; if doi]
Neosaldina resolveu. => Neosaldina [isometepteno]
Buscopan e Luftal. => Buscopan [escopolamina] + Luftal [simeticona]
Benzetacil 1 ampola intramuscular. => Benzetacil 1 ampola intramuscular [benzilpenicilina; x 1 ampola; intramuscular]
Amoxicilina com clavulanato 875 mg de 12 em 12 horas. => Amoxicilina com clavulanato 875 mg de 12 em 12 horas [amoxicilina; 875 mg; 1/12hour]
Dexametasona 4 mg, uma vez ao dia. => Dexametasona 4 mg, uma vez ao dia [dexametasona; 4 mg; 1/1day]
Losartana potássica 50 mg. => Losartana potássica 50 mg [losartana; 50 mg]
Sinvastatina 20 mg à noite e AAS 100 mg. => Sinvastatina 20 mg à noite [sinvastatina; 20 mg; @noite] + AAS 100 mg [acido acetilsalicilico; 100 mg]
Parei a fluoxetina. => fluoxetina [fluoxetina]
Tenho alergia a dipirona. => dipirona [dipirona]
Amitriptilina 25 mg ao deitar. => Amitriptilina 25 mg ao deitar [amitriptilina; 25 mg; @dormir]
Levotiroxina 100 mcg. => Levotiroxina 100 mcg [levotiroxina; 100 mcg]
Furosemida meio comprimido. => Furosemida meio comprimido [furosemida; x 0.5 comprimido]
Carvedilol 6,25 mg de 12 em 12 horas. => Carvedilol 6,25 mg de 12 em 12 horas [carvedilol; 6.25 mg; 1/12hour]
Tadalafila 5 mg. => Tadalafila 5 mg [tadalafila; 5 mg]
Vou manter o anlodipino 5 mg para a pressão. => anlodipino 5 mg [anlodipino; 5 mg]
Corticoide: prednisolona 3 mg/mL 10 ml por dia. => prednisolona 3 mg/mL 10 ml por dia [prednisolona; 3 mg/ml; x 10 ml; 1/1day]
Loratadinas => Loratadinas [loratadina]
Etambutol e pirazinamida 400 mg. => Etambutol [etambutol] + pirazinamida 400 mg [pirazinamida; 400 mg]
Sulfametoxazol com trimetoprima. => Sulfametoxazol com trimetoprima [sulfametoxazol]
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
omeprazol de 20, um por dia, em jejum => omeprazol de 20, um por dia, em jejum [omeprazol; 20 ?; 1/1day@jejum]
e o enalapril da pressão, de 10, de manhã e de noite => enalapril da pressão, de 10, de manhã e de noite [enalapril; 10 ?; @manha+noite]
sobe o omeprazol pra 40 miligramas, um por dia em jejum, por oito semanas => omeprazol pra 40 miligramas, um por dia em jejum, por oito semanas [omeprazol; 40 mg; 1/1day@jejum; for P8W]
tomo losartana de cinquenta de manhã e de noite => losartana de cinquenta de manhã e de noite [losartana; 50 ?; @manha+noite]
uso glifage xr de quinhentos, dois comprimidos depois do jantar => glifage xr de quinhentos, dois comprimidos depois do jantar [metformina; 500 ?; x 2 comprimido; @jantar]
meio comprimido de rivotril pra dormir => meio comprimido de rivotril pra dormir [clonazepam; x 0.5 comprimido; @dormir]
tomo rivotril dois miligramas meio comprimido à noite => rivotril dois miligramas meio comprimido à noite [clonazepam; 2 mg; x 0.5 comprimido; @noite]
tomo rivotril 0,5 quando tenho crise de ansiedade => rivotril 0,5 quando tenho crise de ansiedade [clonazepam; 0.5 ?; if tenho crise de ansiedade]
pinga duas gotas de cloridrato de nafazolina em cada narina => duas gotas de cloridrato de nafazolina em cada narina [nafazolina; x 2 gota; nasal]
aerolin spray dois jatos de seis em seis horas se tiver chiado => aerolin spray dois jatos de seis em seis horas se tiver chiado [salbutamol; x 2 jato; 1/6hour; if tiver chiado]
clavulin 875 com 125 de 12 em 12 horas por 10 dias => clavulin 875 com 125 de 12 em 12 horas por 10 dias [amoxicilina; 875+125 ?; 1/12hour; for P10D]
amoxicilina com clavulanato 400 mg por 5 ml, 5 ml de doze em doze horas por sete dias => amoxicilina com clavulanato 400 mg por 5 ml, 5 ml de doze em doze horas por sete dias [amoxicilina; 400 mg; x 5 ml; 1/12hour; for P7D]
dipirona é 30 gotas de 6 em 6 se dor ou febre => dipirona é 30 gotas de 6 em 6 se dor ou febre [dipirona; x 30 gota; 1/6hour; if dor ou febre]
dipirona um grama de seis em seis horas se tiver febre acima de 38 => dipirona um grama de seis em seis horas se tiver febre acima de 38 [dipirona; 1 g; 1/6hour; if tiver febre acima de 38]
paracetamol 750, um comprimido de 8/8h se dor => paracetamol 750, um comprimido de 8/8h se dor [paracetamol; 750 ?; x 1 comprimido; 1/8hour; if dor]
ibuprofeno 600 mg 8 em 8 horas por três dias né => ibuprofeno 600 mg 8 em 8 horas por três dias [ibuprofeno; 600 mg; 1/8hour; for P3D]
alenia 12/400 uma cápsula inalada de manhã e outra à noite => alenia 12/400 uma cápsula inalada de manhã e outra à noite [formoterol; 12+400 ?; x 1 capsula; inhaled; @manha+noite]
insulina nph vinte unidades de manhã e dez à noite => insulina nph vinte unidades de manhã e dez à noite [insulina; 20 ui; @manha+noite]
insulina lantus 24 unidades às 22 horas => insulina lantus 24 unidades às 22 horas [glargina; 24 ui; @22h]
levotiroxina de setenta e cinco em jejum todo dia => levotiroxina de setenta e cinco em jejum todo dia [levotiroxina; 75 ?; 1/1day@jejum]
puran t4 cem microgramas => puran t4 cem microgramas [levotiroxina; 100 mcg]
vitamina d sete mil unidades uma vez por semana por 8 semanas => vitamina d sete mil unidades uma vez por semana por 8 semanas [colecalciferol; 7000 ui; 1/1week; for P8W]
sinvastatina tipo vinte miligramas à noite => sinvastatina tipo vinte miligramas à noite [sinvastatina; 20 mg; @noite]
alendronato de 70, um por semana, em jejum => alendronato de 70, um por semana, em jejum [alendronato; 70 ?; 1/1week@jejum]
sertralina 50 mg, é... um comprimido pela manhã => sertralina 50 mg, é... um comprimido pela manhã [sertralina; 50 mg; x 1 comprimido; @manha]
fluoxetina 20 dia sim dia não => fluoxetina 20 dia sim dia não [fluoxetina; 20 ?; 1/2day]
benzetacil um milhão e duzentas mil unidades intramuscular dose única => benzetacil um milhão e duzentas mil unidades intramuscular dose única [benzilpenicilina; 1200000 ui; intramuscular; @unica]
prednisona 20 mg dois comprimidos pela manhã por cinco dias => prednisona 20 mg dois comprimidos pela manhã por cinco dias [prednisona; 20 mg; x 2 comprimido; @manha; for P5D]
escitalopram 10, uso contínuo => escitalopram 10, uso contínuo [escitalopram; 10 ?; @continuo; continuous]
losartana há uns dez anos => losartana há uns dez anos [losartana; since P10Y]
tomo lozartana de 50 => lozartana de 50 [losartana; misheard; 50 ?]
tomo idroclorotiazida 25 miligramas => idroclorotiazida 25 miligramas [hidroclorotiazida; misheard; 25 mg]
glifaje 850 duas vezes ao dia => glifaje 850 duas vezes ao dia [metformina; misheard; 850 ?; 2/1day]
uso selosok 50 de manhã => selosok 50 de manhã [metoprolol; misheard; 50 ?; @manha]
tomo clonazepan à noite => clonazepan à noite [clonazepam; misheard; @noite]
ele usa ritalina 10 mg de manhã => ritalina 10 mg de manhã [metilfenidato; 10 mg; @manha]
hidroxalina 25 mg à noite => none
lorsacor 20 mg à noite => none
tomo frontal 0,5 à noite => frontal 0,5 à noite [alprazolam; 0.5 ?; @noite]
a dor é na região frontal => none
pulso tibial posterior palpável => none
no domingo a família celebra, e ela pondera operar => none
tomo celebra 200 uma vez ao dia => celebra 200 uma vez ao dia [celecoxibe; 200 ?; 1/1day]
a Yasmin está com febre => none
tomo yasmin há dois anos => yasmin há dois anos [etinilestradiol; since P2Y]
dei 5 ml de alivium pra ele ontem => 5 ml de alivium [ibuprofeno; x 5 ml]
dei dez gotas de dipirona de seis em seis horas => dez gotas de dipirona de seis em seis horas [dipirona; x 10 gota; 1/6hour]
colírio de timolol uma gota em cada olho de 12 em 12 horas => colírio de timolol uma gota em cada olho de 12 em 12 horas [timolol; x 1 gota; ocular; 1/12hour]
pomada de cetoconazol duas vezes ao dia por 14 dias => pomada de cetoconazol duas vezes ao dia por 14 dias [cetoconazol; 2/1day; for P14D]
xarelto 20 mg junto com o jantar => xarelto 20 mg junto com o jantar [rivaroxabana; 20 mg; @jantar]
marevan 5 mg segunda, quarta e sexta => marevan 5 mg segunda, quarta e sexta [varfarina; 5 mg; @segunda+quarta+sexta]
metotrexato 15 miligramas uma vez por semana e ácido fólico 5 no dia seguinte => metotrexato 15 miligramas uma vez por semana [metotrexato; 15 mg; 1/1week] + ácido fólico 5 [acido folico; 5 ?]
ozempic 0,25 uma vez por semana por quatro semanas depois 0,5 => ozempic 0,25 uma vez por semana por quatro semanas depois 0,5 [semaglutida; 0.25 ?; 1/1week; for P4W]
ondansetrona 8 mg sublingual se náusea => ondansetrona 8 mg sublingual se náusea [ondansetrona; 8 mg; sublingual; if nausea]
tramal 50 se a dor apertar => tramal 50 se a dor apertar [tramadol; 50 ?; if a dor apertar]
dorflex só quando dói muito => dorflex só quando dói muito [orfenadrina; if doi muito]
buscopan se cólica => buscopan se cólica [escopolamina; if colica]
tomo AAS infantil depois do almoço => AAS infantil depois do almoço [acido acetilsalicilico; @almoco]
carbonato de lítio 300 três vezes ao dia => carbonato de lítio 300 três vezes ao dia [litio; 300 ?; 3/1day]
depakote 500 de 12 em 12 => depakote 500 de 12 em 12 [acido valproico; 500 ?; 1/12hour]
quetiapina 25 mg meio comprimido antes de dormir => quetiapina 25 mg meio comprimido antes de dormir [quetiapina; 25 mg; x 0.5 comprimido; @dormir]
amoxicilina 250 mg por 5 ml, tomar 7 ml de oito em oito horas durante 7 dias => amoxicilina 250 mg por 5 ml, tomar 7 ml de oito em oito horas durante 7 dias [amoxicilina; 250 mg; x 5 ml; 1/8hour; for P7D]
nistatina suspensão 1 ml quatro vezes ao dia => nistatina suspensão 1 ml quatro vezes ao dia [nistatina; x 1 ml; 4/1day]
desloratadina xarope 2,5 ml uma vez ao dia => desloratadina xarope 2,5 ml uma vez ao dia [desloratadina; x 2.5 ml; 1/1day]
sulfato ferroso 40 mg antes do almoço e do jantar => sulfato ferroso 40 mg antes do almoço e do jantar [sulfato ferroso; 40 mg; @almoco+jantar]
soro fisiológico no nariz várias vezes ao dia => soro fisiológico no nariz várias vezes ao dia [cloreto de sodio nasal; nasal]
mometasona nasal dois jatos em cada narina uma vez ao dia => mometasona nasal dois jatos em cada narina uma vez ao dia [mometasona; x 2 jato; nasal; 1/1day]
furosemida 40 mg um comprimido e meio de manhã => furosemida 40 mg um comprimido e meio de manhã [furosemida; 40 mg; x 1.5 comprimido; @manha]
captopril 25 se a pressão passar de 18 => captopril 25 se a pressão passar de 18 [captopril; 25 ?; if a pressao passar de 18]
propranolol de 40 meio comprimido duas vezes => propranolol de 40 meio comprimido duas vezes [propranolol; 40 ?; x 0.5 comprimido; 2/1day]
tomo um comprimido de losartana 50 de manhã e um de sinvastatina 20 à noite => um comprimido de losartana 50 de manhã [losartana; 50 ?; x 1 comprimido; @manha] + sinvastatina 20 à noite [sinvastatina; 20 ?; @noite]
omeprazol vinte ou pantoprazol quarenta => omeprazol vinte [omeprazol; 20 ?] + pantoprazol quarenta [pantoprazol; 40 ?]
Humalog 15 no café e 10 no almoço => Humalog 15 no café e 10 no almoço [lispro; 15 ?; @cafe+almoco]
Basaglar, 24 unidades antes de dormir => Basaglar, 24 unidades antes de dormir [glargina; 24 ui; @dormir]
Fosfomicina, três gramas, dose única, um sachê dissolvido em água => Fosfomicina, três gramas, dose única, um sachê [fosfomicina; 3 g; x 1 sache; @unica]
Pyridium 200, de oito em oito, por dois dias => Pyridium 200, de oito em oito, por dois dias [fenazopiridina; 200 ?; 1/8hour; for P2D]
Isordil 5 sublingual se der dor no peito => Isordil 5 sublingual se der dor no peito [isossorbida; 5 ?; sublingual; if der dor no peito]
mupirocina pomada, passa duas vezes ao dia, por sete dias, em cima da lesão => mupirocina pomada, passa duas vezes ao dia, por sete dias, em cima da lesão [mupirocina; topical; 2/1day; for P7D]
dipirona um grama, de seis em seis horas se doer => dipirona um grama, de seis em seis horas se doer [dipirona; 1 g; 1/6hour; if doer]
lactulose 15 ml à noite => lactulose 15 ml à noite [lactulose; x 15 ml; @noite]
glucagon um miligrama intramuscular => glucagon um miligrama intramuscular [glucagon; 1 mg; intramuscular]
budesonida 32 microgramas, um jato em cada narina duas vezes ao dia => budesonida 32 microgramas, um jato em cada narina duas vezes ao dia [budesonida; 32 mcg; x 1 jato; nasal; 2/1day]
soro fisiológico 10 ml por quilo na primeira hora => soro fisiológico 10 ml por quilo [cloreto de sodio nasal; x 10 ml/kg]
tomar dipirona se piorar volte => dipirona [dipirona]
se piorar procure o pronto socorro => none
hidralazina 25 de 8 em 8 => hidralazina 25 de 8 em 8 [hidralazina; 25 ?; 1/8hour]
hidroxizina 25 mg à noite se coceira => hidroxizina 25 mg à noite se coceira [hidroxizina; 25 mg; @noite; if coceira]
clobazam 10 mg de manhã => clobazam 10 mg de manhã [clobazam; 10 mg; @manha]
tomo clonazepam => clonazepam [clonazepam]
toma prednizolona 5 ml por cinco dias => prednizolona 5 ml por cinco dias [prednisolona; misheard; x 5 ml; for P5D]
azitromicina 500 uma vez ao dia por três dias => azitromicina 500 uma vez ao dia por três dias [azitromicina; 500 ?; 1/1day; for P3D]
tomo sertralina de 100 faz dois anos => sertralina de 100 faz dois anos [sertralina; 100 ?; since P2Y]
enoxaparina 40 mg subcutânea uma vez ao dia => enoxaparina 40 mg subcutânea uma vez ao dia [enoxaparina; 40 mg; subcutaneous; 1/1day]
adrenalina meio mg intramuscular => adrenalina meio mg intramuscular [epinefrina; 0.5 mg; intramuscular]
omeprazol 20 mg meia hora antes do café => omeprazol 20 mg meia hora antes do café [omeprazol; 20 mg; @cafe]
losartana 50 mg de manhã, hidroclorotiazida 25 também de manhã e sinvastatina 20 à noite => losartana 50 mg de manhã [losartana; 50 mg; @manha] + hidroclorotiazida 25 também de manhã [hidroclorotiazida; 25 ?; @manha] + sinvastatina 20 à noite [sinvastatina; 20 ?; @noite]
anticoncepcional selene todo dia => selene todo dia [etinilestradiol; 1/1day]
faço uso de puran 88 => puran 88 [levotiroxina; 88 ?]
tomei dipirona ontem e paracetamol hoje => dipirona [dipirona] + paracetamol [paracetamol]
fluoxetina, aquela de 20, de manhã => fluoxetina, aquela de 20, de manhã [fluoxetina; 20 ?; @manha]
losartana de cinquenta, um de doze em doze => losartana de cinquenta, um de doze em doze [losartana; 50 ?; 1/12hour]
atenolol 25, metade de um comprimido pela manhã => atenolol 25, metade de um comprimido pela manhã [atenolol; 25 ?; x 0.5 comprimido; @manha]
anlodipino de cinco, um só de noite => anlodipino de cinco, um só de noite [anlodipino; 5 ?; @noite]
nitrofurantoína cem, de seis em seis, sete dias => nitrofurantoína cem, de seis em seis, sete dias [nitrofurantoina; 100 ?; 1/6hour; for P7D]
warfarina cinco miligramas, um dia sim e um dia não => warfarina cinco miligramas, um dia sim e um dia não [varfarina; 5 mg; 1/2day]
ivermectina seis miligramas, dois comprimidos de uma vez => ivermectina seis miligramas, dois comprimidos de uma vez [ivermectina; 6 mg; x 2 comprimido; @unica]
carvedilol seis e vinte e cinco, de doze em doze => carvedilol seis e vinte e cinco, de doze em doze [carvedilol; 6.25 ?; 1/12hour]
benzilpenicilina benzatina, um milhão e duzentos, nas duas nádegas, dose única => benzilpenicilina benzatina, um milhão e duzentos, nas duas nádegas, dose única [benzilpenicilina; 1200000 ui; intramuscular; @unica]
zolpidem dez, só quando não consigo dormir => zolpidem dez, só quando não consigo dormir [zolpidem; 10 ?; if nao consigo dormir]
amoxicilina 250 por 5, seis ml de oito em oito => amoxicilina 250 por 5, seis ml de oito em oito [amoxicilina; 250+5 mg/ml; x 6 ml; 1/8hour]
fluconazol cento e cinquenta, dose única, e repete em uma semana => fluconazol cento e cinquenta, dose única, e repete em uma semana [fluconazol; 150 ?; @unica]
losartana doutora de cinquenta ele toma um de manhã e um de noite => losartana doutora de cinquenta ele toma um de manhã e um de noite [losartana; 50 ?; @manha+noite]
dipirona, quarenta gotas, se precisar, no máximo quatro vezes por dia => dipirona, quarenta gotas, se precisar, no máximo quatro vezes por dia [dipirona; x 40 gota; 4/1day; if precisar]
dipirona gotas 25 gotas até de seis em seis horas => dipirona gotas 25 gotas até de seis em seis horas [dipirona; x 25 gota; 1/6hour]
`
for (const [phrase, expected] of phrases(TABLE)) test(phrase, (t) => t.is(told(phrase), expected))

function told(phrase: string): string {
  const tokens = tokenize(phrase)
  const mentions = find(tokens).map((mention) => {
    const words = phrase.slice(tokens[mention.lead]!.start, tokens[mention.to - 1]!.end)
    const parts = [
      mention.ingredient,
      mention.misheard ? 'misheard' : '',
      mention.dose ? amount(mention.dose) : '',
      mention.quantity ? `x ${amount(mention.quantity)}` : '',
      mention.route ?? '',
      frequency(mention),
      duration(mention),
      mention.since ? `since ${mention.since.iso}` : '',
      mention.asNeeded ? `if ${mention.asNeeded.condition}` : '',
    ]
    return `${words} [${parts.filter(Boolean).join('; ')}]`
  })
  return mentions.join(' + ') || 'none'
}

function amount({ value, and, unit }: Amount): string {
  return `${value}${and === null ? '' : `+${and}`} ${unit ?? '?'}`
}

function frequency({ frequency: often }: Directions): string {
  if (!often) return ''
  const counted =
    often.times !== null && often.every
      ? `${often.times}/${often.every.value}${often.every.unit}`
      : ''
  return counted + (often.moments.length > 0 ? `@${often.moments.join('+')}` : '')
}

function duration({ duration: length }: Directions): string {
  if (length === null) return ''
  return typeof length === 'string' ? length : `for ${length.iso}`
}

test('the lexicon holds at least 800 ingredients and 2,500 names, and no everyday word', (t) => {
  const names = medicationNames()
  t.true(new Set(names.values()).size >= 800)
  t.true(names.size >= 2500)
  for (const word of [
    'label',
    'agua',
    'sal',
    'cha',
    'leite',
    'soro',
    'frontal',
    'amor',
    'dor',
    'ferro',
    'turno',
    'tibial',
    'celebra',
    'pondera',
  ])
    t.false(names.has(word), word)
})

test('no ingredient is a name of another, and no name stands for two', (t) => {
  const { names } = medicationLexicon()
  for (const ingredient of new Set(names.values())) t.is(names.get(ingredient), ingredient)
})

test('names that look alike are never read as each other, however they are misspelt', (t) => {
  const { names } = medicationLexicon()
  for (const [a, b] of LOOK_ALIKES) {
    const other = names.get(b) ?? b
    for (const misspelt of misspellings(a)) {
      const [mention] = find(tokenize(`tomo ${misspelt} 50 mg`))
      if (names.has(misspelt)) continue
      t.not(
        mention?.ingredient,
        other === (names.get(a) ?? a) ? '' : other,
        `${misspelt}: ${a}, not ${b}`,
      )
    }
  }
})

/** Each letter dropped, doubled with its neighbour's place, or exchanged for its sound. */
function misspellings(name: string): string[] {
  const found: string[] = []
  for (let at = 1; at < name.length; at++) {
    found.push(name.slice(0, at) + name.slice(at + 1))
    found.push(name.slice(0, at) + (name[at + 1] ?? '') + name[at] + name.slice(at + 2))
    for (const letter of 'aeiolrstn') found.push(name.slice(0, at) + letter + name.slice(at + 1))
  }
  return found
}

test('words of everyday speech are no medicine, whatever they resemble', (t) => {
  const said =
    'tomo banho, uso oculos, tomo cerveja, tomo vacina, passo pomada, uso camisinha, tomo refrigerante, uso protetor solar, tomo vitamina de banana, uso bengala, tomo chimarrão, ' +
    'uso aparelho, tomo cuidado, uso maconha, tomo sereno, uso fralda, passo creme, tomo sorvete, uso palmilha, tomo tereré, uso computador, tomo decisões, uso colar cervical, uso absorvente, uso marcapasso'
  t.deepEqual(find(tokenize(said)), [])
})
