/**
 * Words that decide where a sentence belongs: complaints, diseases, examinations, specialties. Folded (lower
 * case, no accents), so that they compare with tokens; phrases are space-separated. An entry ending in `*`
 * matches any ending of its last word.
 */
export const SYMPTOMS = list(`
dor* | dores | doi | doendo | doeu | dolorid* | tosse | tossindo | catarro | febre | febril | calafrio* | falta de ar | cansaco | cansad* | fadiga | fraqueza | nausea* | enjoo | enjoad* | vomit* |
diarreia | intestino preso | constipacao | prisao de ventre | tontura* | tont* | vertigem | desmai* | coriza | nariz entupido | nariz escorrendo | espirr* | palpitac* | azia | queimac* | ardencia | ardor | coceira | cocando |
prurido | mancha* | vermelhidao | inchaco | incha* | formig* | dispar* | falta o ar | cansad* | desce p* | edema | formigamento | dormencia | insonia | ansiedade | ansios* | tristeza | perda de peso | perda de apetite | falta de apetite | emagreci | visao embacada | vista embacada | vista turva |
zumbido | ouvido tampado | rouquidao | rouc* | garganta | sangramento* | sangue | corrimento | suor* | sudorese | tremor* | caimbra* | rigidez | travad* | estalo* | aperto no peito | chiado | chiando | ronco* | aftas | caroco* |
nodulo* | ferida* | bolha* | inflamad* | pus | secrecao | urinar | urina | xixi | evacuar | gases | barriga | irritad* | irritabilidade | esquec* | memoria | queda de cabelo | crise* | sintoma* | incomoda* | latejante | pontada* |
em aperto | queimando | luz | barulho | piora | piorou | piorando | melhora | melhorou | melhorando | comecou | sinto | sentindo | sentiu | senti | mal estar | indispost* | lado direito | lado esquerdo | de zero a | sede | apetite
`)

export const DISEASES = list(`
pressao alta | hipertens* | diabetes | diabetic* | asma | asmatic* | bronquite | enfisema | dpoc | rinite | sinusite | colesterol | dislipidemia | triglicer* | hipotireoidismo | hipertireoidismo | tireoide | enxaqueca | cefaleia* |
gastrite | refluxo | ulcera | hepatite | cirrose | esteatose | pedra na vesicula | pedra nos rins | calculo renal | depressao | transtorno* | bipolar | esquizofrenia | panico | tdah | autismo | artrose | artrite | osteoporose | fibromialgia |
gota | lupus | anemia | trombose | avc | derrame | infarto | arritmia | sopro | insuficiencia* | marca passo | cancer | tumor | leucemia | epilepsia | convuls* | parkinson | alzheimer | demencia | labirintite | glaucoma | catarata |
psoriase | dermatite | vitiligo | hiv | sifilis | tuberculose | covid | dengue | zika | chikungunya | pneumonia | infeccao* | amigdalite | faringite | otite | gripe | resfriado | virose | lombalgia | lombociatalgia | ciatalgia | ciatica | cervicalgia | cervicobraquialgia | mialgia | artralgia | gonartrose | coxartrose | nefrolitiase | colelitiase | colecistite | apendicite | diverticulite | hernia* | tendinite | bursite | apneia |
endometriose | mioma* | ovario policistico | obesidade | sobrepeso | alergia* | doenca renal | doenca* | cefaleia tensional | gastroenterite | cistite | candidiase | conjuntivite | herpes | erisipela | celulite infecciosa | varizes
`)

export const EXAMS = list(`
hemograma completo | hemograma | glicemia de jejum | glicemia | hemoglobina glicada | glicada | colesterol total e fracoes | colesterol | triglicerideos | triglicerides | creatinina | ureia | acido urico | sodio e potassio | sodio | potassio |
tgo e tgp | tgo | tgp | gama gt | bilirrubinas | albumina | ferritina | ferro serico | vitamina d | vitamina b12 | tsh e t4 livre | tsh | t4 livre | t3 | psa | beta hcg | vhs | pcr | proteina c reativa | fator reumatoide | fan | coagulograma |
plaquetas | leucocitos | hemoglobina | hematocrito | exame de urina | urina tipo 1 | urina | urocultura | exame de fezes | parasitologico | exame de sangue | exames de sangue | exames de rotina | exames laboratoriais | cultura | sorologia | sorologias | vdrl |
papanicolau | preventivo | raio x de torax | raio x | rx de torax | rx | radiografia de torax | radiografia | tomografia de cranio | tomografia | ressonancia do joelho | ressonancia magnetica | ressonancia | ultrassom de abdome | ultrassom |
ultrassonografia | ultrassonografia de abdome | ecografia | doppler | ecodoppler | mamografia | densitometria | densitometria ossea | cintilografia | eletrocardiograma | ecocardiograma | ecg | eletro | eco | holter | mapa | teste ergometrico |
ergometrico | esteira | espirometria | polissonografia | eletroencefalograma | eletroneuromiografia | endoscopia | endoscopia digestiva | colonoscopia | biopsia | audiometria | campo visual | mapeamento de retina | fundo de olho | cateterismo | curva glicemica |
teste de alergia | prova de funcao pulmonar | nasofibroscopia | exame* | bioimpedancia | anatomopatologico
`)

export const SPECIALTIES = list(`
cardiologista | cardiologia | neurologista | neurologia | ortopedista | ortopedia | dermatologista | dermatologia | oftalmologista | oftalmo | oftalmologia | nutricionista | nutricao | nutrologo | psicolog* | psiquiatra | psiquiatria | fisioterap* |
endocrinologista | endocrino | endocrinologia | ginecologista | ginecologia | obstetra | urologista | urologia | gastroenterologista | gastro | gastroenterologia | pneumologista | pneumologia | reumatologista | reumatologia | otorrino* | oncologista |
oncologia | hematologista | nefrologista | nefrologia | geriatra | geriatria | cirurgiao* | cirurgia* | vascular | angiologista | infectologista | pediatra | fonoaudiolog* | dentista | terapia ocupacional | terapeuta | alergista | proctologista | hepatologista |
mastologista | especialista | pronto socorro | emergencia | hospital | upa | ambulatorio
`)

/** Whether any term occurs among the folded words, joined by single spaces. */
export function mentions(words: string, terms: RegExp): boolean {
  return terms.test(words)
}

function list(terms: string): RegExp {
  const alternatives = terms
    .split('|')
    .map((term) => term.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/\*$/, '\\p{L}*'))
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives.join('|')})(?![\\p{L}\\d])`, 'u')
}
