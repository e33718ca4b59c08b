/**
 * What Brazilian doctors type and say for a disease, where the classification calls it otherwise: abbreviations,
 * everyday names, older names. `names: codes`, the code that is meant most often first. Our own list; a test compares
 * every code with the official table.
 */
export interface CommonName {
  phrase: string
  codes: readonly string[]
}

const CID10 = `
has | hipertensao | hipertensao arterial | hipertensao arterial sistemica | pressao alta | hipertenso: I10
crise hipertensiva | urgencia hipertensiva | emergencia hipertensiva: I10
dm | diabetes | diabetico: E149 E119
dm1 | dm 1 | diabetes tipo 1 | diabetes mellitus tipo 1 | dmid | lada: E109
dm2 | dm 2 | diabetes tipo 2 | diabetes mellitus tipo 2 | dmnid: E119
cetoacidose | cetoacidose diabetica | cad: E101 E111
neuropatia diabetica: G632 E114
nefropatia diabetica | doenca renal do diabetes: N083 E112
retinopatia diabetica: H360 E113
pe diabetico: E145 E115
pre diabetes | intolerancia a glicose | resistencia a insulina: R730
hipoglicemia: E162
dmg | diabetes gestacional: O244
dislipidemia | dlp | colesterol alto | hiperlipidemia: E785
hipercolesterolemia: E780
hipertrigliceridemia | triglicerideos altos: E781
dislipidemia mista: E782
hipotireoidismo | hipotireoidismo primario: E039
hashimoto | tireoidite de hashimoto: E063
hipertireoidismo | tireotoxicose: E059
graves | doenca de graves | basedow graves: E050
nodulo de tireoide | nodulo tireoidiano | tireoide nodular: E041
bocio: E049
obesidade | obeso: E669 E660
obesidade morbida | obesidade grau 3 | obesidade grau iii: E668 E660
sobrepeso: E669
desnutricao: E46
deficiencia de vitamina d | hipovitaminose d: E559
deficiencia de vitamina b12 | deficiencia de b12: E538
gota | crise de gota: M109
hiperuricemia | acido urico alto: E790
sindrome metabolica: E888
sop | ovario policistico | ovarios policisticos | sindrome dos ovarios policisticos: E282
desidratacao: E86
hipocalemia | hipopotassemia: E876
hipercalemia | hiperpotassemia: E875
hiponatremia: E871
ivas | infeccao de vias aereas superiores | infeccao das vias aereas superiores | infeccao de via aerea superior: J069
resfriado | resfriado comum | rinofaringite | nasofaringite: J00
gripe | sindrome gripal | influenza: J111
covid | covid 19 | covid19 | coronavirus | sars cov 2: B342 U071
virose | infeccao viral | quadro viral: B349
sinusite | rinossinusite: J019 J329
sinusite aguda | rinossinusite aguda: J019
sinusite cronica | rinossinusite cronica: J329
rinite | rinite alergica: J304
faringite: J029
faringoamigdalite | faringotonsilite | amigdalite | tonsilite | amigdalite aguda: J039
amigdalite bacteriana | amigdalite estreptococica | amigdalite purulenta: J030 J039
laringite: J040
crupe | laringotraqueite: J050 J042
traqueite: J041
bronquite | traqueobronquite: J40 J209
bronquite aguda: J209
bronquiolite | bronquiolite viral aguda | bva: J219
pneumonia | pnm | broncopneumonia bacteriana: J189 J159
pac | pneumonia adquirida na comunidade | pneumonia comunitaria: J189 J159
broncopneumonia | bcp: J180
pneumonia bacteriana: J159
pneumonia viral: J129
pneumonia aspirativa | broncoaspiracao: J690
asma | asma bronquica | bronquite asmatica: J459
crise de asma | asma agudizada | crise asmatica | exacerbacao de asma | broncoespasmo: J46 J459
bebe chiador | lactente sibilante | sibilancia: R062 J459
dpoc | enfisema e bronquite cronica: J449
dpoc exacerbado | dpoc exacerbada | exacerbacao de dpoc | dpoc descompensado: J441
enfisema | enfisema pulmonar: J439
bronquiectasia | bronquiectasias: J47
derrame pleural: J90
pneumotorax: J939
tuberculose | tb | tuberculose pulmonar | tb pulmonar: A162 A150
tosse: R05
dispneia | falta de ar: R060
hemoptise: R042
epistaxe | sangramento nasal: R040
irpa | insuficiencia respiratoria: J969 J960
insuficiencia respiratoria aguda: J960
apneia do sono | saos | sahos | apneia obstrutiva do sono: G473
desvio de septo: J342
polipo nasal | polipose nasal: J339
otite | otite media aguda | oma: H669 H660
otite externa: H609
otite media cronica: H663 H661
rolha de cerume | cerume | cerumen impactado: H612
zumbido: H931
perda auditiva | hipoacusia | surdez: H919
perda auditiva neurossensorial: H905
labirintite | labirintopatia: H830 H819
vertigem | tontura | tonturas: R42
vppb | vertigem posicional | vertigem posicional paroxistica benigna: H811
meniere | sindrome de meniere: H810
otalgia | dor de ouvido: H920
itu | infeccao urinaria | infeccao do trato urinario: N390
cistite: N309 N300
cistite aguda: N300
pielonefrite | pielonefrite aguda: N10 N12
nefrolitiase | litiase renal | calculo renal | pedra no rim | pedra nos rins | urolitiase: N200
ureterolitiase | calculo ureteral | litiase ureteral: N201
colica nefretica | colica renal | colica ureteral: N23
drc | irc | doenca renal cronica | insuficiencia renal cronica: N189
ira | lra | injuria renal aguda | lesao renal aguda | insuficiencia renal aguda: N179
sindrome nefrotica: N049
hematuria: R31
disuria: R300
retencao urinaria: R33
incontinencia urinaria: R32
incontinencia urinaria de esforco | iue: N393
bexiga hiperativa: N328
hpb | hiperplasia prostatica | hiperplasia prostatica benigna | prostata aumentada: N40
prostatite: N419
cancer de prostata | ca de prostata: C61
disfuncao eretil | impotencia: F522 N484
varicocele: I861
fimose: N47
orquite | epididimite | orquiepididimite: N459
hidrocele: N433
gastrite: K297
gastrite aguda: K291
drge | refluxo | refluxo gastroesofagico | doenca do refluxo: K219 K210
esofagite: K20 K210
dispepsia | ma digestao: K30
azia | pirose: R12
ulcera gastrica: K259
ulcera duodenal: K269
ulcera peptica: K279
h pylori | helicobacter pylori: B968
hda | hemorragia digestiva alta: K922
hemorragia digestiva | sangramento digestivo: K922
gastroenterite | geca | diarreia | gastroenterite aguda | diarreia aguda | gastroenterocolite | intoxicacao alimentar | infeccao intestinal: A09
intoxicacao alimentar bacteriana: A059
vomitos | nausea | vomito | enjoo: R11
constipacao | constipacao intestinal | prisao de ventre | intestino preso | obstipacao: K590
sii | sindrome do intestino irritavel | intestino irritavel | colon irritavel: K589
doenca de crohn | crohn: K509
retocolite | retocolite ulcerativa | rcu: K519
diverticulite | diverticulose | doenca diverticular: K579
hemorroida | hemorroidas: I849
fissura anal: K602
fistula anal: K603
abscesso perianal: K610
apendicite: K37 K359
apendicite aguda: K359
colelitiase | pedra na vesicula | calculo de vesicula | calculo biliar | litiase biliar: K802
colecistite | colecistite aguda: K819 K810
coledocolitiase: K805
pancreatite | pancreatite aguda: K85 K859
pancreatite cronica: K861
esteatose | esteatose hepatica | gordura no figado: K760
cirrose | cirrose hepatica: K746
hepatite alcoolica: K701
hepatite a: B159
hepatite b: B169 B181
hepatite c: B171 B182
hepatite viral: B199
hernia inguinal: K409
hernia umbilical: K429
hernia de hiato | hernia hiatal: K449
hernia incisional | hernia ventral: K439
dor abdominal | dor de barriga: R104
epigastralgia | dor de estomago | dor no estomago: R101
abdome agudo: R100
verminose | parasitose intestinal | parasitose | verme: B829
giardiase | giardia: A071
ascaridiase | lombriga: B779
oxiuriase | enterobiase: B80
amebiase: A069
esquistossomose: B659
cefaleia | dor de cabeca: R51
cefaleia tensional: G442
enxaqueca | migranea: G439
enxaqueca com aura: G431
enxaqueca sem aura: G430
epilepsia: G409
convulsao | crise convulsiva | convulsoes: R568 G409
convulsao febril | crise febril: R560
avc | ave | acidente vascular cerebral | acidente vascular encefalico | derrame | derrame cerebral: I64
avci | avc isquemico | avei | infarto cerebral: I639 I64
avch | avc hemorragico | hemorragia cerebral: I619
ait | ataque isquemico transitorio: G459
sequela de avc | sequela de ave | avc previo | avc antigo: I694
hsa | hemorragia subaracnoidea: I609
parkinson | doenca de parkinson: G20
alzheimer | doenca de alzheimer: G309
demencia: F03
demencia vascular: F019
paralisia facial | paralisia de bell: G510
neuralgia do trigemeo | nevralgia do trigemeo: G500
meningite: G039
meningite bacteriana: G009
meningite viral: A879
stc | sindrome do tunel do carpo | tunel do carpo: G560
neuropatia periferica | polineuropatia: G629
sincope | desmaio: R55
insonia: G470 F510
tce | traumatismo craniano | traumatismo cranioencefalico: S069 S099
ansiedade | transtorno de ansiedade | ansioso: F419
tag | ansiedade generalizada | transtorno de ansiedade generalizada: F411
panico | sindrome do panico | transtorno de panico | crise de panico: F410
transtorno misto ansioso depressivo | ansiedade e depressao: F412
depressao | episodio depressivo | quadro depressivo: F329
depressao leve | episodio depressivo leve: F320
depressao moderada: F321
depressao grave: F322
depressao recorrente | transtorno depressivo recorrente: F339
distimia: F341
tab | thb | bipolar | transtorno bipolar | transtorno afetivo bipolar: F319
esquizofrenia: F209
psicose | surto psicotico: F29 F239
tdah | deficit de atencao | hiperatividade: F900
tea | autismo | transtorno do espectro autista: F840
toc | transtorno obsessivo compulsivo: F429
tept | estresse pos traumatico: F431
reacao aguda ao estresse | estresse agudo: F430
transtorno de adaptacao | transtorno de ajustamento: F432
burnout | sindrome de burnout | esgotamento profissional: Z730
estresse: Z733 F439
alcoolismo | etilismo | etilista | dependencia de alcool: F102
tabagismo | tabagista | fumante: F172 Z720
drogadicao | dependencia quimica: F192
anorexia nervosa: F500
bulimia: F502
ideacao suicida: R458
dor toracica | dor no peito | precordialgia: R074 R072
angina | angina de peito: I209
angina instavel: I200
iam | infarto | infarto agudo do miocardio | infarto do miocardio: I219
iam previo | infarto previo | infarto antigo | iam antigo: I252
iamcsst | iam com supra: I219
iamssst | iam sem supra: I214
sca | sindrome coronariana aguda: I249 I200
dac | doenca arterial coronariana | coronariopatia | aterosclerose coronariana: I251
doenca isquemica do coracao | cardiopatia isquemica: I259
icc | ic | insuficiencia cardiaca | insuficiencia cardiaca congestiva: I500
eap | edema agudo de pulmao: J81 I501
fa | fibrilacao atrial | flutter atrial: I48
arritmia: I499
taquicardia supraventricular | tsv | tpsv: I471
taquicardia: R000
bradicardia: R001
palpitacao | palpitacoes: R002
extrassistole | extrassistoles: I494
bav | bloqueio atrioventricular | bavt: I443 I442
pcr | parada cardiorrespiratoria | parada cardiaca: I469
miocardiopatia | cardiomiopatia: I429
miocardiopatia dilatada: I420
chagas | doenca de chagas: B572 B575
cardiopatia hipertensiva: I119
cardiopatia chagasica: B572
estenose aortica: I350
insuficiencia mitral: I340
prolapso da valva mitral | prolapso mitral: I341
sopro | sopro cardiaco: R011
endocardite: I38 I330
pericardite: I309
hipotensao: I959
hipotensao ortostatica | hipotensao postural: I951
tvp | trombose venosa profunda: I802
trombose venosa: I829
tromboflebite: I809
tep | embolia pulmonar | tromboembolismo pulmonar: I269
varizes | varizes de membros inferiores | varizes mmii: I839
insuficiencia venosa | insuficiencia venosa cronica | ivc: I872
ulcera venosa | ulcera varicosa: I830
daop | dap | doenca arterial periferica | claudicacao intermitente: I739
aneurisma de aorta abdominal | aaa: I714
linfedema: I890
anemia: D649
anemia ferropriva | anemia por deficiencia de ferro | ferropenia: D509
anemia falciforme: D571 D570
crise falcica | crise algica falciforme: D570
plaquetopenia | trombocitopenia: D696
pti | purpura trombocitopenica idiopatica: D693
leucemia: C959
linfoma: C859
mieloma multiplo: C900
linfonodomegalia | adenomegalia | linfadenopatia | adenopatia: R599 R590
linfadenite: L049
dengue | dengue classica: A90
dengue hemorragica | dengue grave: A91
zika | zika virus: A928
chikungunya | chicungunha: A920
febre amarela: A959
malaria: B54
leishmaniose: B559
leishmaniose visceral | calazar: B550
leptospirose: A279
hanseniase | lepra: A309
hiv | aids | sida: B24 Z21
hiv positivo | soropositivo: Z21
sifilis | lues: A539
sifilis primaria: A510
sifilis secundaria: A513
sifilis na gestacao | sifilis gestacional: O981
gonorreia: A549
uretrite: N341
ist | dst | doenca sexualmente transmissivel: A64
herpes | herpes simples | herpes labial: B009
herpes genital: A600
herpes zoster | zoster | cobreiro: B029
varicela | catapora: B019
sarampo: B059
rubeola: B069
caxumba | parotidite: B269
coqueluche: A379
mononucleose: B279
escarlatina: A38
doenca mao pe boca | mao pe boca | sindrome mao pe boca: B084
exantema subito | roseola: B082
molusco | molusco contagioso: B081
toxoplasmose: B589
mordedura de cachorro | mordedura de cao | mordida de cachorro: W54
profilaxia antirrabica | profilaxia da raiva: Z203 Z242
febre | febre sem foco | febre de origem indeterminada: R509
sepse | septicemia | sepsis | choque septico: A419
escabiose | sarna: B86
pediculose | piolho: B850
impetigo: L010
erisipela: A46
celulite | celulite infecciosa: L039
celulite de perna | celulite de membro inferior: L031
abscesso | abscesso cutaneo: L029
furunculo | furunculose: L029
foliculite: L739
acne: L709 L700
rosacea: L719
dermatite | eczema: L309
dermatite atopica | eczema atopico: L209
dermatite seborreica | caspa | seborreia: L219
dermatite de contato: L259
dermatite de fraldas | assadura: L22
psoriase: L409
urticaria: L509
angioedema: T783
alergia: T784
anafilaxia | choque anafilatico: T782
farmacodermia | reacao medicamentosa: L270
prurido | coceira: L299
picada de inseto | prurigo: L282
micose | tinea | tinha: B359
tinea corporis | tinha do corpo: B354
tinea pedis | pe de atleta | frieira: B353
onicomicose | micose de unha: B351
pitiriase versicolor | pano branco: B360
candidiase | moniliase: B379
candidiase oral | sapinho: B370
candidiase vaginal | candidiase vulvovaginal: B373
unha encravada | onicocriptose: L600
calosidade | calo: L84
verruga | verrugas: B07
nevo | pinta: D229
ceratose seborreica | queratose seborreica: L82
ceratose actinica | queratose actinica: L570
melanoma: C439
cbc | carcinoma basocelular | cancer de pele: C449
lipoma: D179
cisto sebaceo | cisto epidermico | cisto epidermoide: L721 L720
vitiligo: L80
melasma: L811
alopecia | queda de cabelo: L659 L650
alopecia areata: L639
hiperidrose: R619
ulcera de pressao | lesao por pressao | escara: L89
queloide: L910
miiase | bicheira: B879
bicho geografico | larva migrans: B769
lombalgia | dor lombar | dor nas costas | lumbago: M545
lombociatalgia | lumbociatalgia | lombociatica | ciatalgia com lombalgia: M544
ciatica | ciatalgia | dor ciatica: M543
cervicalgia | dor cervical | dor no pescoco: M542
torcicolo: M436
dorsalgia | dor dorsal: M549
hernia de disco | hernia discal | hernia de disco lombar: M512 M511
protrusao discal | discopatia | degeneracao discal: M519 M513
espondilose | espondiloartrose | artrose de coluna: M479
escoliose: M419
artrose | osteoartrite | osteoartrose: M199
gonartrose | artrose de joelho | artrose do joelho: M179
coxartrose | artrose de quadril | artrose do quadril: M169
gonalgia | dor no joelho | artralgia de joelho: M255
artralgia | dor articular | dor nas articulacoes: M255
omalgia | dor no ombro: M255 M759
artrite: M139
artrite reumatoide | ar: M069
les | lupus | lupus eritematoso sistemico: M329
espondilite anquilosante: M45
sjogren | sindrome de sjogren: M350
esclerodermia | esclerose sistemica: M349
polimialgia reumatica: M353
fibromialgia: M790
mialgia | dor muscular: M791
tendinite | tendinopatia: M779
tendinite do ombro | sindrome do manguito rotador | manguito rotador | lesao do manguito: M751
bursite | bursite do ombro: M719 M755
bursite trocanterica: M706
capsulite adesiva | ombro congelado: M750
epicondilite | epicondilite lateral | cotovelo de tenista: M771
epicondilite medial | cotovelo de golfista: M770
de quervain | tenossinovite de de quervain: M654
dedo em gatilho: M653
cisto sinovial: M674
fascite plantar | fasciite plantar: M722
esporao | esporao de calcaneo: M773
halux valgo | joanete: M201
lesao de menisco | lesao meniscal | meniscopatia: M232 S832
osteoporose: M819 M810
osteoporose com fratura: M809
osteopenia: M858
osteomielite: M869
dor em membro | dor na perna | dor no braco: M796
contusao: T140
entorse de tornozelo | torcao de tornozelo | entorse do tornozelo: S934
entorse de joelho | entorse do joelho: S836
entorse de punho: S635
fratura de femur: S729
fratura de colo de femur | fratura do colo do femur: S720
fratura de punho | fratura de radio | fratura de radio distal | fratura de colles: S525
fratura de antebraco: S529
fratura de clavicula: S420
fratura de umero: S423 S422
fratura de tornozelo: S828 S826
fratura de perna | fratura de tibia: S822
fratura de mao: S628
fratura de costela: S223
luxacao de ombro | luxacao do ombro: S430
ferimento | ferimento corto contuso | fcc | corte: T141
queimadura: T300
corpo estranho no olho | corpo estranho ocular: T159
corpo estranho no ouvido: T16
corpo estranho no nariz: T171
politrauma | politraumatismo: T07
acidente de moto: V299
queda | queda da propria altura: W19 W18
picada de cobra | acidente ofidico: T630
picada de escorpiao | escorpionismo: T632
picada de aranha: T633
intoxicacao exogena | intoxicacao medicamentosa: T509
conjuntivite: H109
conjuntivite viral: B309
conjuntivite alergica: H101
conjuntivite bacteriana: H100 H109
hordeolo | tercol: H000
calazio: H001
blefarite: H010
pterigio: H110
catarata: H269
catarata senil: H259
glaucoma: H409
miopia: H521
hipermetropia: H520
astigmatismo: H522
presbiopia | vista cansada: H524
ametropia | erro de refracao: H527
olho seco: H041
uveite: H209
ceratite: H169
estrabismo: H509
dmri | degeneracao macular: H353
descolamento de retina: H330 H332
baixa visao: H542
hemorragia subconjuntival: H113
cegueira: H540
dismenorreia | colica menstrual: N946
tpm | tensao pre menstrual: N943
amenorreia: N912
menorragia | sangramento uterino anormal | sua | hipermenorreia: N920 N939
metrorragia: N921
climaterio | menopausa: N951
atrofia vaginal | vaginite atrofica: N952
mioma | mioma uterino | miomatose | leiomioma: D259
endometriose: N809
dip | doenca inflamatoria pelvica: N739 N730
vaginose | vaginose bacteriana: N760 N768
vulvovaginite | vaginite | corrimento vaginal: N760 N771
tricomoniase: A590
bartholinite: N751 N750
cervicite: N72
cisto de ovario | cisto ovariano: N832
nic 1 | lsil | nic i: N870
nic 3 | hsil | nic iii: D069
hpv | condiloma | condiloma acuminado: A630
mastalgia | dor mamaria: N644
nodulo de mama | nodulo mamario: N63
mastite: N61
fibroadenoma: D24
cancer de mama | ca de mama: C509
cancer de colo de utero | cancer de colo uterino: C539
cancer de pulmao: C349
cancer de colon | cancer de intestino: C189
cancer de estomago | cancer gastrico: C169
cancer: C80
infertilidade | infertilidade feminina: N979
gravidez | gestacao | gestante: Z321 Z349
pre natal | prenatal | consulta de pre natal: Z349 Z340
pre natal de alto risco | gestacao de alto risco: Z359
hiperemese | hiperemese gravidica: O210 O211
pre eclampsia: O149
eclampsia: O159
hipertensao gestacional | dheg: O13
ameaca de aborto | ameaca de abortamento: O200
aborto | abortamento: O069 O034
gravidez ectopica | prenhez ectopica: O009
trabalho de parto: O809
trabalho de parto prematuro | tpp: O60 O600
itu na gestacao | infeccao urinaria na gestacao: O234
puerperio: Z392
ictericia neonatal: P599
prematuridade | rn prematuro: P073
refluxo do lactente: P783 K219
colica do lactente: R104
atraso do desenvolvimento | adnpm | atraso do dnpm: R620 F89
baixo ganho de peso: R628
enurese | xixi na cama: R32 F980
atraso de fala | atraso da fala: F809 F801
dificuldade escolar: F819
sindrome de down | down: Q909
paralisia cerebral: G809
check up | checkup | exame de rotina | consulta de rotina | exame medico geral: Z000
puericultura | consulta de rotina da crianca: Z001
exame ginecologico | preventivo: Z014
rastreamento de cancer de colo: Z124
mamografia de rastreamento: Z123
exame admissional | exame periodico: Z100
atestado | atestado medico: Z027
renovacao de receita | receita de repeticao: Z760
planejamento familiar | contracepcao | anticoncepcao: Z309
anticoncepcional | orientacao de contracepcao: Z300
diu | insercao de diu: Z301
vacinacao | vacina | imunizacao: Z269
pos operatorio: Z488 Z098
retirada de pontos: Z480
curativo: Z480
sedentarismo: Z723
dieta inadequada: Z724
cuidados paliativos: Z515
fadiga | cansaco | astenia: R53
mal estar: R53
perda de peso | emagrecimento: R634
inapetencia | perda de apetite: R630
edema | inchaco: R609
dor: R529
dor cronica: R522
disfagia: R13
hepatomegalia: R160
esplenomegalia: R161
ictericia: R17
ascite: R18
ronco | roncos: R065
rouquidao | disfonia: R490
halitose: R196
obito | morte sem assistencia: R98
dor de dente | odontalgia: K088
carie: K029
gengivite: K051
afta | aftas: K120
estomatite: K121
abscesso dentario: K047
dtm | disfuncao temporomandibular: K076
bruxismo: F458 G478
`

/** The names of the CID-10, in the order of the list. */
export const cid10Names: readonly CommonName[] = readNames(CID10)

/** A list as it is written here: a line per meaning, its names, a colon, its codes. */
export function readNames(list: string): CommonName[] {
  return list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [phrases = '', codes = ''] = line.split(':')
      return phrases
        .split('|')
        .map((phrase) => ({ phrase: phrase.trim(), codes: codes.trim().split(' ') }))
    })
}
