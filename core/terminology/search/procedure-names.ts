/**
 * What Brazilian doctors type and say for a procedure, where SIGTAP calls it otherwise or longer. The form is that of
 * `common-names.ts`, and so is the rule: a test compares every code with the official table.
 */
import { type CommonName, readNames } from './common-names.ts'

const SIGTAP = `
consulta na atencao primaria | consulta na atencao basica | consulta em ubs: 0301010064
consulta especializada | consulta com especialista: 0301010072
puericultura: 0301010080
pre natal | consulta de pre natal: 0301010110
visita domiciliar | consulta domiciliar | atendimento domiciliar: 0301010137
teleconsulta: 0301010250 0301010307
pronto atendimento | consulta em pronto atendimento: 0301060096
vacina | vacinacao | aplicacao de vacina | imunizacao: 0102030014
sutura | sutura simples | sutura de ferimento | sutura de ferida | sutura de laceracao | rafia de ferimento | sutura de pele: 0401010066 0401010058
curativo | troca de curativo | curativo oclusivo | curativo compressivo: 0301100284 0401010023
curativo com debridamento | desbridamento de ferida | debridamento de ferida: 0401010015
curativo de queimadura: 0413010058
retirada de pontos | remocao de pontos | retirada de suturas: 0301100152
drenagem de abscesso | drenagem de abscesso cutaneo | incisao e drenagem | drenagem de furunculo: 0401010031 0401010104
retirada de corpo estranho de pele | retirada de corpo estranho subcutaneo | remocao de corpo estranho de pele: 0401010112
cauterizacao de verruga | cauterizacao de verrugas | cauterizacao de lesao | cauterizacao de lesoes | eletrocauterizacao de lesao: 0401010090
cauterizacao quimica | cauterizacao quimica de verruga | cauterizacao de verruga com acido: 0303080019 0401010090
shaving | shaving de lesao: 0401010120
exerese de cisto sebaceo | exerese de lipoma | exerese de cisto epidermico | exerese de nevo | exerese de lesao de pele | exerese de tumor de pele | excisao de lesao de pele: 0401010074
cantoplastia | retirada de unha encravada | cirurgia de unha encravada | exerese de unha: 0401020177
frenotomia | frenectomia: 0401010082
biopsia de pele | biopsia cutanea | punch de pele | biopsia por punch: 0201010372
lavagem de ouvido | lavagem otologica | lavagem auricular | lavagem de conduto auditivo | remocao de cerume | retirada de cerume | remocao de rolha de cerume | retirada de rolha de cerume | extracao de cerume | remocao de cerumen | aspiracao de cerume: 0404010270
retirada de corpo estranho de ouvido | retirada de corpo estranho nasal | retirada de corpo estranho do nariz | retirada de corpo estranho do ouvido | remocao de corpo estranho de ouvido | remocao de corpo estranho nasal: 0404010318 0404010300
tamponamento nasal | tampao nasal | tamponamento nasal anterior: 0404010342
drenagem de abscesso periamigdaliano | drenagem de abscesso peritonsilar: 0404010067
lavagem nasal de proetz: 0303140011
audiometria | audiometria tonal: 0211070041
imitanciometria | impedanciometria: 0211070203
retirada de corpo estranho de cornea | remocao de corpo estranho de cornea | retirada de corpo estranho corneano | retirada de corpo estranho ocular: 0405050259
tonometria | tonometria de aplanacao | medida da pressao intraocular: 0211060259
fundoscopia | fundo de olho | exame de fundo de olho | oftalmoscopia: 0211060100
gonioscopia: 0211060119
mapeamento de retina: 0211060127
exerese de calazio | drenagem de calazio: 0405010079
teste de schirmer: 0211060216
eletrocardiograma | ecg | eletro | eletrocardiografia | eletrocardiograma de repouso: 0211020036
teste ergometrico | ergometria | teste de esforco: 0211020060
colocacao de holter | instalacao de holter | holter | holter 24 horas | holter de 24 horas: 0211020044
colocacao de mapa | instalacao de mapa | mapa 24 horas | mapa de 24 horas | monitorizacao ambulatorial da pressao arterial: 0211020052
oximetria de pulso | teste do coracaozinho: 0211020079
espirometria: 0211080055 0211080063
espirometria com broncodilatador: 0211080055
glicemia capilar | dextro | hgt | hemoglicoteste | glicosimetria | afericao de glicemia capilar: 0214010015
teste rapido de hiv | teste rapido para hiv | teste rapido hiv: 0214010058
teste rapido de sifilis | teste rapido para sifilis | teste rapido sifilis: 0214010074
teste rapido de hepatite b | teste rapido para hepatite b: 0214010104
teste rapido de hepatite c | teste rapido para hepatite c: 0214010090
teste rapido de gravidez | teste de gravidez | teste rapido de gestacao: 0214010066
teste rapido de dengue | teste rapido para dengue: 0214010120
teste rapido de covid | teste rapido para covid | teste rapido de covid 19 | teste rapido para covid 19 | teste rapido de antigeno para covid 19: 0214010163
nebulizacao | inalacao | aerossolterapia: 0301100101
oxigenoterapia: 0301100144
medicacao intramuscular | injecao intramuscular | medicacao im | administracao de medicacao intramuscular | aplicacao de medicacao intramuscular | aplicacao de benzetacil | injecao de benzetacil | aplicacao de penicilina benzatina: 0301100209
medicacao endovenosa | medicacao intravenosa | medicacao ev | injecao endovenosa | administracao de medicacao endovenosa | administracao de medicamentos por via intravenosa: 0301100195
medicacao subcutanea | injecao subcutanea | administracao de medicacao subcutanea: 0301100225
medicacao oral | medicacao via oral | administracao de medicacao via oral: 0301100217
hidratacao venosa | hidratacao endovenosa | soroterapia | reposicao volemica | reidratacao venosa: 0301050120
reidratacao oral | terapia de reidratacao oral | tro: 0301100187
afericao de pressao arterial | afericao da pressao arterial | medida da pressao arterial: 0301100039
afericao de temperatura: 0301100250
sondagem vesical de alivio | cateterismo vesical de alivio | sonda vesical de alivio: 0301100047
sondagem vesical de demora | cateterismo vesical de demora | sonda vesical de demora | passagem de sonda vesical | troca de sonda vesical: 0301100055
sondagem gastrica | sonda nasogastrica | passagem de sonda nasogastrica: 0301100179
passagem de sonda nasoenteral | sonda nasoenterica: 0309010101
lavagem gastrica: 0301100128
enema | clister | lavagem intestinal: 0301100098
coleta de preventivo | preventivo | papanicolau | coleta de papanicolau | coleta de citopatologico | citopatologico do colo | colpocitologia oncotica | coleta de colpocitologia | coleta de citologia oncotica: 0201020033
coleta de exames | coleta de sangue | coleta de material para exame: 0201020041
teste do pezinho: 0201020050
colposcopia: 0211040029
insercao de diu | colocacao de diu | implante de diu: 0301040141
retirada de diu | remocao de diu: 0301040150
insercao de implanon | colocacao de implanon | insercao de implante subdermico | implante de etonogestrel | insercao de implante hormonal: 0301040176
retirada de implanon | remocao de implanon | retirada de implante subdermico: 0301040184
exame do pe diabetico | avaliacao do pe diabetico | teste do monofilamento: 0301040095
infiltracao articular | infiltracao de joelho | infiltracao de ombro | infiltracao intra articular | infiltracao no joelho | infiltracao no ombro | infiltracao com corticoide: 0303090030
imobilizacao | imobilizacao provisoria | imobilizacao com tala | tala gessada | colocacao de tala | imobilizacao com tala gessada | imobilizacao provisoria com tala: 0301060100
troca de gesso | troca de aparelho gessado: 0303090090 0303090073
acupuntura | sessao de acupuntura: 0309050022
auriculoterapia: 0309050049
puncao lombar: 0201010631
ultrassonografia obstetrica | ultrassom obstetrico | usg obstetrica: 0205020143
ultrassonografia transvaginal | ultrassom transvaginal | usg transvaginal: 0205020186
ultrassonografia pelvica | ultrassom pelvico | usg pelvica: 0205020160
ultrassonografia de abdome total | ultrassom de abdome total | usg de abdome total: 0205020046
ultrassonografia de tireoide | ultrassom de tireoide | usg de tireoide: 0205020127
avaliacao antropometrica: 0101040024
psicoterapia | psicoterapia individual | sessao de psicoterapia: 0301080178
`

/** The names of SIGTAP, in the order of the list. */
export const sigtapNames: readonly CommonName[] = readNames(SIGTAP)
