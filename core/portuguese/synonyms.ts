/**
 * Words that say the same in a record and in a conversation, one idea per line: the record's word, then how it is
 * said. Folded. Data for recognising a source, never for rewriting: what a patient calls "pressão alta" stays so.
 */
const SYNONYMS = `
cefaleia: dor de cabeca | dores de cabeca
tontura: tonteira | tonturas | tonto | tonta | zonzo | zonza

menarca: primeira menstruacao
choro: chorei | chorou | chora | chorar | chorando | chorosa | choroso
dispneia: falta de ar
hipertensao: pressao alta | hipertensa | hipertenso | hipertensos | has | hipertensao arterial | hipertensao arterial sistemica | da pressao | pra pressao | para pressao | remedio pra pressao | remedio para pressao | remedio para a pressao | remedios da pressao | remedios de pressao | comprimido da pressao | hipertensao sistemica
diabetes: diabetica | diabetico | dm | dm2 | diabetes mellitus
avc: derrame | acidente vascular cerebral
iam: infarto | infarto agudo do miocardio | ataque cardiaco | enfartou | infartou | infartei | enfartei | enfarto | enfarte | infartado
odinofagia: dor de garganta | garganta doendo
otalgia: dor de ouvido
lombalgia: dor lombar | dor nas costas | dor na lombar
disuria: dor ao urinar | ardencia ao urinar | queimacao ao urinar
nausea: enjoo | enjoos | enjoada | enjoado | nauseas | enjoar | enjoando
emese: vomito | vomitos | vomitei | vomitou | vomita | vomitando | vomitar | golfada | golfou
edema: inchaco | inchada | inchado | inchadas | edemas | edemaciada | edemaciado | incha | inchou | incham | inchar | inchando | pe inchado
prurido: coceira | cocando | coca | cocar | coceiras
fadiga: cansaco | cansada | cansado | cansando | cansa | cansar | canso | sem forca | falta de forca | fraqueza | moleza
pirose: azia | queimacao no estomago | queimando o estomago | azedume | queimacao no peito | queimacao na boca do estomago
epigastralgia: dor no estomago | dor de estomago
precordialgia: dor no peito | dor toracica
dor abdominal: dor na barriga | dor de barriga
parestesia: formigamento | dormencia
constipacao: intestino preso | prisao de ventre
coriza: nariz escorrendo
turvacao visual: visao embacada | vista embacada | visao turva
palpitacao: palpitacoes | coracao acelerado
insonia: dificuldade para dormir | nao consigo dormir | nao dorme | nao durmo
tabagismo: fumo | fuma | fumante | fumar | tabagista | cigarro | cigarros | fumou | fumei | fumava | fumando | maco | macos | tabaco | cigarrinho | ex tabagista | ex fumante
etilismo: bebo | bebe | alcool | etilista | bebida alcoolica | bebida | bebidas | cerveja | cervejas | cervejinha | cervejinhas | vinho | cachaca | etilista social
alergia: alergica | alergico | alergias | alergias conhecidas | alergia conhecida
medicamento: remedio | remedios | medicacao | medicacoes | medicamentos
cirurgia: operacao | cirurgias | operei | operada | operado | operou | operar | operados | operadas | operacoes
apendicectomia: cirurgia de apendicite
colecistectomia: cirurgia de vesicula
radiografia: raio x | rx | raios x
ultrassonografia: ultrassom | usg | ecografia
eletrocardiograma: ecg | eletro
pressao: pa | pressao arterial
fc: frequencia cardiaca
fr: frequencia respiratoria
mae: materna | materno | mamae
pai: paterna | paterno | papai
mg: miligrama | miligramas
g: grama | gramas
mcg: micrograma | microgramas
ml: mililitro | mililitros
kg: quilo | quilos | quilograma | quilogramas
cm: centimetro | centimetros
metro: m | metros
grau: graus | °c | ºc
%: por cento | porcento
bpm: batimentos por minuto
irpm: incursoes por minuto | respiracoes por minuto | ipm
mmhg: milimetros de mercurio
hora: h | horas | hs
dia: dias | d
semana: semanas
mes: meses
ano: anos
comprimido: comprimidos | cp | comp
gota: gotas
dieta: alimentacao
repouso: repousar
agua: hidratacao
pronto socorro: emergencia | ps
retorno: volte | volta | volto | voltar | retornar | retorne | reavaliacao | reavaliar | reavalio
encaminhamento: encaminho | encaminhar | encaminhado | encaminhada
cardiologia: cardiologista | cardio
neurologia: neurologista | neuro
ortopedia: ortopedista
oftalmologia: oftalmologista | oftalmo
dermatologia: dermatologista
ginecologia: ginecologista
endocrinologia: endocrinologista | endocrino
psicologia: psicologo | psicologa
psiquiatria: psiquiatra
nutricao: nutricionista
fisioterapia: fisioterapeuta
tireoide: tiroide
retirada: tirou | tirei | tirar | retirou | retirei | tirada
descalco: descalca | pe no chao
exercicio: atividade fisica | exercicios | atividades fisicas
secura: seco | seca | ressecamento | ressecada | ressecado
ardencia: arde | ardendo | ardeu | arder | ardor
ouvir: ouco | ouve | escuto | escuta
diplopia: visao dobrada | vista dobrada | visao dupla | vista dupla
queda: quedas | caiu | cai | cair | caindo | tombo | tombos
travamento: trava | travou | travar | travando
sangramento: sangrou | sangra | sangrar | sangrando | sangramentos
nodulo: nodulos | caroco | carocos
conjuge: esposa | esposo | mulher | marido | companheira | companheiro
ouvido: ouvidos | orelha
pe: pes
olho: olhos | vista | ocular
joelho: joelhos
gestacao: gravidez | gravida | gestante | gestacional | engravidar | engravidou
ansiedade: ansiosa | ansioso | nervosa | nervoso | nervosismo
tristeza: triste | tristonha | tristonho
depressao: depressiva | depressivo | deprimida | deprimido
asma: asmatica | asmatico | bronquite asmatica
convulsao: convulsoes | convulsivo | convulsiva | crise convulsiva | convulsionou
atestado: afastamento
manutencao: manter | mantido | mantida | mantem | mantenho | continua | continuam | continuar
reducao: reduzir | reduzido | reduzida | diminuir | diminui | diminua | baixar
suspensao: suspender | suspendo | suspende | suspenso | suspensa | parar | para com | corta | cortar
menstruacao: menstruar | menstruo | menstruou | regra | regras | menstrual
miccao: urina | urinar | xixi | urinario | urinaria | mijar
evacuacao: evacua | evacuar | coco | fezes | intestino
palpacao: palpar | aperto | apertar | palpo
abdome: barriga | abdomen | abdominal
nefrologia: nefro | nefrologista
urologia: urologista
reumatologia: reumato | reumatologista
gastroenterologia: gastro | gastroenterologista
otorrinolaringologia: otorrino
fonoaudiologia: fono | fonoaudiologa | fonoaudiologo
ganho de peso: engordei | engordou | engordar | ganhei peso | ganhou peso
perder peso: emagrecer | reduzir peso | perder uns quilos
emagrecimento: emagreci | emagreceu | emagrecendo | perda de peso | perdeu peso | perdi peso
dormir: durmo | dorme | dormindo | dormi | dormiu
desmaio: desmaiou | desmaiei | desmaiar | desmaios | sincope | apagou
dor: dores | doi | doendo | doeu | doer | doendo | dolorido | dolorida | dolorosa | doloroso | doem
`

/** Folded phrase → the idea it stands for. */
export function synonyms(): Map<string, string> {
  const ideas = new Map<string, string>()
  for (const line of SYNONYMS.trim().split('\n')) {
    const [idea = '', said = ''] = line.split(':').map((part) => part.trim())
    ideas.set(idea, idea)
    for (const phrase of said
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean))
      ideas.set(phrase, idea)
  }
  return ideas
}
