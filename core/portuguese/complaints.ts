/**
 * Complaints, diseases and what was done about them, as data for recognising a source, never for rewriting: one idea a line, the
 * record's word first, then what else means it, abbreviations included; words of it stand next to each other. What a denial of one
 * of these says matters. Folded.
 */
export const COMPLAINTS = `
hipertensao: pressao arterial alta | remedio da pressao | remedio de pressao | problema de pressao | hipertensiva | hipertensivo
diabetes: diabeticos
iam: infarto do miocardio | infartos
avc: avci | avch | ave | avei | derrame cerebral | acidente vascular encefalico | isquemia cerebral | derrames
dpoc: doenca pulmonar obstrutiva cronica | enfisema | enfisema pulmonar | bronquite cronica
insuficiencia cardiaca: icc | ic | coracao fraco | coracao grande | coracao inchado
doenca renal cronica: drc | irc | insuficiencia renal | insuficiencia renal cronica | rim fraco | rins fracos
doenca do refluxo: drge | refluxo | refluxo gastroesofagico
itu: infeccao urinaria | infeccao do trato urinario | infeccao de urina | infeccao na urina | infeccao urinaria baixa | cistite
pielonefrite: infeccao no rim | infeccao nos rins | infeccao renal
nefrolitiase: pedra no rim | pedra nos rins | calculo renal | calculos renais | litiase renal | urolitiase | pedras nos rins | calculo no rim
colelitiase: pedra na vesicula | pedras na vesicula | calculo na vesicula | litiase biliar | calculos na vesicula
trombose: tvp | trombose venosa | trombose venosa profunda | trombose na perna
dislipidemia: colesterol alto | hipercolesterolemia | triglicerides alto | gordura no sangue | triglicerideos altos | dlp
esteatose: gordura no figado | figado gorduroso | esteatose hepatica
hepatopatia: doenca do figado | problema no figado | doenca no figado | doencas do figado
cardiopatia: doenca do coracao | problema do coracao | problema no coracao | doenca cardiaca | cardiopata | problema de coracao | coronariopatia | coronariopata | doenca coronariana | sofre do coracao | e do coracao | era do coracao | sou do coracao | doente do coracao | problemas do coracao | problemas no coracao
tireoide: tireoidopatia
lupus: les | lupus eritematoso sistemico
bipolar: tab | transtorno bipolar | transtorno afetivo bipolar | bipolaridade
migranea: enxaqueca | enxaquecas | migraneas
hipotireoidismo: hipotireoideo | hipotireoidea
fibrilacao atrial: fa | fa cronica | fibrilacao
hiperglicemia: acucar alto | glicose alta | glicemia alta
distensao abdominal: barriga estufada | estufamento | empachamento
cianose: labio roxo | labios roxos | boca roxa | unhas roxas | cianotico | cianotica
desanimo: desanimado | desanimada
artrose: osteoartrite | osteoartrose | desgaste na articulacao | desgaste nas juntas
tuberculose: tbc
demencia: demencial | caduquice
arritmia: batimento irregular | coracao descompassado
ulcera: ulceras
hemorroida: hemorroidas | hemorroidaria | hemorroidario
neoplasia: cancer | ca | neoplasias | tumor maligno | oncologico | oncologica
revascularizacao: ponte de safena | pontes de safena | revascularizacao miocardica
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
flatulencia: gases | flatos | eliminacao de flatos
plenitude: empachado | empachada | estomago cheio
ictericia: amarelao | olho amarelo | olhos amarelos | pele amarela | icterico | icterica | amarelado
dispneia: canseira para respirar | folego curto | dificuldade para respirar | dificuldade respiratoria | falta o ar | desconforto respiratorio | dispneico | dispneica | falta o folego | fico sem ar | fica sem ar | ficar sem ar | ficando sem ar | fiquei sem ar | ficou sem ar
ortopneia: nao consegue deitar | nao consigo deitar | nao consegue dormir deitado | nao consigo dormir deitado | falta de ar ao deitar | falta de ar deitado | falta de ar deitada
sibilos: chiado | chiado no peito | chiando | sibilancia | sibilo | peito chiando | chieira | broncoespasmo | chiadeira
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
insonia: dificuldade de dormir | custa a dormir | custo a dormir | insone | nao consegue dormir | sono ruim | dorme mal | durmo mal | dificuldade de dormir | perco o sono | perde o sono
anedonia: perda de interesse | perdeu o interesse
choro: choro facil | labilidade
ideacao suicida: pensar em morrer | pensa em morrer | penso em morrer | vontade de morrer | pensamentos de morte | ideacao de morte | ideias de morte | ideacao passiva | pensou em morrer | pensei em morrer | pensado em morrer | pensando em morrer | quer morrer | quero morrer | queria morrer
suicidio: tentativa de suicidio | se matou | se matar | matou se | autoexterminio | tirar a propria vida | suicidou se | suicidou
alucinacao: ouve vozes | ouvir vozes | vozes | alucinacoes | alucinacoes auditivas | alucinacao auditiva
ansiedade: aflicao | agoniada | agoniado | agonia
irritabilidade: irritado | irritada | pavio curto
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
travamento: bloqueio articular
claudicacao: mancando | manca | manco | mancar
rigidez: travada | travado | endurecido | endurecida | endurece | rigido | rigida
febre alta: febrao
tce: traumatismo craniano | bateu a cabeca | bati a cabeca | batida na cabeca | trauma na cabeca | trauma craniano | pancada na cabeca
trauma: bateu | bati | batida | pancada | traumatismo | impacto | traumas
fadiga: astenia | adinamia | prostracao
precordialgia: dor precordial
disfuncao eretil: impotencia | impotencia sexual
incontinencia: incontinencia urinaria | perda urinaria | escape urinario
deficit motor: perda de forca | perdeu a forca | perdeu forca | fraqueza na perna | fraqueza nas pernas | fraqueza no braco | fraqueza nos bracos | fraqueza na mao | fraqueza muscular | sem forca na perna | sem forca no braco | sem forca na mao
disartria: fala enrolada | fala arrastada | fala embolada
hipoestesia: sensibilidade reduzida | sensibilidade diminuida | insensivel
turgencia jugular: estase jugular | jugular saltada | jugulares saltadas
mioma: miomas | leiomioma | leiomiomas | miomatose
calosidade: calosidades | calo | calos
reumatismo: doenca reumatica | doenca reumatologica | reumatica
edema de membros inferiores: edema de mmii | inchaco nas pernas | pernas inchadas | pes inchados
sindrome coronariana aguda: sca | angina instavel
tentativa de suicidio: tentativa de autoexterminio | tentei me matar | tentou se matar | tentei suicidio
otite: oma | otite media aguda | otite media | infeccao de ouvido | infeccao no ouvido
pneumonia: pac | pnm | broncopneumonia | bcp
gastrite: inflamacao no estomago
neuropatia: polineuropatia | neuropatia periferica | neuropatia diabetica | npd
retinopatia: retinopatia diabetica | rd
candidiase: candidiase vulvovaginal | cvv
xeroftalmia: olho seco | olhos secos | vista seca | secura nos olhos
xerostomia: boca seca | secura na boca
alopecia: queda de cabelo | cabelo caindo | caindo cabelo | cai cabelo | queda capilar
afta: aftas | ulceras orais | ulcera oral | ferida na boca | feridas na boca
exoftalmia: proptose | olho saltado | olhos saltados | exoftalmo
bocio: tireoide aumentada | papeira
moscas volantes: mosca voando | moscas voando | mosquinhas | mosquinha | pontinhos pretos
fotopsia: fotopsias | clarao | claroes | flashes de luz | flash de luz
aura: aura visual | risquinhos | ziguezague | zigue zague
hiperdefecacao: intestino solto | intestino solta | evacuando muito
coluria: urina escura | xixi escuro | urina cor de coca cola
acolia: fezes claras | coco branco | fezes brancas
lesao: machucado | machucados | ferimento
asma: crise de asma | crise asmatica
dispneia paroxistica noturna: dpn | acordo sufocado | acorda sufocado | acordo sufocada | acorda sufocada | acordo com falta de ar | acorda com falta de ar
hepatomegalia: figado aumentado | figado palpavel | figado grande
disfuncao sexual: falta de desejo | diminuicao da libido | libido diminuida | sem desejo
raynaud: dedos ficam brancos | dedos ficam roxos
sinusite: rinossinusite
amigdalite: tonsilite | faringoamigdalite | placa na garganta | pus na garganta
cervicobraquialgia: dor no pescoco que desce
lombociatalgia: dor lombar com irradiacao | ciatica | dor ciatica | lombalgia com irradiacao | ciatalgia
poliartralgia: dor em varias juntas | dores nas articulacoes | dor nas articulacoes
hernia: hernias
tendinite: tendinopatia | tendinopatias
hipersonia: muito sono | sonolencia | sonolento | sonolenta
queimadura: queimei | queimou | queimado
convulsao: crise epileptica | crises epilepticas | ataque epileptico
intubacao: intubado | intubada | intubou | intubar | intubaram | iot | entubado | entubou | entubar
transfusao: tomou sangue | tomei sangue | transfusoes
`
