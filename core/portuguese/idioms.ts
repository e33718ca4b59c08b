/**
 * Ideas told by words that stand near each other: "arde um pouco quando eu faço xixi". One idea a line, then groups parted by `+`, of each
 * of which one word must be there. Folded; `*` is any ending.
 */
export const TELLINGS = `
hipertensao: pressao + alta subiu sobe
hipertensao: remedio* comprimido* toma tomo trato problema tenho so + pressao + !baixa !olho !olhos !ocular !intraocular !cai !caiu
diabetes: tenho tem sou + acucar + sangue
hipotireoidismo: problema remedio* levotiroxina puran controlada + tireoide + !hipertireoidismo !nodulo* !acelerada !cancer
tireoide: hipotireo* hipertireo* tireoidite*
demencia: alzheimer
arritmia: fibrilacao flutter
precordialgia: angina
cateterismo: angioplastia stent*
ulcera: ulcera*
hernia: hernia*
retinopatia: rdp rdnp
iam: iamcsst iamcst iamssst infart*
anestesia: raqui* anestesia*
aleitamento: ame exclusivo mama mamando + peito materno ame
cirurgia por video: oper* cirurgia tir* retir* + video + vesicula apendic* hernia joelho ovario
leucocitose: leucocit* leucograma leuco + alto altos elevad* aumentad* subi* doze treze catorze quatorze quinze dezesseis dezessete dezoito dezenove vinte
meniscectomia: oper* tir* retir* + menisco
menopausa: parei parou + menstruar + aos ja idade
desanimo: sem nao perdeu perdi falta + vontade animo interesse graca
ulcera peptica: ulcera* + !perna !pernas !pe !pes !pele !boca !olho !cornea !venosa !varicosa !calcanhar !sacral !pressao !labio !genital
diabetes gestacional: diabet* acucar + gravidez gestacao + !antes !desde
derrame pleural: derrame + raio torax pulm* pleur*
derrame articular: derrame + joelho* tornozelo* articula* ombro cotovelo
cardiopatia: morreu faleceu sofre doente + coracao
recidiva: volt* reaparec* + cancer tumor hernia doenca lesao
sindrome coronariana aguda: iamssst iamsst
sedentarismo: nao nenhum nenhuma parad* + exercicio* academia atividade
disfuncao eretil: erec* + falha* nao dificuldade
incontinencia: segur* escap* perd* solt* + urina xixi
dispareunia: dor doi doer + relacao relacoes sexo
sinusiorragia: sangr* + relacao relacoes sexo
deficit motor: perd* sem menos fraqu* + forca
ma adesao: esquec* falh* + remedio remedios medicamento* comprimido*
dispneia: cans* canso + corr* brinc*
dispneia: cans* canso + quando se ao + ando anda andar
disuria: ard* queim* doi dor doer doendo doia + xixi urin* mij*
polaciuria: toda muitas direto + hora vezes + banheiro xixi urin*
polaciuria: vou ir + toda + banheiro
hematuria: sangue vermelh* + urin* xixi mij*
noctururia: levant* acord* + xixi urin* banheiro
dispneia: falta faltando folego + ar folego respir* subo subir escada ladeira
dispneia: cans* canso + subo subir escada ladeira
ortopneia: falta folego dorm* + ar + deit* travesseiro*
precordialgia: dor doi aperta aperto doendo + peito
precordialgia: comec* + aperta aperto + peito
dor lombar: dor dorzinha doi doendo doem + costas lombar cadeiras
cefaleia: dor doi doendo + cabeca
epigastralgia: dor doi queim* doendo + estomago
dor abdominal: dor doi doendo + barriga abdome abdomen
otalgia: dor doi doendo + ouvido ouvidos
odinofagia: dor doi doendo + garganta
gonalgia: dor doi doendo + joelho joelhos
omalgia: dor doi doendo + ombro ombros
cervicalgia: dor doi doendo + pescoco nuca
artralgia: dor doi doendo doem + juntas articulac*
mialgia: dor doi doendo + corpo musculo*
parestesia: formig* dorme dormente* adormec* + mao maos pe pes perna pernas dedo dedos braco
edema de membros inferiores: inch* edema + perna pernas pe pes tornozelo*
turvacao visual: vista visao enxerg* + embac* turv* borrad* embaralh*
palpitacao: coracao + acelera* dispar* batendo pulando saltando
sudorese: suei suou suando suor + frio fria noite
insonia: nao + dormir durmo dorme dormindo + mais consigo consegue direito bem
insonia terminal: acordo acorda + madrugada tres quatro cedo + durmo dorme
inapetencia: nao sem pouc* + fome apetite comer
anedonia: sem nao perdeu perdi falta + vontade prazer graca interesse animo
emagrecimento: perdi perdeu perdendo emagreci emagreceu emagrecendo + quilo quilos kg peso
ganho de peso: engord* ganhei ganhou ganho + quilo quilos kg peso
hipoacusia: nao pouco mal surd* + escut* ouve ouco ouvir ouvido
perda de liquido: perdeu perde perdendo perdi + liquido agua
diurese: xixi urin* fralda fraldas mij*
cirurgia: oper* tir* retir* + apendice vesicula utero hernia menisco catarata amigdal* mama tireoide
colecistectomia: oper* tir* retir* + vesicula
apendicectomia: oper* tir* retir* + apendic*
histerectomia: oper* tir* retir* + utero
fotocoagulacao: laser
evacuacao: diarreia banheiro + vezes
instabilidade: joelho tornozelo + falseia solto frouxo foge
movimentacao fetal: bebe nenem nene + mexe mexendo mexer
bcf: bebe nenem fet* + batimento* coracao
hiperemia: olho* vermelh* + vermelh* olho*
abortamento: perdi perdeu + bebe semanas gravidez
internacao: fiquei ficou + hospital dias
hipotensao: pressao + pe deitad* + cai caiu baixa
urina 1: urina + tipo
retorno: volta voltar volte proxima proximo nova vejo vemos marco + semana semanas mes meses dias consulta quinze
pronto socorro: volta corre volte ir procur* lev* + hora hospital emergencia maternidade pronto
suicidio: tent* + matar suicid*
ideacao suicida: vontade + morrer
ideacao suicida: pens* vontade + matar suicid*
tabagismo: parei parou larguei fum* + fumar cigarro maco macos
otorreia: secrecao pus vaz* purg* + ouvido
dor pleuritica: dor doi peito + respir* fundo
dispneia: cans* canso + quarteir*
rigidez matinal: acord* manha + trav* rigid* endurec* duros duras
inapetencia: come comendo + pouco mal nada
tontura postural: tont* tonteira + levant*
tce: bat* + cabeca
tabagismo passivo: fum* + namorad* marid* espos* mae pai
ofuscamento: farol farois luz + estour* ofusc* incomod*
hiperemia: vermelh* + ouvido timpano garganta
deficit motor: fraqu* + perna braco lado
linfonodomegalia: linfonodo* gangl* ingua* + aument* palp*
fotoprotecao: protetor + sol solar fator
vacina em atraso: falt* atras* + vacina*
perda de peso: perdi perdeu emagreci emagreceu + quilo quilos kg
lesao: ferida* machucad* + pe pes perna pele
emese: vomit* + vez vezes depois
ganho de peso: engord* ganh* + quilo quilos
`
