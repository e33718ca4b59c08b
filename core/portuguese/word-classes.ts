/**
 * Kinds of words by their shape or by list, beyond the lists of `clinical-terms.ts`: what sounds like a disease, an examination,
 * a finding. They only decide where a sentence belongs; what it says is always quoted.
 */
import { DISEASES, EXAMS, mentions, SYMPTOMS } from './clinical-terms.ts'
import { type CueIndex, cueIndex } from './cue-index.ts'

/** Endings of diseases: "colelitíase", "escabiose", "hiponatremia", "ceratose", "melanoma". */
const DISEASE_ENDING =
  /(?:[^s]ite|ites|oses?|iases?|emias?|patias?|algias?|penias?|omas?|urias?|plasias?|celes?|fobias?|fagia|megalia|tireoidismo|trofia|esclerose|lalia|pneia|ngite)$/
/** Words with such an ending that are none. */
const NO_DISEASE =
  /^(?:limites?|permite|sintomas?|doses?|economias?|academias?|noites?|idiomas?|diplomas?|aromas?|problemas?|glicemia|calcemia|volemia|uricemia|convite|apetite|glicose|lactose|lactulose|simpatia|antipatia|garantia|satelite|diploma|cirurgia)$/

const DISEASE_NAMES = `
sindrome* | transtorno* | doenca de | doenca do | doenca da | fratura* | entorse* | luxacao | contusao | lesao por | lesao do | lesao d* | ruptura | hernia* | deficiencia de | insuficiencia* | tumor* | carcinoma* |
cancer | neoplasia* | infeccao* | episodio depressivo | episodio maniaco | episodio misto | episodio* | crise de | crises de | perda auditiva | vertigem posicional | vertigem* | delirium | demencia* | anemia* | desnutricao | desidratacao | intoxicacao |
hipertensao* | hipotensao* | prediabetes | pre diabetes | pre eclampsia | fibrilacao | flutter | arritmia* | angina | infarto | avc | ataque isquemico | tromboembolismo | embolia | trombose* | ulcera* | pe diabetico |
bronquiolite | asma | dpoc | tuberculose | covid | gripe | resfriado* | virose | sinusite | rinite | otite* | amigdalite | faringite | hipertrofia* | polipo* | nodulo* | cisto* | mioma* | sangramento uterino | climaterio |
climateric* | menopausa | candidiase | vaginose | gravidez | gestacao* | gestante | aborto | diabetes* | obesidade | sobrepeso | dislipidemia* | hipercolesterolemia | esteatose* | cirrose | hepatite* | colelitiase | calculo* |
extrassistole* | colica renal | colica biliar | pedra* | refluxo | gastrite | dispepsia | constipacao | intestino irritavel | doenca celiaca | intolerancia a lactose | verminose | parasitose | oxiuro* | escabiose | sarna | micose* |
dermatite* | eczema | psoriase | urticaria | acne | ceratose | queratose | melanoma | impetigo | celulite | erisipela | herpes* | zoster | glaucoma | catarata* | conjuntivite* | pterigio | descolamento d* | retinopatia* | miopia |
hipermetropia | astigmatismo | presbiopia | blefarite | olho seco | artrose* | artrite* | osteoartrite* | osteoartrose* | gota | lupus | fibromialgia | tendin* | bursite* | lombalgia* | ciatalgia* | cervicalgia* | tunel do carpo |
esporao | fascite* | condromalacia | menisco | dor trocanterica | manguito | epilepsia* | enxaqueca* | cefaleia* | neuropatia* | parkinson | alzheimer | demencial | tremor essencial | paralisia* | acidente vascular |
depressivo | depressao | ansiedade generalizada | transtorno de ansiedade | panico | burnout | esgotamento | luto | bipolar* | esquizofrenia | tdah | autismo | dependencia de | abstinencia | insonia* | apneia* | sarcopenia |
disfagia* | disfonia* | incontinencia* | prolapso | sifilis | hiv | dengue* | zika | chikungunya | influenza | bronquite* | pneumonia* | laringite* | atraso de | atraso do | deficit de | hipotireoidismo* | hipertireoidismo* | bocio* |
doenca renal | injuria renal | cistite* | pielonefrite | prostatite | hiperplasia* | disfuncao eretil | varizes | varicose* | isquemia* | estenose* | prolapso | cardiopatia* | miocardiopatia* | valvopatia* | sopro inocente | choque
`

const EXAM_NAMES = `
hemograma* | glicemia* | glicada | hemoglobina* | colesterol | ldl | hdl | triglicer* | creatinina* | ureia | potassio | sodio | calcio | magnesio | fosforo | cloro | tgo | tgp | gama gt | fosfatase* | bilirrubina* | albumina | ferritina |
ferro serico | transferrina | vitamina d | vitamina b12 | b12 | acido folico serico | zinco | tsh | t4 | t3 | trab | anti tpo | psa | beta hcg | vhs | pcr | fator reumatoide | fan | anti ccp | anti dna | coagulograma | plaqueta* | leucocito* |
hematocrito | neutrofilo* | eosinofilo* | urina tipo* | eas | urocultura | coprocultura | parasitologico | cultura* | sorologia* | vdrl | hiv | hepatite b e c | toxo* | rubeola | ppd | igra | papanicolau | preventivo | colpocitologia |
raio x | rx | radiografia* | tomografia* | tc de | ressonancia* | rm de | ultrassom | ultrassonografia* | usg | ecografia | doppler* | ecodoppler | mamografia* | densitometria* | cintilografia* | pet | eletrocardiograma | ecocardiograma | ecg |
eletro | eco | holter | mapa | mrpa | teste ergometrico | ergometrico | ergoespirometria | espirometria | prova de funcao | polissonografia | eletroencefalograma | eeg | eletroneuromiografia | endoscopia* | colonoscopia | biopsia* |
anatomopatologico | audiometria* | imitanciometria | bera | campo visual | oct | paquimetria | mapeamento de retina | fundo de olho | gonioscopia | topografia | cateterismo | angiotomografia | curva glicemica | teste de tolerancia |
cpk | lipidograma | litemia | litio serico | gasometria* | lactato | ige | prick* | teste rapido | teste do suor | acido urico | clearance | microalbumin* | albuminuria | proteinuria | bnp | troponina | d dimero | dimero | renina | aldosterona | cortisol |
metanefrina* | prolactina | estradiol | fsh | lh | testosterona | insulina de jejum | homa | pth | eletrolitos | funcao renal | funcao hepatica | perfil lipidico | enzimas hepaticas | nasofibroscopia | laringoscopia | histeroscopia | morfologico |
translucencia | coombs | tipagem | estreptococo | bioimpedancia | cariotipo | ns1 | igm | igg | carga viral | cd4 | ressonancia magnetica | cavum | fracao de ejecao | adenoide | rotina | pesquisa de | laboratorio
`

const SPECIALTY_NAMES = `
fono | fonoaudiolog* | terapia ocupacional | fisioterap* | fisio | psicolog* | psico oncologia | psicoterap* | psiquiatr* | nutri | nutricionista* | nutricao | nutrolog* | dentista | odontolog* | assistente social | servico social | cuidados paliativos |
paliativos | oncolog* | hematolog* | nefrolog* | hepatolog* | alergista | alergologista | imunologista | infectolog* | endocrino | endocrinolog* | gineco | ginecolog* | mastolog* | obstetra | urolog* | uro | neuro | neurolog* | neuropediatra | neurocirurg* |
cardio | cardiolog* | pneumo | pneumolog* | reumato | reumatolog* | dermato | dermatolog* | ortopedista | ortopedia | otorrino* | oftalmo | oftalmolog* | pediatra | geriatra | cirurgiao* | cirurgia geral | cirurgia oncologica | cirurgia vascular | vascular |
angiolog* | proctolog* | coloproctolog* | gastro | gastroenterolog* | anestesista | caps | cerest | upa | emergencia | especialista | alto risco | planejamento familiar | reabilitacao | grupo de | home care | acupuntura | fisiatra | geneticista |
estomaterap* | servico de | equipe de | ambulatorio de | histeroscopia
`

const SYMPTOM_NAMES = `
coca | cocando | coceira | comich* | arde | ardendo | doi | dolorid* | queima | queimando | lateja* | aperto | apert* | pontada* | fisgada* | formig* | adormec* | dormente* | trava* | falseia* | estala* | incha* | inchou | vermelh* | roxo |
sangr* | vomit* | enjoo* | enjoa* | tontur* | tonta | tonto | girando | roda* | desmai* | batedeira | palpit* | dispara* | falta de ar | cansa* | fraqueza | moleza | febr* | calafrio* | suor* | suando | tosse | tossindo | catarro | chiado* |
chiando | espirr* | coriza | entup* | nariz | garganta | rouc* | engasg* | azia | estufad* | gases | diarreia | fezes | coco | xixi | urina* | corrimento | menstru* | colica* | embac* | turva* | mosca* | zumbido | escuto* | ouvir | surd* |
tremo | tremor* | tremendo | esquec* | memoria | repete | triste* | tristeza | choro | chorando | chora | ansios* | ansiedade | medo | irritad* | nervos* | insonia | durmo | apetite | fome | emagre* | engord* | perd* peso | queda | caiu | cai |
mancha* | ferida* | carocinho* | caroco* | bolha* | pinta | verruga* | descama* | crise* | crises | aftas | dor | dores | pus | secrecao | caimbra* | rigidez | duro* | encharc* | calorao | calor* | fogo* | amarel* | palid* | ronca* | ronco* | fogacho*
`

/** What is felt and found at an examination. */
const FINDING_NAMES = `
ausculta* | palp* | percuss* | bulhas | murmurio* | sopro* | ruidos | sibil* | estertor* | ronc*s | roncos | crepita* | abdome* | barriga* | pulmao | pulmoes | coracao | ritmo regular | ritmic* | ritmad* | garganta* | hiperemi* | amigdala* | oroscopia |
otoscopia | timpano* | corad* | descorad* | hidratad* | desidratad* | anicteric* | icteric* | cianose | acianotic* | afebril | lucid* | orientad* | glasgow | reflexo* | forca* | sensibilidade | marcha | romberg | bom estado geral | estado geral | regular estado |
edema* | panturrilha* | pulsos | pulso tibial | pulso pedioso | pulsos cheios | perfusao | linfonodo* | ganglio* | tireoide | bocio | lasegue | lachman | gaveta | mobilidade | amplitude | derrame | pupila* | preservad* | turgencia | jugular | lesao | lesoes | macula* | papula* | placa* |
vesicula* | nodul* | mucosa* | giordano | blumberg | murphy | figado | baco | mama* | colo uterino | altura uterina | bcf | fundo de olho | acuidade | tinel | phalen | jobe | neer | hawkins | thompson | mcmurray | spurling | flexao | extensao | abducao |
rotacao | sinovite | deformidade* | cicatriz* | equimose* | petequia* | laco | tiragem | torax | flacid* | indolor* | doloros* | dor a palpacao | dor na palpacao | dor no ponto | sem massa* | massa palpavel | visceromegalia* | unhas | coiloniquia |
pele | lanugem | vulva | especular | toque | conteudo | nistagmo | dix | weber | rinne | cornetos | septo | rolha | cera | cerume | opaco | abaulad* | abaulamento* | retraid* | hemiparesia | desvio | rima | nuca livre | rigidez de nuca | tremor fino |
varo | valgo | pontos dolorosos | tofo* | plastrao | corte | ferida operatoria | curativo limpo | secrecao purulenta | ulcera | fundo vermelho | escoriad* | tuneis | fissura* | grumos | escavacao | lipodistrofia* | pe cavo | testiculo* | hernia redutivel |
redutivel | eupneic* | taquicardic* | bradicardic* | taquipneic* | normotens* | emagrecid* | trofismo | tonus | moro | fontanela | succao | preensao | consciente | contactuante | responsiv* | acamad* | agitad* | calm* | sem alterac* | reagentes | simetric* | bordas |
assimetric* | pigmentad*
`

const CLASS_NAMES = {
  '#disease': DISEASE_NAMES,
  '#exam': EXAM_NAMES,
  '#specialty': SPECIALTY_NAMES,
  '#symptom': SYMPTOM_NAMES,
  '#finding': FINDING_NAMES,
} as const
export type WordClass = keyof typeof CLASS_NAMES

const classes: CueIndex<WordClass> = cueIndex(
  (Object.entries(CLASS_NAMES) as [WordClass, string][]).map(([name, terms]) => [terms, name]),
)

/** Which kinds of words stand in a sentence of folded words, by the lists here alone: quick. */
export function ownClassesOf(words: readonly string[]): Set<WordClass> {
  const found = classes.find(words)
  if (words.some(isDisease)) found.add('#disease')
  return found
}

/** Which kinds of words stand in a sentence of folded words. */
export function classesOf(words: readonly string[]): Set<WordClass> {
  const found = ownClassesOf(words)
  const joined = words.join(' ')
  if (mentions(joined, DISEASES)) found.add('#disease')
  if (mentions(joined, EXAMS)) found.add('#exam')
  if (mentions(joined, SYMPTOMS)) found.add('#symptom')
  return found
}

function isDisease(word: string): boolean {
  return word.length > 5 && DISEASE_ENDING.test(word) && !NO_DISEASE.test(word)
}
