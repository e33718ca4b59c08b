/**
 * Everything else that a record writes otherwise than people say it (examinations, findings, what is to be done), in the form of
 * evidence/complaints.ts.
 */
export const WRITTEN = `
melhora: melhorou | melhorando | melhorado | melhorei | adiantou | resolveu | funcionou | fez efeito | aliviou | alivia | alivio
influenza: gripe
orofaringe: garganta | oroscopia | faringe
otoscopia: ouvido | ouvidos | timpano | timpanos | membrana timpanica
halux: dedao
utero: uterino | uterina
reto: retal
sangue: sanguineo | sanguinea
ruidos hidroaereos: rha | ruido hidroaereo | ruido | ruidos
contraste: contraste iodado | iodo | iodado | contrastado
hemoglobina: hb
leucocitos: leucograma | leuco
psicoterapia: terapia | psicologo | psicologa | psicoterapeuta
fisioterapia: fisio | fisioterapica
liquido: liquidos | hidrica | hidrico
sonda: sonda vesical
anticoagulacao: anticoagulante | anticoagulantes | anticoagular | anticoagulado
aine: aines | anti inflamatorio | anti inflamatorios | antiinflamatorio | antiinflamatorios
sedentarismo: sedentario | sedentaria
articulacao: junta | juntas | articulacoes | articular | articulares
cateterismo: cate
artroscopia: artroscopica
menisco: meniscal | meniscos
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
angioplastia: stent | stents
muleta: muletas
teste genetico: painel genetico | exame genetico | pesquisa de mutacao
bengala: bengalas
fralda: fraldas
deglutir: engolir | engole | engulo | deglute
aleitamento: amamentar | amamenta | amamentou | amamentando | mamar | mama no peito | mamou | aleitamento materno | leite materno | mamando | amamentacao
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
internacao: internado | internada | internou | internei | hospitalizacao | hospitalizado | internacoes | fiquei internado | fiquei internada | baixei hospital | ficou no hospital
recidiva: recorrencia | recorrente
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
quimioterapia: quimio | quimios | quimica vermelha | quimica branca
radioterapia: fez radio | fiz radio | fazer radio | quimio e radio | sessoes de radio
hemofilico: hemofilia | hemofilica
esplenomegalia: baco aumentado
axila: axilas | axilar | axilares
mama: mamas | mamario | mamaria | seio | seios
nasal: nariz | narina | narinas | fossas nasais
troponina: troponinas | marcadores de necrose
potassio: kalemia
creatinina: cr | creat
plaquetas: plt
t4 livre: t4l | t4
acuidade visual: av | acuidade
turvacao visual: bav | baixa acuidade visual | baixa visual | baixa da visao | enxergando embacado | enxergando mal | enxergo mal | vista ruim | visao ruim | embacada | embacado
marcha: jeito de andar
mini mental: meem | mini exame do estado mental
tug: timed up and go
fracao de ejecao: feve
desfibrilador: cdi
pico de fluxo: pfe | peak flow
sulfa: sulfametoxazol
cirurgia por video: videolaparoscopica | videolaparoscopia | laparoscopica | laparoscopia | vlp | operou por video | operado por video | operada por video | operei por video | vesicula por video | apendice por video
anestesia: anestesias | anestesico | anestesicos
peso: ponderal
perda de peso: perda ponderal
perder peso: reducao de peso
dieta hipossodica: sem sal | pouco sal | restricao de sal
hidratacao: bebe agua | beber agua | beba agua | beba bastante agua | bastante agua | muita agua | tomar agua | toma agua | ingesta hidrica | ingestao hidrica | ingestao de liquidos | liquidos
habito intestinal: intestino funciona | evacuacoes
noturno: noturna | noturnos | noturnas | de noite | a noite | noite
matinal: matutino | matutina | de manha | pela manha | ao acordar | acordo com | manha
vespertino: vespertina | a tarde | de tarde | fim da tarde | fim do dia | final do dia
creche: escolinha | bercario
infancia: quando crianca | quando pequeno | quando pequena | desde crianca | de crianca | na infancia | era crianca | quando era crianca | quando menina | quando menino
incapacidade: nao consigo trabalhar | nao consegue trabalhar | incapaz | incapacidade laboral | incapacidade laborativa | trabalhar ainda nao consigo
concentracao: concentrar | foco | me concentro
apetite: come bem | comendo bem | comer bem | como bem | comi tudo | aceitacao alimentar | boa aceitacao | boa aceitacao alimentar | aceitacao da dieta | aceita bem | aceitando bem | aceitando dieta | comi o almoco todo
sono: dorme bem | durmo bem | dorme a noite toda | dorme | durmo | dormir | dormindo
hipocorado: hipocorada | descorado | descorada | descorados | descoradas | palido | palida | mucosas descoradas
corado: corada | corados | coradas
colpocitologia: preventivo | papanicolau | citologia oncotica | colpocitologia oncotica | cco
mamografia: mmg
laqueadura: laqueei | laqueada | laqueadura tubaria | ligadura de trompas | ligou as trompas | ligadura tubaria | liguei as trompas
vasectomia: vasectomizado
dependente: precisa de ajuda | dependencia | dependencia parcial | semidependente
financas: dinheiro
barra de apoio: barra | barras | barras de apoio
adesao: aderencia | toma certo
ma adesao: ma aderencia | baixa adesao
exposicao: expos
protetor auricular: protetor de ouvido | epi
assintomatico: nao sinto nada | nao sinto mais nada | sem sintomas | assintomatica | nao sente nada | sem queixas | nao sinto mais | sem sintoma
esfincter: esfincteriana | esfincterianas | seguro direitinho | xixi e coco normais | segura urina | esfincteriano
conservador: sem cirurgia
monitorizacao: controle da pressao | medida da pressao | aparelho da pressao | valor da pressao | diario da pressao | medir a pressao | medir pressao | mrpa | controle da pressao | aferir
contato: contactante | contactantes
atividade: atividades
doente: doentes
difuso: difusos | difusa | difusas | difusamente
tiragem: esforco respiratorio | musculatura acessoria
fala: frases inteiras | frases completas
estrogenio: etinilestradiol
progestageno: progesterona | progestagenio | progestagenios
linfedema: inchaco do braco | braco inchado
neurologico: neurologica
mutacao: mutacao germinativa | mutacoes
conduta expectante: so acompanhar | so observar | apenas acompanhar
mm: milimetro | milimetros
medicamento: medicamentosa | medicamentosas | medicamentoso
`
