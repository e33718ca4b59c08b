/**
 * What the network is told of each field of a document model, by the field's name: models share
 * names, and what a name means does not depend on the model. A name that nobody has decided about
 * here, as those of an organization's own models, is never sent.
 *
 *   reason         why the patient came and how it went on          Observation 48767-8
 *   assessment     the clinician's judgement                         note of the principal diagnosis
 *   prescription   medicines prescribed today                        MedicationRequest, one each
 *   plan           everything else that was agreed                   CarePlan.description
 *   certificate    a medical certificate                             BRAtestado where its days are certain
 *   allergies      allergies told                                    AllergyIntolerance, one each
 *   measurements   vital signs and body measures                     Observation where the network has a code
 *   other          findings, results, history of health             BROutrasInformacoes
 *   local          stays in the house: family, work, way of life, the
 *                  content of therapy, opinions for third parties. The
 *                  RAC has no place for it and no need of it.
 */
import { fold } from '../../portuguese/tokens.ts'

export type FieldRole =
  | 'reason'
  | 'assessment'
  | 'prescription'
  | 'plan'
  | 'certificate'
  | 'allergies'
  | 'measurements'
  | 'other'
  | 'local'

const NAMES: Record<FieldRole, string> = {
  reason: `
    Queixa Principal; Queixas e Sintomas; Motivo da Consulta; História da Doença Atual; História da Queixa Atual;
    História Clínica Atual; Mecanismo de Trauma; Evolução Clínica; Subjetivo`,
  assessment: `
    Hipóteses Diagnósticas; Hipótese Diagnóstica; Diagnósticos; Diagnóstico; Lista de Problemas; Avaliação;
    Avaliação e Impressão; Diagnóstico Oncológico; Classificação de Risco Gestacional`,
  prescription: 'Medicações Prescritas; Prescrição; Receita',
  plan: `
    Plano; Plano Terapêutico; Plano Nutricional; Plano de Treinamento; Plano de Parto; Conduta; Condutas; Tratamento;
    Orientações; Exames Complementares; Encaminhamento; Procedimento Proposto; Prescrição Óptica;
    Reabilitação e Fisioterapia; Previsão de Alta; Cuidados Paliativos e Diretivas Antecipadas`,
  certificate: 'Atestado',
  allergies: 'Alergias',
  measurements: 'Dados Antropométricos; Sinais Vitais',
  other: `
    Objetivo; Exame Físico; Exame Físico Pericial; Exame Dermatológico; Exame Obstétrico; Exame Ortopédico;
    Exame Otorrinolaringológico; Exame Articular; Exame do Estado Mental; Exame Psicológico; Ectoscopia;
    Acuidade Visual; Refração; Reflexos Pupilares; Motilidade Ocular Extrínseca; Biomicroscopia; Tonometria;
    Gonioscopia; Fundoscopia; Lateralidade e Segmento Acometido;
    Resultado de Exames; Ultrassonografias; Monitoramento Contínuo da Glicose; Audiometria e Imitanciometria;
    Prova de Função Pulmonar; Avaliação Funcional; Testes de Desempenho; Triagem Pré-Participação;
    Avaliação Geriátrica Ampla (AGA); Avaliação Dietética; Avaliação de Risco; Avaliação de Sintomas (ESAS);
    Avaliação Pré-Operatória; Escalas e Scores Cardiológicos; Escalas e Scores Hospitalares;
    Escalas e Scores Oncológicos; Escalas e Scores Ortopédicos; Escalas e Scores Pneumológicos;
    Escalas e Scores Psiquiátricos; Escalas e Scores Reumatológicos;
    Revisão dos Sistemas; Queixas Urinárias e Gastrointestinais; Sintomas Otorrinolaringológicos;
    Sintomas Reumatológicos; Sono e Apetite; Sono e Eliminações; Sono e Recuperação;
    Medicações em Uso; Tratamentos; Tratamentos Prévios; Tratamentos Oncológicos Prévios;
    Tratamentos Psiquiátricos Prévios; Tratamento Oncológico Atual; Toxicidades e Eventos Adversos; Antimicrobianos;
    Dispositivos Invasivos; Oxigenoterapia e Dispositivos Inalatórios; Profilaxias; Dieta; Balanço Hídrico;
    Suplementos e Recursos Ergogênicos; Uso de Óculos e Lentes de Contato; Procedimentos realizados;
    Adesão e Resposta ao Tratamento; Intercorrências desde a Última Consulta; Intercorrências nas Últimas 24 Horas;
    Evolução Pós-Operatória; Consentimento e Riscos Discutidos; Dados da Internação; Resumo da Internação;
    História Pregressa; História Clínica Pregressa; História Psiquiátrica Pregressa; História Vacinal;
    Antecedentes Pessoais; Antecedentes Obstétricos; Antecedentes Ginecológicos; Antecedentes Mamários;
    Antecedentes Oftalmológicos; Antecedentes Ortopédicos; Antecedentes de Lesões;
    Antecedentes Cirúrgicos e Anestésicos; Antecedentes Gestacionais e Perinatais; História Menstrual;
    Gestação Atual; Paridade (GPA); Desenvolvimento Neuropsicomotor; Desenvolvimento Puberal;
    Tabagismo e Exposições`,
  local: `
    Identificação; Informante; História Familiar; História Social e Hábitos de Vida; Hábitos de Vida;
    Antecedentes Sexuais e Métodos Contraceptivos Utilizados; Uso de Substâncias;
    História do Desenvolvimento e Personalidade; História de Vida e Desenvolvimento;
    História Escolar e Profissional; Relações Interpessoais e Rede de Apoio; Avaliação da Demanda e Objetivos;
    Instrumentos e Técnicas Utilizados; Procedimentos e Evolução da Sessão; Perfil Esportivo;
    Liberação para Prática Esportiva; Resumo da Lide; Discussão e Comentários; Conclusão; História Ocupacional;
    Tipo de Exame Ocupacional; Identificação Ocupacional; Descrição da Atividade Laboral; Riscos Ocupacionais;
    Uso de EPI e EPC; Acidentes de Trabalho e Doenças Ocupacionais; Afastamentos e Benefícios Previdenciários;
    Conclusão de Aptidão`,
}

/** Keys inside a dict that stay in the house although their field does not. */
const LOCAL_KEYS =
  'Hábitos de Vida; Sexual; Condições Socioambientais; Leito e Unidade; Exposição Ocupacional'

const ROLES: ReadonlyMap<string, FieldRole> = new Map(
  (Object.keys(NAMES) as FieldRole[]).flatMap((role) =>
    names(NAMES[role]).map((name): [string, FieldRole] => [name, role]),
  ),
)
const KEPT: ReadonlySet<string> = new Set(names(LOCAL_KEYS))

/** @returns null for a name that nobody has decided about: then it is not sent */
export function fieldRole(name: string): FieldRole | null {
  return ROLES.get(nameKey(name)) ?? null
}

export function isLocalKey(key: string): boolean {
  return KEPT.has(nameKey(key))
}

/** Models disagree about the letter case of the same name ("Exame físico", "Exame Físico"). */
export function nameKey(name: string): string {
  return fold(name).trim().replace(/\s+/g, ' ')
}

function names(written: string): string[] {
  return written.split(';').map(nameKey)
}
