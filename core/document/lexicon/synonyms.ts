/**
 * Words that say the same in a record and in a conversation, one idea per line: the record's word, then how it is
 * said. Folded. Data for recognising a source, never for rewriting: what a patient calls "pressão alta" stays so.
 */
const SYNONYMS = `
cefaleia: dor de cabeca | dores de cabeca
dispneia: falta de ar
hipertensao: pressao alta | hipertensa | hipertenso | hipertensos | has | hipertensao arterial | hipertensao arterial sistemica
diabetes: diabetica | diabetico | dm | dm2 | diabetes mellitus
avc: derrame | acidente vascular cerebral
iam: infarto | infarto agudo do miocardio | ataque cardiaco
odinofagia: dor de garganta | garganta doendo
otalgia: dor de ouvido
lombalgia: dor lombar | dor nas costas | dor na lombar
disuria: dor ao urinar | ardencia ao urinar | queimacao ao urinar
nausea: enjoo | enjoos | enjoada | enjoado | nauseas
emese: vomito | vomitos | vomitei | vomitou
edema: inchaco | inchada | inchado | inchadas | edemas | edemaciada | edemaciado
prurido: coceira | cocando
fadiga: cansaco | cansada | cansado
pirose: azia | queimacao no estomago
epigastralgia: dor no estomago | dor de estomago
gonalgia: dor no joelho | dor nos joelhos
precordialgia: dor no peito | dor toracica
dor abdominal: dor na barriga | dor de barriga
parestesia: formigamento | dormencia
constipacao: intestino preso | prisao de ventre
coriza: nariz escorrendo
turvacao visual: visao embacada | vista embacada | visao turva
palpitacao: palpitacoes | coracao acelerado
insonia: dificuldade para dormir | nao consigo dormir
tabagismo: fumo | fuma | fumante | fumar | tabagista | cigarro | cigarros
etilismo: bebo | bebe | alcool | etilista | bebida alcoolica
alergia: alergica | alergico | alergias
medicamento: remedio | remedios | medicacao | medicacoes | medicamentos
cirurgia: operacao | cirurgias | operei | operada | operado
apendicectomia: cirurgia de apendicite
colecistectomia: cirurgia de vesicula
radiografia: raio x | rx | raios x
ultrassonografia: ultrassom | usg | ecografia
eletrocardiograma: ecg | eletro
pressao: pa | pressao arterial
fc: frequencia cardiaca
fr: frequencia respiratoria
mae: materna | materno
pai: paterna | paterno
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
retorno: volte | voltar | retornar | retorne | reavaliacao
encaminhamento: encaminho | encaminhar | encaminhado | encaminhada
cardiologia: cardiologista
neurologia: neurologista
ortopedia: ortopedista
oftalmologia: oftalmologista
dermatologia: dermatologista
ginecologia: ginecologista
endocrinologia: endocrinologista
psicologia: psicologo | psicologa
psiquiatria: psiquiatra
nutricao: nutricionista
fisioterapia: fisioterapeuta
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
