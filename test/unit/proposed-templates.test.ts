/**
 * The sixteen field lists that SPEC-GAPS 1.3 proposes, which are built in as given. Hosts map them
 * by their keys already, so what a clinician's review changes is changed here too, on purpose.
 */
import test from 'ava'
import { builtInTemplates } from '../../config/templates.ts'
import { outlineOf, transcribed } from '../helpers/transcribed-fields.ts'

const PROPOSED: Record<string, string> = {
  anamnesisObstetrics: `Queixa Principal; História da Doença Atual; Gestação Atual{Corionicidade e Amnionicidade, DPP pela DUM, DPP pela
    USG, DUM, Data da Primeira USG, Idade Gestacional pela DUM, Idade Gestacional pela USG, Número de Consultas de
    Pré-Natal, Tipo de Gestação}; Paridade (GPA){Abortos, Cesáreas, Data do Último Parto, Gestações, Gestações
    Ectópicas, Nascidos Vivos, Natimortos, Partos, Partos Vaginais}; Antecedentes Obstétricos; Antecedentes
    Pessoais; Antecedentes Ginecológicos; Medicações em Uso*; Alergias*; História Vacinal; História Familiar;
    História Social e Hábitos de Vida; Exame Físico; Exame Obstétrico{Altura Uterina, Apresentação Fetal, BCF,
    Dinâmica Uterina, Edema, Exame Especular, Movimentos Fetais, Perda de Líquido, Sangramento Vaginal, Situação e
    Posição Fetal, Toque Vaginal, Tônus Uterino}; Dados Antropométricos{ANTHRO_OB}; Sinais Vitais{VITALS5};
    Resultado de Exames*; Ultrassonografias*; Hipóteses Diagnósticas*; Classificação de Risco Gestacional; Plano de
    Parto; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisOccupationalExam: `Tipo de Exame Ocupacional; Identificação Ocupacional{Data de Admissão, Empresa, Função, Setor, Tempo na Função,
    Turno de Trabalho}; Queixa Principal; História da Doença Atual; Descrição da Atividade Laboral; Riscos
    Ocupacionais{Acidentes, Biológicos, Ergonômicos, Físicos, Psicossociais, Químicos}; Uso de EPI e EPC; História
    Ocupacional; Acidentes de Trabalho e Doenças Ocupacionais; Afastamentos e Benefícios Previdenciários; Medicações
    em Uso*; Alergias*; História Pregressa; História Vacinal; História Familiar; História Social e Hábitos de Vida;
    Revisão dos Sistemas; Exame Físico; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Resultado de
    Exames*; Hipóteses Diagnósticas*; Conclusão de Aptidão{Aptidão para Espaço Confinado, Aptidão para Trabalho em
    Altura, Função Avaliada, Outras Aptidões Específicas, Parecer, Restrições e Recomendações}; Medicações
    Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisOncology: `Queixa Principal; História da Doença Atual; Diagnóstico Oncológico{Biomarcadores e Perfil Molecular, Data do
    Diagnóstico, Estadiamento Clínico, Grau Histológico, Sítio Primário, Sítios de Metástase, TNM, Tipo
    Histológico}; Tratamentos Oncológicos Prévios*; Tratamento Oncológico Atual{Ciclo e Dia, Data de Início,
    Intenção do Tratamento, Linha de Tratamento, Protocolo}; Toxicidades e Eventos Adversos*; Medicações em Uso*;
    Alergias*; História Pregressa; História Vacinal; História Familiar; História Social e Hábitos de Vida; Avaliação
    de Sintomas (ESAS){Ansiedade, Apetite, Bem-estar, Depressão, Dispneia, Dor, Fadiga, Náusea, Sonolência}; Exame
    Físico; Dados Antropométricos{ANTHRO_ONC}; Sinais Vitais{VITALS7}; Resultado de Exames*; Escalas e Scores
    Oncológicos{Escala de Performance ECOG, Escala de Performance de Karnofsky, Outros escores relevantes};
    Hipóteses Diagnósticas*; Plano Terapêutico*; Cuidados Paliativos e Diretivas Antecipadas; Medicações
    Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisOphthalmology: `Queixa Principal; História da Doença Atual; Antecedentes Oftalmológicos; Uso de Óculos e Lentes de Contato;
    Medicações em Uso*; Alergias*; História Pregressa; História Familiar; História Social e Hábitos de Vida;
    Acuidade Visual{OD com Correção, OD para Perto, OD sem Correção, OE com Correção, OE para Perto, OE sem
    Correção}; Refração{Adição, Distância Pupilar, OD Cilíndrico, OD Eixo, OD Esférico, OE Cilíndrico, OE Eixo, OE
    Esférico}; Ectoscopia{OLHOS2}; Reflexos Pupilares{OLHOS2}; Motilidade Ocular Extrínseca; Biomicroscopia{OLHOS2};
    Tonometria{Horário da Medida, Método, OD, OE}; Gonioscopia{OLHOS2}; Fundoscopia{OLHOS2}; Sinais Vitais{VITALS2};
    Resultado de Exames*; Hipóteses Diagnósticas*; Procedimentos realizados; Prescrição Óptica; Medicações
    Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisOrthopedics: `Queixa Principal; História da Doença Atual; Mecanismo de Trauma; Lateralidade e Segmento Acometido; Medicações
    em Uso*; Alergias*; História Pregressa; Antecedentes Ortopédicos; História Familiar; História Social e Hábitos
    de Vida; Exame Físico; Exame Ortopédico{Amplitude de Movimento, Estabilidade Articular, Exame Neurológico, Exame
    Vascular, Força Muscular, Inspeção, Marcha, Palpação, Testes Especiais}; Dados Antropométricos{ANTHRO3}; Sinais
    Vitais{VITALS4}; Resultado de Exames*; Escalas e Scores Ortopédicos{Classificação da Lesão ou Fratura, Escala
    Visual Analógica de Dor, Outros escores relevantes}; Hipóteses Diagnósticas*; Procedimentos realizados; Plano
    Terapêutico*; Reabilitação e Fisioterapia*; Medicações Prescritas*; Orientações*; Exames Complementares*;
    Atestado; Encaminhamento*`,
  anamnesisOtorhinolaryngology: `Queixa Principal; História da Doença Atual; Sintomas Otorrinolaringológicos{Faríngeos e Deglutição, Laríngeos e
    Vocais, Nasais e Sinusais, Otológicos, Ronco e Sono, Vestibulares}; Medicações em Uso*; Alergias*; História
    Pregressa; História Vacinal; História Familiar; História Social e Hábitos de Vida; Exame Físico; Exame
    Otorrinolaringológico{Avaliação Vestibular, Laringoscopia, Nasofibroscopia, Oroscopia, Otoscopia OD, Otoscopia
    OE, Palpação Cervical, Rinoscopia Anterior, Testes com Diapasão}; Dados Antropométricos{ANTHRO3}; Sinais
    Vitais{VITALS4}; Resultado de Exames*; Audiometria e Imitanciometria{Imitanciometria OD, Imitanciometria OE,
    Limiares OD, Limiares OE, Logoaudiometria}; Hipóteses Diagnósticas*; Procedimentos realizados; Medicações
    Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisPediatrics: `Informante; Queixa Principal; História da Doença Atual; Antecedentes Gestacionais e Perinatais{Apgar,
    Comprimento ao Nascer, Idade Gestacional ao Nascer, Intercorrências Neonatais, Perímetro Cefálico ao Nascer,
    Peso ao Nascer, Pré-Natal, Tipo de Parto, Triagens Neonatais}; Medicações em Uso*; Alergias*; História
    Pregressa; História Vacinal; Desenvolvimento Neuropsicomotor; Desenvolvimento Puberal; Avaliação Dietética; Sono
    e Eliminações; História Familiar; História Social e Hábitos de Vida; Exame Físico; Dados
    Antropométricos{ANTHRO_PED}; Sinais Vitais{VITALS7}; Resultado de Exames*; Hipóteses Diagnósticas*; Medicações
    Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisPneumology: `Queixa Principal; História da Doença Atual; Medicações em Uso*; Alergias*; História Pregressa; História Vacinal;
    História Familiar; História Social e Hábitos de Vida; Tabagismo e Exposições{Carga Tabágica (maços-ano), Cigarro
    Eletrônico, Exposição Ambiental, Exposição Ocupacional, Situação Tabágica}; Oxigenoterapia e Dispositivos
    Inalatórios; Exame Físico; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Resultado de Exames*; Prova
    de Função Pulmonar{CVF, DLCO, Resposta ao Broncodilatador, VEF1, VEF1/CVF}; Escalas e Scores
    Pneumológicos{Classificação GOLD, Escala de Dispneia mMRC, Escala de Sonolência de Epworth, Outros escores
    relevantes, STOP-Bang, Teste de Avaliação da DPOC (CAT), Teste de Controle da Asma (ACT)}; Hipóteses
    Diagnósticas*; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisPsychiatry: `Queixa Principal; História da Doença Atual; História Psiquiátrica Pregressa; Tratamentos Psiquiátricos Prévios*;
    Medicações em Uso*; Alergias*; História Pregressa; História Familiar; História do Desenvolvimento e
    Personalidade; História Social e Hábitos de Vida; Uso de Substâncias; Sono e Apetite; Exame do Estado
    Mental{Aparência, Atenção, Atitude, Consciência, Crítica e Insight, Humor e Afeto, Inteligência, Juízo de
    Realidade, Linguagem, Memória, Orientação, Pensamento, Psicomotricidade, Sensopercepção, Vontade e Pragmatismo};
    Avaliação de Risco{RISCO6}; Exame Físico; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS5}; Resultado de
    Exames*; Escalas e Scores Psiquiátricos{GAD-7, Outros escores relevantes, PHQ-9}; Hipóteses Diagnósticas*; Plano
    Terapêutico*; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisPsychology: `Queixa Principal; História da Queixa Atual; Avaliação da Demanda e Objetivos; História de Vida e
    Desenvolvimento; História Pregressa; Medicações em Uso*; História Familiar; História Escolar e Profissional;
    Relações Interpessoais e Rede de Apoio; História Social e Hábitos de Vida; Sono e Apetite; Exame
    Psicológico{Aparência e Comportamento, Atenção, Autoestima e Autoimagem, Consciência e Orientação, Crítica e
    Insight, Humor e Afeto, Linguagem, Memória, Motivação e Vontade, Pensamento, Percepção, Psicomotricidade};
    Avaliação de Risco{RISCO6}; Instrumentos e Técnicas Utilizados*; Procedimentos e Evolução da Sessão; Hipóteses
    Diagnósticas*; Plano Terapêutico*; Orientações*; Atestado; Encaminhamento*`,
  anamnesisReturningConsultation: `Queixa Principal; História da Doença Atual; Adesão e Resposta ao Tratamento; Intercorrências desde a Última
    Consulta; Medicações em Uso*; Alergias*; História Pregressa; Exame Físico; Dados Antropométricos{ANTHRO4};
    Sinais Vitais{VITALS7}; Resultado de Exames*; Hipóteses Diagnósticas*; Medicações Prescritas*; Orientações*;
    Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisRheumatology: `Queixa Principal; História da Doença Atual; Sintomas Reumatológicos{Dor Axial, Fadiga e Sintomas
    Constitucionais, Fenômeno de Raynaud, Manifestações Cutâneo-Mucosas, Manifestações Oculares, Padrão Articular,
    Rigidez Matinal, Síndrome Sicca}; Tratamentos Prévios*; Medicações em Uso*; Alergias*; História Pregressa;
    História Vacinal; História Familiar; História Social e Hábitos de Vida; Exame Físico; Exame Articular{Amplitude
    de Movimento, Articulações Dolorosas, Articulações Edemaciadas, Coluna e Sacroilíacas, Deformidades, Entesites e
    Dactilites, Pontos Dolorosos}; Dados Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Resultado de Exames*;
    Escalas e Scores Reumatológicos{ASDAS, BASDAI, CDAI, DAS28, HAQ, Outros escores relevantes, SLEDAI}; Hipóteses
    Diagnósticas*; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisSportsMedicine: `Queixa Principal; História da Doença Atual; Perfil Esportivo{Calendário Competitivo, Frequência Semanal,
    Modalidade, Nível Competitivo, Objetivos, Tempo de Prática, Volume e Intensidade}; Antecedentes de Lesões;
    Triagem Pré-Participação; Medicações em Uso*; Suplementos e Recursos Ergogênicos*; Alergias*; História
    Pregressa; História Vacinal; História Familiar; Avaliação Dietética; Sono e Recuperação; História Social e
    Hábitos de Vida; Exame Físico; Avaliação Funcional{Equilíbrio e Propriocepção, Flexibilidade, Força Muscular,
    Mobilidade Articular, Postura e Alinhamento, Testes Funcionais}; Dados Antropométricos{ANTHRO_SPORT}; Sinais
    Vitais{VITALS7}; Resultado de Exames*; Testes de Desempenho{Ergoespirometria, Frequência Cardíaca Máxima,
    Limiares, Teste Ergométrico, VO2 Máximo}; Hipóteses Diagnósticas*; Liberação para Prática Esportiva; Plano de
    Treinamento*; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisSurgery: `Queixa Principal; História da Doença Atual; Medicações em Uso*; Alergias*; História Pregressa; Antecedentes
    Cirúrgicos e Anestésicos; História Familiar; História Social e Hábitos de Vida; Exame Físico; Dados
    Antropométricos{ANTHRO4}; Sinais Vitais{VITALS7}; Resultado de Exames*; Hipóteses Diagnósticas*; Avaliação
    Pré-Operatória{Ajuste de Medicações, Classificação ASA, Outros escores relevantes, Risco Cardiovascular, Risco
    de Tromboembolismo Venoso, Via Aérea}; Procedimento Proposto{Data Prevista, Indicação, Lateralidade,
    Procedimento, Técnica e Anestesia}; Consentimento e Riscos Discutidos; Evolução Pós-Operatória; Procedimentos
    realizados; Medicações Prescritas*; Orientações*; Exames Complementares*; Atestado; Encaminhamento*`,
  anamnesisWardEvolution: `Dados da Internação{Data de Admissão, Dia de Internação, Dia de Pós-Operatório, Leito e Unidade, Motivo da
    Internação}; Lista de Problemas*; Resumo da Internação; Intercorrências nas Últimas 24 Horas; Evolução Clínica;
    Medicações em Uso*; Antimicrobianos*; Alergias*; Dispositivos Invasivos*; Dieta; Balanço Hídrico{Balanço Total,
    Diurese, Drenos, Evacuações, Ganhos, Perdas}; Exame Físico; Dados Antropométricos{ANTHRO3}; Sinais
    Vitais{VITALS7}; Resultado de Exames*; Escalas e Scores Hospitalares{Escala de Braden, Escala de Coma de
    Glasgow, Escala de Morse, NEWS, Outros escores relevantes}; Profilaxias{Lesão por Pressão, Tromboembolismo
    Venoso, Úlcera de Estresse}; Hipóteses Diagnósticas*; Avaliação e Impressão; Condutas*; Medicações Prescritas*;
    Orientações*; Exames Complementares*; Previsão de Alta; Atestado; Encaminhamento*`,
  soap: `Subjetivo; Objetivo; Avaliação; Plano`,
}

const templates = builtInTemplates()

test('every model that waits for a clinician is here, and no other', (t) => {
  t.deepEqual(
    templates.filter(({ pendingClinicalReview }) => pendingClinicalReview).map(({ id }) => id),
    Object.keys(PROPOSED),
  )
})

for (const [id, list] of Object.entries(PROPOSED))
  test(`${id} has the fields that were proposed, byte for byte and in order`, (t) => {
    t.deepEqual(outlineOf(templates.find((one) => one.id === id)), transcribed(list))
  })
