/**
 * How a record writes what people say otherwise, as data for recognising a source, never for rewriting. `COMPLAINTS`, `WRITTEN`: one idea a line, the
 * record's word first, then what else means it, abbreviations included; words of it stand next to each other. `TOLD`: one idea a line, and
 * the words that mean it where they stand near each other ("arde um pouco quando eu faço xixi"). Folded; `*` is any ending.
 */
import { synonyms } from './lexicon/synonyms.ts'

const COMPLAINTS = `
hipertensao: pressao arterial alta | tomo pressao | so pressao | so a pressao | remedio da pressao | remedio de pressao | problema de pressao | doencas pressao | hipertensiva | hipertensivo
diabetes: dm1 | dm 2 | dm 1 | dmii | dm tipo 2 | dm tipo 1 | diabetes tipo 2 | diabetes tipo 1 | diabetes tipo dois | diabetes tipo um | acucar no sangue | acucar alto | glicose alta | diabeticos
iam: iamcsst | iamcst | iamssst | iam com supra | infarto do miocardio | infartos | sindrome coronariana aguda | sca
avc: avci | avch | ave | avei | derrame cerebral | acidente vascular encefalico | isquemia cerebral | derrames
dpoc: doenca pulmonar obstrutiva cronica | enfisema | enfisema pulmonar | bronquite cronica
insuficiencia cardiaca: icc | ic | coracao fraco | coracao grande | coracao inchado
doenca renal cronica: drc | irc | insuficiencia renal | insuficiencia renal cronica | rim fraco | rins fracos | problema no rim | problema nos rins
doenca do refluxo: drge | refluxo | refluxo gastroesofagico
itu: infeccao urinaria | infeccao do trato urinario | infeccao de urina | infeccao na urina | infeccao urinaria baixa | cistite
pielonefrite: infeccao no rim | infeccao nos rins | infeccao renal
nefrolitiase: pedra no rim | pedra nos rins | calculo renal | calculos renais | litiase renal | urolitiase | pedras nos rins | calculo no rim
colelitiase: pedra na vesicula | pedras na vesicula | calculo na vesicula | litiase biliar | calculos na vesicula
trombose: tvp | trombose venosa | trombose venosa profunda | trombose na perna | tep | embolia
dislipidemia: colesterol alto | hipercolesterolemia | triglicerides alto | gordura no sangue | triglicerideos altos | dlp
esteatose: gordura no figado | figado gorduroso | esteatose hepatica
hepatopatia: doenca do figado | problema no figado | doenca no figado | doencas do figado
cardiopatia: doenca do coracao | problema do coracao | problema no coracao | do coracao | doenca cardiaca | cardiopata | problema de coracao | coronariopatia | coronariopata | doenca coronariana
tireoide: hipotireoideo | hipotireoidea | tireoidopatia | tireoidite
lupus: les | lupus eritematoso sistemico
bipolar: tab | transtorno bipolar | transtorno afetivo bipolar | bipolaridade
migranea: enxaqueca | enxaquecas | migraneas
artrose: osteoartrite | osteoartrose | desgaste na articulacao | desgaste nas juntas
tuberculose: tbc
demencia: alzheimer | demencial | caduquice
arritmia: fibrilacao atrial | fa cronica | batimento irregular | coracao descompassado | fa | fibrilacao
ulcera: ulceras | ulcera peptica | ulcera gastrica | ulcera no estomago
hemorroida: hemorroidas | hemorroidaria | hemorroidario
neoplasia: cancer | ca | neoplasias | tumor maligno | oncologico | oncologica
revascularizacao: ponte de safena | pontes de safena | revascularizacao miocardica | crm | safena
histerectomia: tirou o utero | tirei o utero | retirada do utero | retirou o utero
mastectomia: tirou a mama | tirei a mama | retirada da mama | retirou a mama
colecistectomia: tirou a vesicula | tirei a vesicula | retirada da vesicula | retirou a vesicula | operou a vesicula | operei a vesicula | operou vesicula
apendicectomia: tirou o apendice | tirei o apendice | retirou o apendice | operou apendicite | operei apendicite | operei de apendicite | operou de apendicite
abortamento: aborto | abortou | abortei | abortos | perdi um bebe | perdeu um bebe | perdi o bebe | perdeu o bebe
dor lombar: lombalgia | lombar | dor nas costas | dor nas cadeiras
dorsalgia: dor no meio das costas | dor nas costas em cima
cervicalgia: dor no pescoco | dor na nuca | dor cervical | torcicolo
gonalgia: dor no joelho | dor nos joelhos | dor em joelho | dor em joelhos
artralgia: dor nas juntas | dor nas articulacoes | dor articular | dores articulares | dores nas juntas
mialgia: dor no corpo | dor muscular | dores no corpo | dor nos musculos | dores musculares
omalgia: dor no ombro | dor em ombro
epigastralgia: dor na boca do estomago | dor epigastrica | dor em epigastrio
dor abdominal: dor na barriga | dor no abdome | dor em abdome | dor no pe da barriga | dor em baixo ventre
disuria: arde para urinar | ardencia para urinar | ardor ao urinar | ardencia miccional | dor para urinar | queima para urinar | ardencia urinaria
polaciuria: urinando toda hora | urinar toda hora | vontade toda hora | polaciurica
hematuria: sangue na urina | urina com sangue | xixi com sangue | sangue no xixi
noctururia: nocturia | levanta para urinar | acorda para urinar | levanto para urinar | nicturia | nocturia
poliuria: urina muito | urinando muito | muito xixi
polidipsia: muita sede | bebe muita agua | sede excessiva | sede
leucorreia: corrimento | corrimento vaginal | corrimentos
dismenorreia: colica menstrual | colica na menstruacao | colicas menstruais
metrorragia: sangramento fora da menstruacao | sangramento entre as menstruacoes
fogacho: fogachos | calorao | caloroes | ondas de calor | calor que sobe | fogo que sobe
inapetencia: falta de apetite | perda de apetite | hiporexia | perdeu o apetite | perdi o apetite | nao tem fome | nao tenho fome | anorexia | inapetente | nao desce nada | hiporexico
hematemese: vomito com sangue | vomitou sangue | vomitei sangue
melena: fezes escuras | fezes pretas | coco preto
hematoquezia: sangue nas fezes | sangue no coco | fezes com sangue
diarreia: soltura | intestino solto | barriga solta | desarranjo | caganeira | fezes liquidas | fezes amolecidas | diarreico | diarreica
constipacao: obstipacao | intestino ressecado | obstipado | obstipada | constipado | constipada
disfagia: dificuldade para engolir | dificuldade de engolir | entala | entalando
pirose: queima o estomago | azia | queimacao retroesternal
flatulencia: gases | distensao abdominal | barriga estufada | estufamento | empachamento | flatos | eliminacao de flatos
plenitude: empachado | empachada | estomago cheio
ictericia: amarelao | olho amarelo | olhos amarelos | pele amarela | icterico | icterica | amarelado
dispneia: canseira para respirar | folego curto | dificuldade para respirar | dificuldade respiratoria | falta o ar | desconforto respiratorio | dispneico | dispneica | falta o folego
ortopneia: falta de ar ao deitar | falta de ar deitado | falta de ar deitada
sibilos: chiado | chiado no peito | chiando | sibilancia | sibilo | peito chiando | chieira
expectoracao: catarro | escarro | secrecao amarela | catarrinho | expectorando
tosse produtiva: tosse com catarro | tosse carregada | tosse cheia
hemoptise: escarro com sangue | catarro com sangue | tosse com sangue | tossiu sangue
coriza: rinorreia | nariz correndo | nariz pingando | corrimento nasal
obstrucao nasal: nariz entupido | nariz trancado | nariz tapado | congestao nasal | nariz fechado
odinofagia: garganta doi | garganta inflamada | dor para engolir | dor ao engolir
disfonia: rouquidao | rouco | rouca | voz rouca
hipoacusia: surdez | surdo | surda | surdinha | nao escuta | nao ouve | perda auditiva | ouve mal | ouve pouco | deficit auditivo | escuta mal
zumbido: zumbidos | apito no ouvido | barulho no ouvido | chiado no ouvido | tinnitus | acufeno
plenitude auricular: ouvido tampado | ouvido entupido
otorreia: secrecao no ouvido | ouvido vazando | pus no ouvido
vertigem: tontura rotatoria | tudo girando | tudo rodando | tudo roda
hiperemia: vermelhidao | vermelho | vermelha | vermelhos | vermelhas | avermelhado | avermelhada | avermelhados | hiperemiado | hiperemiada | eritema | eritematoso | eritematosa
exantema: rash | bolinhas | manchas vermelhas | brotoeja | vermelhidao no corpo | exantematico
urticaria: empolado | empolada | empolou | empolei | vergoes | placas pelo corpo
turvacao visual: visao turva | vista turva | enxergo embacado | enxerga embacado | embacado | embacada | alteracao visual | alteracoes visuais
escotoma: escotomas | luzinhas | luzes brilhantes | pontos brilhantes | escotomas cintilantes | fosfenos
fotofobia: luz incomoda | incomodo com a luz | sensibilidade a luz | a luz incomoda | incomoda a luz | dor com a luz
fonofobia: barulho incomoda | incomodo com barulho | sensibilidade ao barulho | o barulho incomoda
parestesia: parestesias | formiga | formigando | formigou | adormecido | adormecida | dormente | dormentes | formigamentos | dormencias
paresia: fraqueza de um lado | perna fraca | braco fraco | hemiparesia
tremor: tremores | tremendo | tremedeira | tremi | treme | tremeu
palpitacao: coracao disparado | batedeira | taquicardia | palpitando | coracao disparando | coracao dispara | coracao batendo forte | coracao batendo rapido
sudorese: suor | suou | suei | suando | suores | diaforese | transpiracao | suar
edema: edemaciada | edemaciadas | edemaciados | inchados
ascite: barriga d agua | barriga dagua
lipotimia: quase desmaiou | quase desmaiei | pre sincope
desmaio: sincopes | perda de consciencia | perdeu a consciencia | desmaiando
febre: febril | febres | febricula | hipertermia
calafrio: calafrios | tremedeira de frio
emagrecimento: perda ponderal | perdendo peso | emagreceram | perdeu quilos
ganho de peso: ganho ponderal | engordando | ganhando peso
insonia: dificuldade de dormir | custa a dormir | custo a dormir | insone | nao consegue dormir | sono ruim | dorme mal | durmo mal
anedonia: perda de interesse | perdeu o interesse | desanimo | desanimado | desanimada
choro: choro facil | labilidade
ideacao suicida: pensar em morrer | pensa em morrer | penso em morrer | vontade de morrer | pensamentos de morte | ideacao de morte | ideias de morte | morrer | ideacao passiva
suicidio: tentativa de suicidio | se matou | se matar | matou se | autoexterminio | tirar a propria vida | suicidou se | suicidou
alucinacao: ouve vozes | ouvir vozes | vozes | alucinacoes | alucinacoes auditivas | alucinacao auditiva
ansiedade: aflicao | agoniada | agoniado | agonia
irritabilidade: irritado | irritada | irritacao | pavio curto
esquecimento: esquecida | esquecido | esquece | perda de memoria | amnesia | esquecimentos | deficit de memoria
confusao mental: confuso | confusa | desorientado | desorientada | desorientacao | confusao
diplopia: vendo dobrado | ve dobrado
otalgia: dor no ouvido | ouvido doendo | ouvido doi
prurido: coca | cocou | pruriginoso | pruriginosa
equimose: roxo | roxa | roxos | hematoma | hematomas | equimoses
ferimento: machucado | machucou | ferida | feridas | ferimentos | corte
abscesso: furunculo | bola de pus
entorse: torceu | torci | torcao | torcido | torcer
fratura: quebrou | quebrei | quebrado | quebrada | fraturou | fraturei | fraturado | fraturada | quebrou o osso
instabilidade: falseia | falseando | falseou | sai do lugar | falseio | instavel
travamento: bloqueio articular | bloqueio | bloqueios
claudicacao: mancando | manca | manco | mancar
rigidez: travada | travado | endurecido | endurecida | endurece | rigido | rigida
febre alta: febrao
tce: traumatismo craniano | bateu a cabeca | bati a cabeca | batida na cabeca | trauma na cabeca | trauma craniano | pancada na cabeca
trauma: bateu | bati | batida | pancada | traumatismo | impacto | traumas
fadiga: astenia | adinamia | prostracao
precordialgia: angina | dor precordial
disfuncao eretil: impotencia | impotencia sexual
incontinencia: incontinencia urinaria | perda urinaria | escape urinario
deficit motor: perda de forca | perdeu a forca | perdeu forca
disartria: fala enrolada | fala arrastada | fala embolada
hipoestesia: sensibilidade reduzida | sensibilidade diminuida | insensivel
turgencia jugular: estase jugular | jugular saltada | jugulares saltadas
mioma: miomas | leiomioma | leiomiomas | miomatose
calosidade: calosidades | calo | calos
reumatismo: doenca reumatica | doenca reumatologica | reumatica
edema de membros inferiores: edema de mmii | inchaco nas pernas | pernas inchadas | pes inchados
`

const WRITTEN = `
melhora: melhorou | melhorando | melhorado | melhorei | adiantou | resolveu | funcionou | fez efeito | aliviou | alivia | alivio
influenza: gripe
orofaringe: garganta | oroscopia | faringe
otoscopia: ouvido | ouvidos | timpano | timpanos | membrana timpanica
halux: dedao
utero: uterino | uterina
reto: retal
sangue: sanguineo | sanguinea
ruidos hidroaereos: rha | ruido hidroaereo | ruido | ruidos
contraste: contraste iodado | iodo | iodado
hemoglobina: hb
leucocitos: leucocitose | leucograma | leuco
psicoterapia: terapia | psicologo | psicologa | psicoterapeuta
fisioterapia: fisio | fisioterapica
liquido: liquidos | hidrica | hidrico
sonda: sonda vesical
anticoagulacao: anticoagulante | anticoagulantes | anticoagular | anticoagulado
aine: aines | anti inflamatorio | anti inflamatorios | antiinflamatorio | antiinflamatorios
sedentarismo: sedentario | sedentaria
articulacao: junta | juntas | articulacoes | articular | articulares
cateterismo: angioplastia | stent | stents | cate
artroscopia: artroscopica
menisco: meniscectomia | meniscal | meniscos
ligamento cruzado anterior: lca | cruzado anterior
cesarea: cesareana | cesariana | cesareo | parto cesareo | parto cesarea | cesareas | cesarianas
parto normal: parto vaginal | partos normais | partos vaginais | pn
epigastrio: boca do estomago | epigastrica | epigastrico
hipogastrio: pe da barriga | baixo ventre | embaixo do umbigo | abaixo do umbigo | suprapubica | suprapubico | hipogastrica
menarca: primeira menstruacao | primeira regra
dum: ultima menstruacao | data da ultima menstruacao
anticoncepcional: contraceptivo | pilula | pilula anticoncepcional | aco | contraceptivo oral | anticoncepcionais | contraceptivos | contraceptivo oral combinado | metodo contraceptivo
estalido: estalo | estalou | estalos | estalar | crepitacao
deambular: andar | deambula | caminha | caminhar | caminho | caminhando | pisar | pisa | marcha | deambulacao | deambulando | caminhada
bengala: muleta | andador | muletas
fralda: fraldas
deglutir: engolir | engole | engulo | deglute
aleitamento: amamentar | amamenta | amamentou | amamentando | mamar | mama no peito | mamou | ame | aleitamento materno | leite materno | mamando | aleitamento materno exclusivo | amamentacao
diurese: debito urinario | volume urinario | fazendo xixi
acidente: acidentes | acidentado
litro: litros | l
minuto: minutos | min | minutinhos
mmii: pernas | perna | membros inferiores | membro inferior
mmss: bracos | braco | membros superiores | membro superior
pe: pezinho | plantar | plantares
mao: maos | manual
abdome: abdomen | abd
pulmao: pulmoes | pulmonar | pulmonares | mv | murmurio | murmurio vesicular | ausculta pulmonar
coracao: cardiaca | cardiaco | bulhas | bnf | rcr | precordio | ausculta cardiaca | cardiacas
torax: peito | toracica | toracico | precordial | toracicos
cranio: cabeca | craniana
quadril: anca | bacia | pelve
pupila: pupilas | isocoricas | pupilar
estertor: estertores | crepitacoes | estertoracao | creptos | crepitantes
sopro: sopros
mucosa: boca | mucosas | labios | labio
lagrima: lagrimas | choro com lagrimas
fontanela: moleira | fontanelas
cefaleia: dor na cabeca | cefaleias  | cabeca doendo | cabeca doi
linfonodo: linfonodos | ingua | inguas | ganglio | ganglios | linfonodomegalia | linfonodomegalias | adenomegalia | adenomegalias | linfonodal
lesao: lesoes | rompeu | rompido | ruptura | rompeu | rotura | lesionado
olho: visao
indolor: nao doi
preservado: preservada | preservados | preservadas | mexe bem | se movimenta bem
normal: normais | limpo | limpa | normofoneticas | normofonetica | normotensa | inalterado | inalterada
flacido: mole | flacida | depressivel
decubito: deitado | deitada | deitar | deita
ortostase: em pe | ortostatica | ortostatico | de pe
hipotensao: pressao baixa | queda da pressao | queda de pressao | pressao cai | hipotensao postural | hipotenso | hipotensa
fc: frequencia do coracao | frequencia
saturacao: sato2 | spo2 | sat | satura | satura o2 | saturando | oximetria | saturacao de o2 | saturacao de oxigenio | sat o2
temperatura: tax | temp | t axilar
glicemia: glicose | hgt | dextro | glicemias | glicemia capilar | acucar
hba1c: glicada | hemoglobina glicada | hemoglobina glicosilada | a1c | glicohemoglobina
bcf: batimentos do bebe | coracao do bebe | batimento fetal | batimentos cardiofetais | bcfs | coracaozinho | batimento do bebe
altura uterina: au | tamanho do utero | fundo uterino
movimentacao fetal: mf | bebe mexe | nenem mexe | nene mexe | bebe mexendo | movimentos fetais | mexe bastante | mexendo bem
idade gestacional: ig | semanas de gestacao
estatura: altura | estaturas | comprimento
imc: indice de massa corporal
urina 1: eas | urina tipo 1 | urina tipo um | sumario de urina | exame de urina | urina rotina | urina tipo i
urocultura: cultura de urina | urc
totg: ttgo | tolerancia oral a glicose | curva glicemica | gtt
tomografia: tc | tomografias | tomografia computadorizada
ressonancia: rm | rnm | ressonancia magnetica | ressonancias
radiografia: radiografias | rx de | raio x de
eletrocardiograma: eletros
ecocardiograma: eco | ecott | ecocardiografia
endoscopia: eda | endoscopia digestiva | endoscopia digestiva alta
fundoscopia: fundo de olho | mapeamento de retina
fotocoagulacao: laser
supra: supradesnivelamento | supra de st | supradesnivel | supradesnivelamento de st
oxigenio: o2 | cateter de oxigenio | cn de o2
retorno: reconsulta | consulta de retorno | nova consulta | proxima consulta | nova conversa | acompanhamento | seguimento | revejo | ver de novo | marco com | nos vemos | te vejo
orientacao: oriento | orientacoes | orientado
encaminhamento: encaminhamentos | encaminhar | referenciar | referenciado
suspensao: cessar | cessou | cessacao | interromper | interrompeu | interrompido | descontinuar | descontinuado | tirar fora | nao toma mais | nao usar mais | larguei | largou | largar | abandonou | abandonei | deixou de | deixei de | parei | parou | parar de
inicio: comecou | comecei | comeca | comecar | iniciou | iniciar | inicia | iniciado | iniciada | surgiu | apareceu | comecando | iniciei
aumento: aumentar | subir | sobe | aumentou | aumentei | elevar | elevacao | aumentada | aumentado
troca: trocar | trocou | troquei | substituir | substituido | substituicao | substituida | mudar | mudou
pronto socorro: ps | pronto atendimento | upa | emergencia | maternidade
internacao: internado | internada | internou | internei | hospitalizacao | hospitalizado | internacoes | fiquei internado | fiquei internada | baixei hospital
recidiva: voltou | recorrencia | de novo | recorrente
esforco: esforcos | subir a escada | subir escada | subo a escada | subo escada | subir ladeira | ladeira | escada | escadas | exercicio fisico
repouso: parado | parada em repouso
unilateral: um lado so | hemicraniana | hemicraniano
pulsatil: latejando | lateja | latejante | pulsante
em queimacao: queima | queimando
em pontada: pontada | pontadas | fincada | fisgada
em colica: colica | colicas
irradiacao: irradia | irradiada | irradiando | vai pro | vai pra | vai para | desce pela | desce pra | corre pra
intensidade: de zero a dez | de 0 a 10 | nota | escala de dor | eva | evn
intenso: forte | fortes | intensa | muito forte | fortissima | importante | insuportavel
leve: fraquinha | leves | leveza | uma dorzinha | dorzinha | discreto | discreta | levemente | pouquinho
moderado: moderada | media
esporadico: de vez em quando | as vezes | ocasional | ocasionalmente | eventual | eventualmente | raramente | raro | ocasionais | esporadicamente | socialmente
gestacao: gestacoes | gesta | prenhez | gestacional
falecido: morreu | faleceu | falecida | morto | obito | morte | falecimento | finado | finada | mortos
estudante: estuda | estudo | faculdade | escola | colegio | estudando
aposentado: aposentada | aposentou | aposentei | aposentadoria
reside: mora | moro | moram | residem | vive | vivo
vacina: vacinas | vacinado | vacinada | vacinacao | imunizacao | vacinal
atrasado: atraso | atrasada
crioterapia: gelo | bolsa de gelo | compressa fria
alcool: etilico | alcoolica
pos prandial: depois de comer | apos refeicao | apos comer | apos alimentacao | depois do almoco
dor a palpacao: dor quando aperta | doi quando aperta | doloroso a palpacao | dolorosa a palpacao | doi a palpacao
pediatra: pediatria
virose: viral | virus
autolesao: se machucar | se machucou | se cortar | se cortou | autoagressao | automutilacao
quimioterapia: quimio | qt | quimica | quimios
radioterapia: radio | rt
hemofilico: hemofilia | hemofilica
esplenomegalia: baco aumentado
`

const TOLD = `
hipertensao: pressao + alta subiu sobe
sedentarismo: nao nenhum nenhuma parad* + exercicio* academia atividade
disfuncao eretil: erec* + falha* nao dificuldade
incontinencia: segur* escap* perd* solt* + urina xixi
dispareunia: dor doi doer + relacao relacoes sexo
sinusiorragia: sangr* + relacao relacoes sexo
deficit motor: perd* sem menos fraqu* + forca
ma adesao: esquec* falh* + remedio remedios medicamento* comprimido*
dispneia: cans* canso + corr* brinc* ando anda
disuria: ard* queim* doi dor doer doendo doia + xixi urin* mij*
polaciuria: toda muitas direto + hora vezes + banheiro xixi urin*
polaciuria: vou ir + toda + banheiro
hematuria: sangue vermelh* + urin* xixi mij*
noctururia: levant* acord* + xixi urin* banheiro
dispneia: falta faltando folego + ar folego respir* subo subir escada ladeira
dispneia: cans* canso + subo subir escada ladeira andar
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
emagrecimento: perdi perdeu perdendo emagrec* + quilo quilos kg peso
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
suicidio: tent* se + matar matou morrer suicid*
ideacao suicida: pens* vontade + morrer morte matar
tabagismo: parei parou larguei fum* + fumar cigarro maco macos
`

/** Ideas that are complaints, diseases or what was done about them: what a denial of them says matters. */
export function complaints(ideas: ReadonlyMap<string, string>): Set<string> {
  return new Set(
    rows(COMPLAINTS).flatMap((line) => {
      const [idea = ''] = split(line, ':')
      return ideas.get(idea) ?? idea
    }),
  )
}

export interface Told {
  idea: string
  /** Every group must have a word; the words as patterns of a folded token. */
  groups: RegExp[]
}

/** Folded phrase → the idea it stands for, of both lists of synonyms. */
export function ideaPhrases(): Map<string, string> {
  const ideas = synonyms()
  for (const line of [...rows(COMPLAINTS), ...rows(WRITTEN)]) {
    const [said = '', others = ''] = split(line, ':')
    // An idea of the other list keeps its name there.
    const idea = ideas.get(said) ?? said
    ideas.set(said, idea)
    for (const phrase of split(others, '|')) if (!ideas.has(phrase)) ideas.set(phrase, idea)
  }
  for (const line of rows(TOLD)) {
    const [idea = ''] = split(line, ':')
    if (!ideas.has(idea)) ideas.set(idea, idea)
  }
  return ideas
}

/** Ideas told by words that stand near each other. */
export function toldIdeas(ideas: ReadonlyMap<string, string>): Told[] {
  return rows(TOLD).map((line) => {
    const [idea = '', words = ''] = split(line, ':')
    const groups = split(words, '+').map(
      (group) => new RegExp(`^(?:${group.replaceAll('*', '\\w*').split(' ').join('|')})$`),
    )
    return { idea: ideas.get(idea) ?? idea, groups }
  })
}

function rows(table: string): string[] {
  return table.trim().split('\n')
}

function split(line: string, by: string): string[] {
  return line
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)
}
