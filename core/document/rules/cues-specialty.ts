/**
 * What belongs in the fields that only some models have, by field and by entry of a dict. Field names are folded patterns, so that models of
 * one's own with such fields are served too.
 */
import type { CueRow } from './cue-row.ts'
import type { Role } from './speaker-role.ts'

type Row = [
  key: RegExp | null,
  says: string,
  asks?: string | undefined,
  by?: Role | undefined,
  never?: string,
]

/** What names a field of its own outweighs a symptom or a habit. */
const OWN = 5

/** Rows of one field: what alone is enough, what a question asks, whose it is. */
function field(
  name: RegExp,
  rows: readonly Row[],
  rest: Partial<CueRow> = {},
  weight = OWN,
): CueRow[] {
  return rows.map(([key, says, asks, by, never]) => ({
    place: key ? { field: name, key } : { field: name },
    says: [[weight, says]],
    ...(asks === undefined ? {} : { asks }),
    ...(by === undefined ? {} : { by }),
    ...(never === undefined ? {} : { never }),
    ...rest,
  }))
}

/** More than a finding in the part of the examination has altogether. */
const EXAMINED = 7

const SCORES = { beside: true } as const

export const SPECIALTY_CUES: readonly CueRow[] = [
  ...field(
    /^escalas e scores|^escalas$|^scores$/,
    [
      [/nyha/, 'nyha | classe funcional'],
      [/framingham/, 'framingham'],
      [/braden/, 'braden'],
      [/glasgow/, 'glasgow'],
      [/morse/, 'morse'],
      [/^news/, 'news'],
      [/ecog/, 'ecog | performance'],
      [/karnofsky/, 'karnofsky'],
      [/gold/, 'gold'],
      [/mmrc/, 'mmrc'],
      [/epworth/, 'epworth'],
      [/stop/, 'stop bang'],
      [/cat\b/, 'cat'],
      [/act\b/, 'act'],
      [/gad/, 'gad 7 | gad'],
      [/phq/, 'phq 9 | phq'],
      [/asdas/, 'asdas'],
      [/basdai/, 'basdai'],
      [/cdai/, 'cdai'],
      [/das28/, 'das28 | das 28'],
      [/haq/, 'haq'],
      [/sledai/, 'sledai'],
      [
        /classificacao da lesao/,
        'kellgren | gustilo | garden | schatzker | weber b | weber a | weber c | salter | grau _ lesao',
      ],
      [
        /visual analogica/,
        'nota _ dor | eva | escala de dor',
        'nota da dor | zero a dez | de 0 a 10 | nota',
      ],
      [
        /outros/,
        'cha2ds2 | chads | has bled | asrs | audit | wells | curb | centor | apache | sofa | caprini | womac | dlqi | pasi | mini mental | moca | katz | lawton | escore',
      ],
    ],
    SCORES,
  ),
  ...field(/^avaliacao pre operatoria/, [
    [/^classificacao asa/, 'asa', undefined, 'doctor'],
    [
      /cardiovascular/,
      'risco cardiologico | risco cardiaco | risco cardiovascular | risco cirurgico | lee | goldman',
      'risco cardiologico | risco cirurgico',
    ],
    [
      /tromboembol/,
      'risco de trombose | caprini | tromboembolismo | profilaxia de trombose',
      undefined,
      'doctor',
    ],
    [/via aerea/, 'via aerea | mallampati | intubacao dificil', undefined, 'doctor'],
    [
      /ajuste/,
      'horas antes | dias antes | antes da cirurgia | na vespera | ate no dia | no dia da cirurgia | ponte',
      undefined,
      'doctor',
      'jejum',
    ],
  ]),
  ...field(/^procedimento proposto/, [
    [
      /^data/,
      'data prevista | marcad* pr* dia | cirurgia _ dia | operar dia | agendad*',
      undefined,
      'doctor',
    ],
    [/^indicacao/, 'indicad* por | indicacao', undefined, 'doctor'],
    [/^lateralidade/, 'operar _ lado | do lado | hernia inguinal', undefined, 'doctor'],
    [
      /^procedimento/,
      'a cirurgia e | vamos operar | vai operar | operamos | colecistectomia | herniorrafia | hernioplastia | apendicectomia | histerectomia | tireoidectomia | prostatectomia | artroplastia | ectomia',
      undefined,
      'doctor',
      'foi operad*',
    ],
    [
      /^tecnica/,
      'por video | videolaparoscopi* | anestesia geral | raqui | tela | aberta',
      undefined,
      'doctor',
      'complicac*',
    ],
  ]),
  ...field(/^consentimento/, [
    [
      null,
      'riscos | risco de sangramento | converter | termo | assinou | assina | entendeu os riscos | sangramento infeccao | complicac*',
      undefined,
      undefined,
    ],
  ]),
  ...field(/^evolucao pos operatoria/, [
    [
      null,
      'pos operatorio | tirou os pontos | pontos | dreno | curativo | ferida | cicatrizando | desde a cirurgia | operei | corte | secrecao',
      'dreno | curativo | pontos | ferida | corte | depois da cirurgia | desde a cirurgia | saiu pus | dor _ nota',
      'patient',
    ],
  ]),
  ...field(/^procedimentos? realizados?/, [
    [
      null,
      'crioterapia | exerese | biopsia feita | puncionei | apliquei | infiltrei | infiltracao hoje | aspirei | drenei | suturei | retirei | removi | fiz a manobra | fiz agora | fiz aqui | manobra de | lavei | cauterizei | tirei _ pontos | coloquei | imobilizei | enfaixei | eu faco | saiu _ ml | inseri | curetei | passei _ sonda | vou tirar hoje | tirar hoje | hoje eu faco',
      undefined,
      'doctor',
    ],
  ]),
  ...field(/^procedimentos e evolucao/, [
    [
      null,
      'trabalhamos | na sessao | hoje falamos | hoje a gente | exercicio da sessao | reestruturacao | tarefa | fizemos | psicoeducacao | registro de pensamento*',
      undefined,
      'doctor',
    ],
  ]),
  ...field(/^monitoramento continuo/, [
    [
      null,
      'sensor | libre | tempo no alvo | gmi | variabilidade | abaixo de 70 | acima de 180 | glicose media | dexcom',
      'sensor',
      undefined,
    ],
  ]),
  ...field(
    /^dados da internacao/,
    [
      [/admissao/, 'admitid* | internou dia | entrou dia | internad* desde | deu entrada'],
      [
        /^dia de internacao/,
        'dia de internacao | _ dia dela | _ dia dele | de internacao | dias de internad*',
      ],
      [/pos operatorio/, 'pos operatorio'],
      [/leito/, 'leito | enfermaria | quarto numero | unidade'],
      [/motivo/, 'internou por | internad* por | veio por | motivo da internacao'],
    ],
    { beside: true },
  ),
  ...field(/^lista de problemas/, [[null, 'problemas | lista de problemas', undefined, 'doctor']]),
  ...field(/^resumo da internacao|^resumo da lide/, [
    [
      null,
      'internou por | resumo | desde a internacao | o processo diz | processo | pede o reconhecimento | lide | autor',
      undefined,
      'doctor',
    ],
  ]),
  ...field(/^intercorrencias/, [
    [
      null,
      'essa noite | ontem a noite | de madrugada | durante a noite | fui no pronto socorro | passei mal | fui na upa | fui internad* | desde a ultima | desde a outra | nesse tempo | teve febre | confusa | agitad* | caiu da cama | dessaturou',
      'passou a noite | de novo desde | intercorrencia* | noite | aconteceu _ desde | desde a ultima | algum problema',
    ],
  ]),
  ...field(/^evolucao clinica/, [
    [
      null,
      '#symptom | melhor hoje | dormi | comi | evacuei | estou melhor | to melhor | respirando melhor | travesseiros | evacuou | aceitou',
      'como passou | como ta | como esta | dor | falta de ar | evacuou | dormiu | comeu | tosse | febre | palpitacao',
      'patient',
    ],
  ]),
  ...field(
    /^antimicrobianos/,
    [
      [
        null,
        'ceftriaxona | piperacilina | tazobactam | meropenem | vancomicina | azitromicina | cefepime | antibiotico | amoxicilina | ciprofloxacino | claritromicina | cefazolina | oxacilina | metronidazol',
        'antibiotico',
      ],
    ],
    { beside: true },
  ),
  ...field(
    /^dispositivos invasivos/,
    [
      [
        null,
        'acesso periferico | acesso central | acesso no | cateter | sonda | dreno | picc | traqueostomia | tubo | sonda vesical',
        'acesso | sonda | dreno | cateter',
      ],
    ],
    { beside: true },
  ),
  ...field(
    /^balanco hidrico/,
    [
      [/balanco/, 'balanco'],
      [/diurese/, 'diurese | de urina | urinou _ ml | saiu _ urina'],
      [/dreno/, 'dreno saiu | dreno _ ml | pelo dreno'],
      [/evacuac/, 'evacuou | evacuacoes | evacuacao'],
      [/ganhos/, 'entrou | ganhos | entradas'],
      [/perdas/, 'perdas | saidas | saiu'],
    ],
    { beside: true },
  ),
  ...field(
    /^profilaxias/,
    [
      [/pressao/, 'mudanca de decubito | colchao | lesao por pressao'],
      [/tromboembol/, 'profilaxia de trombose | enoxaparina | heparina | meia compressiva'],
      [/ulcera/, 'omeprazol | pantoprazol | ulcera de estresse'],
    ],
    { beside: true },
  ),
  ...field(/^avaliacao e impressao/, [
    [null, 'pra mim | impressao | em melhora | piora do | evolui com', undefined, 'doctor'],
  ]),
  ...field(/^condutas$/, [
    [
      null,
      'desmame | tentar | fisioterapia | sentar | poltrona | levantar | concentrado de hemacias | transfund* | suspens* | passo a | tiramos | troca _ curativo | mantem | restricao | parecer | fono | colchao | descalonar | escalonar | oxigenio',
      undefined,
      'doctor',
    ],
  ]),
  ...field(/^previsao de alta/, [[null, 'alta | previsao', undefined, 'doctor']]),
  ...field(
    /^perfil esportivo/,
    [
      [/calendario/, 'prova em | competicao em | campeonato | a maratona e | proxima prova'],
      [
        /frequencia semanal/,
        'treino _ vezes | vezes por semana | vezes na semana | dias por semana | treinos por semana',
        'quantas vezes _ semana | quantos treinos',
      ],
      [
        /modalidade/,
        'corrida | corro | natacao | nado | triatlo | ciclismo | pedalo | futebol | crossfit | jiu jitsu | volei | tenis | musculacao',
        'que esporte | modalidade',
      ],
      [/nivel/, 'amador* | profissional | federad* | recreacional'],
      [/objetivos/, 'quero correr | objetivo | quero baixar | meta'],
      [
        /tempo de pratica/,
        'corro ha | treino ha | ha _ anos | comecei a correr | comecei a treinar',
        'quanto tempo _ treina | ha quanto tempo corre | corre ha quanto | treina ha',
      ],
      [
        /volume/,
        'quilometros por semana | por quilometro | volume | horas por treino',
        'quantos quilometros | que ritmo',
      ],
    ],
    { by: 'patient' },
  ),
  ...field(/^antecedentes de lesoes|^antecedentes ortopedicos/, [
    [
      null,
      'canelite | torci | entorse | fratura* | fraturei | quebrei | rompi | estirament* | operei o joelho | operei o ombro | tendinite | fascite | protese | parafuso | placa no | botei gesso | gesso | luxei',
      'lesao antes | ja machucou | ja quebrou | fratura antes | ja torceu | ja operou',
      'patient',
      'ontem | hoje | semana passada | faz _ dias',
    ],
  ]),
  ...field(/^triagem pre participacao/, [
    [
      null,
      'desmaio | desmaiei | desmaiou | morte subita | morreu _ jogando | dor no peito | palpitacao | batedeira | coracao | jogando bola',
      'desmai* | dor no peito | palpitacao | morte subita | morreu cedo | coracao | falta de ar no treino',
      'patient',
    ],
  ]),
  ...field(/^suplementos/, [
    [
      null,
      'whey | creatina | cafeina | bcaa | pre treino | suplemento* | gel | beta alanina | colageno | maltodextrina | termogenico | albumina',
      'suplemento* | creatina | whey | anabolizante*',
      'patient',
    ],
  ]),
  ...field(
    /^avaliacao funcional/,
    [
      [/equilibrio/, 'equilibrio | propriocepcao | apoio unipodal', undefined, 'doctor'],
      [
        /flexibilidade/,
        'flexibilidade | encurtad* | encurtamento | thomas | ober',
        undefined,
        'doctor',
      ],
      [/forca/, 'forca | fraco | 4 em 5 | grau 5', undefined, 'doctor'],
      [/mobilidade/, 'mobilidade | rotacao | amplitude', undefined, 'doctor'],
      [
        /postura/,
        'postura | alinhamento | valgo | varo | pe plano | pisada | trendelenburg',
        undefined,
        'doctor',
      ],
      [/testes/, 'teste de | step down | agachamento | salto', undefined, 'doctor'],
    ],
    { by: 'doctor' },
    EXAMINED,
  ),
  ...field(
    /^testes de desempenho/,
    [
      [/ergoespirometria/, 'ergoespirometria'],
      [/frequencia cardiaca maxima/, 'maxima | fc maxima | frequencia maxima'],
      [/limiares/, 'limiar | limiares'],
      [/ergometrico/, 'teste ergometrico | esteira'],
      [/vo2/, 'vo2'],
    ],
    { beside: true },
  ),
  ...field(/^liberacao/, [
    [
      null,
      'libero | liberad* | vou liberar | nao libero | apto pra | nao pra competir',
      undefined,
      'doctor',
    ],
  ]),
  ...field(/^plano de treinamento/, [
    [
      null,
      'treino | treinos | volume | fortalecimento | rodagem | longao | longo | bike | corrida leve | semana de treino | descanso ativo',
      undefined,
      'doctor',
      'liberar | libero',
    ],
  ]),
  ...field(
    /geriatrica/,
    [
      [
        /capacidade funcional/,
        'banho | se veste | veste | roupa ela | come sozinh* | cozinha | cozinho | faz compras | banco | toma banho | sozinh* na cadeira | faz tudo sozinh* | precisa de ajuda | katz | lawton',
        'banho | se veste | come sozinh* | faz sozinh* | cuida da casa | depende | ajuda',
      ],
      [
        /emocionais/,
        'triste* | chora* | animo | desanim* | ansios* | humor | deprimid* | saudade | gds',
        'triste | animo | humor | chora | desanim*',
      ],
      [
        /socioambientais/,
        'moro | mora | cuidadora | cuidador | casa de repouso | filha mora | sobrado | escada em casa | tapete | instituicao',
        'mora com quem | com quem mora | quem cuida | cuidador',
      ],
      [
        /diretivas/,
        'nao quer tubo | nao quero tubo | uti | intubacao | ficar em casa | diretiva* | reanimacao | morrer em casa | nao quer ir pro hospital',
        'uti | tubo | desejo | se piorar',
      ],
      [
        /cognitiva/,
        'memoria | esquec* | repete pergunta | mini mental | mini-mental | se perde | se perdeu | moca | relogio | demencia',
        'memoria | esquec*',
      ],
      [
        /^historia clinica/,
        'tem pressao alta | diabetes | hipertens* | infarto | avc | fratura | operou | alergi* | asma',
        'alergi* | doenca* | pressao alta | diabetes | operou',
        undefined,
        '#family',
      ],
      [
        /habitos/,
        'fumo | fuma | fumei | fumou | cigarr* | bebe | bebo | bebida | caminhada | caminha | ginastica | cerveja | vinho',
        'fuma | bebe | exercicio | caminha',
      ],
      [
        /ingestoes/,
        'fralda | urina | xixi | intestino | evacua | coco | agua | escapa | engasga',
        'xixi | urina | intestino | coco | evacua | agua | engasga',
      ],
      [/^medicacoes/, 'medicac* | remedio*', 'remedio* | toma o que'],
      [
        /mobilidade/,
        'caiu | queda | quedas | cai | levanta e anda | anda | andador | bengala | cadeira de rodas | acamad* | equilibrio | marcha',
        'caiu | queda | anda | equilibrio',
      ],
      [
        /nutricional/,
        'come | emagrec* | perdeu peso | apetite | comendo | dieta | dentadura | espessante',
        'come | comendo | peso | apetite',
        undefined,
        'come sozinh*',
      ],
      [
        /sarcopenia/,
        'preensao | panturrilha _ centimetros | dinamometr* | sarcopenia | levantar da cadeira',
        undefined,
        'doctor',
        'hipotese',
      ],
      [
        /sensorial/,
        'surd* | ouve | escuta | aparelho de ouvido | aparelho | oculos | enxerga | vista | catarata',
        'ouve | ouvido | escuta | enxerga | vista',
      ],
      [/^sexual/, 'sexual | ressecad* | relacao | namora | libido', 'sexual | relacao | namora'],
      [/vacinal/, 'vacin* | gripe e covid | pneumonia em dia | reforco', 'vacin*'],
      [
        /^sono/,
        'dorme | durmo | sono | insonia | acorda de noite',
        'dorme | sono | dormindo',
        undefined,
        'falta de ar | estou com | to com',
      ],
    ],
    { by: 'patient' },
  ),
  ...field(/geriatrica/, [
    [/cognitiva/, 'mini mental | moca | teste do relogio | fluencia', undefined, 'doctor'],
    [
      /mobilidade/,
      'levanta e anda | timed up | tug | velocidade de marcha | marcha lenta',
      undefined,
      'doctor',
    ],
    [/sensorial/, 'ouve com o aparelho | teste do sussurro', undefined, 'doctor'],
    [/sarcopenia/, 'preensao | panturrilha', undefined, 'doctor', 'sarcopenia'],
  ]),
  ...field(/^revisao dos sistemas|^sintomas gerais|^interrogatorio/, [
    [
      null,
      'nao sinto | falta de ar nao | de resto',
      'falta de ar | dor no peito | palpitacao | tontura | febre | urina | intestino | coceira | azia | alguma dor | dor nas costas | audicao | vista | visao | pele | formigamento',
      'patient',
    ],
  ]),
  ...field(/^plano nutricional/, [
    [
      null,
      'proteina | fracionar | refeicoes | mastigar | carboidrato | calorias | lanche | cardapio | comer | come | bebe | agua entre | suplemento | ovo | sopa | mel | fibra*',
      undefined,
      'doctor',
      '#drug',
    ],
  ]),
  ...field(
    /^gestacao atual/,
    [
      [
        /corionicidade/,
        'corionic* | amniotic* | dicorionic* | monocorionic* | gemelar | duas placentas | gemeos',
      ],
      [/dpp pela dum/, 'data provavel _ dum | data provavel pela menstruacao | data provavel'],
      [/dpp pela usg/, 'data provavel _ ultrassom | dpp pelo ultrassom'],
      [/^dum/, 'ultima menstruacao | dum'],
      [/primeira usg/, 'primeiro ultrassom | primeira ultrassom'],
      [/gestacional pela dum/, 'pela menstruacao | pela dum'],
      [/gestacional pela usg/, 'pelo ultrassom | pela ultrassom | pelo usg'],
      [/consultas/, 'consulta de pre natal | consultas de pre natal'],
      [/tipo/, 'gestacao unica | gemelar | gemeos | feto unico'],
    ],
    { beside: true },
  ),
  ...field(
    /^paridade/,
    [
      [/abortos/, 'aborto* | perdi | curetagem', 'abort* | perdeu'],
      [/cesareas/, 'cesarea*', 'cesarea*'],
      [/ultimo parto/, 'ultimo parto', 'ultimo parto'],
      [
        /^gestacoes$/,
        'gestac* | gravidez | gravidezes | _ vez que engravid* | gesta',
        'quantas gestac* | quantas vezes engravid* | quantas gravid* | quantos filhos',
      ],
      [/vaginais/, 'parto normal | partos normais | parto vaginal', 'parto normal'],
      [/^partos$/, 'partos'],
      [/vivos/, 'filhos vivos | nascidos vivos'],
    ],
    { beside: true },
  ),
  ...field(
    /^exame obstetrico/,
    [
      [/altura/, 'altura uterina | au'],
      [/apresentacao/, 'cabeca pra baixo | cefalic* | pelvic* | sentado'],
      [/bcf/, 'batimento* | bcf'],
      [/dinamica/, 'dinamica uterina | contracoes'],
      [/edema/, 'edema | inchaco | inchad*'],
      [/especular/, 'especular'],
      [/movimentos/, 'movimentos fetais | mexendo | mexe'],
      [/liquido/, 'perda de liquido | perdendo liquido'],
      [/sangramento/, 'sangramento'],
      [/situacao/, 'dorso | longitudinal | transvers*'],
      [/toque/, 'toque | colo fechado | colo grosso'],
      [/tonus/, 'tonus'],
    ],
    { by: 'doctor' },
    EXAMINED,
  ),
  ...field(
    /^ultrassonografias/,
    [
      [
        null,
        'ultrassom | ultrassonografia | usg | placenta | liquido normal | peso fetal | translucencia | cefalico',
        undefined,
        'doctor',
        'vou pedir | peco | fazer',
      ],
    ],
    {},
  ),
  ...field(
    /^classificacao de risco/,
    [[null, 'alto risco | risco habitual | baixo risco', undefined, 'doctor', 'encaminh*']],
    { beside: true },
  ),
  ...field(/^plano de parto/, [
    [
      null,
      'parto normal | cesarea _ vez | quero normal | acompanhante | plano de parto | analgesia | tentar normal',
      'parto | acompanhante',
    ],
  ]),
  ...field(
    /^tipo de exame ocupacional/,
    [
      [
        null,
        'admissional | periodico | demissional | retorno ao trabalho | mudanca de risco | mudanca de funcao',
      ],
    ],
    { beside: true },
  ),
  ...field(/^identificacao ocupacional/, [
    [/admissao/, 'entrei em | admitid* em | registrad* desde', 'quando entrou | data de admissao'],
    [/empresa/, 'empresa | firma | metalurgica | construtora', 'empresa | firma'],
    [
      /^funcao/,
      'sou soldador* | sou cozinheir* | sou operador* | sou motorista | sou auxiliar | sou tecnic* | funcao | soldador | cozinheira',
      'funcao | cargo | vai trabalhar de',
    ],
    [/setor/, 'setor | linha de | caldeiraria | cozinha do', 'setor'],
    [
      /tempo/,
      'anos na funcao | trabalho _ ha | ha _ anos',
      'quanto tempo _ funcao | ha quanto tempo trabalha',
    ],
    [/turno/, 'turno | das _ as | noturno | escala', 'turno | horario'],
  ]),
  ...field(/^descricao da atividade/, [
    [
      null,
      'levanto | carrego | pico | corto | esmerilho | soldo | agachad* | em pe o dia | empurro | faco a linha | opero',
      'o que _ faz | carrega peso | como e o servico | posicao',
      'patient',
    ],
  ]),
  ...field(
    /^riscos ocupacionais/,
    [
      [/acidentes/, 'altura | faca | corte | queimadura | maquina | queda de'],
      [/biologic/, 'sangue | secrecao | lixo | virus | biologic*'],
      [/ergonom/, 'peso | postura | repetitiv* | agachad*'],
      [/fisicos/, 'barulho | ruido | calor | frio | vibracao | radiacao'],
      [/psicossoc/, 'pressao do chefe | meta | estresse | assedio'],
      [
        /quimic/,
        'fumo de | fumos | solvente | tinta | produto quimico | detergente | poeira | quimic* | cloro',
      ],
    ],
    { by: 'patient' },
  ),
  ...field(/^uso de epi/, [
    [
      null,
      'luva* | mascara | protetor auricular | respirador | bota* | epi | capacete | oculos de protecao | abafador | cinto',
      'epi | protetor | luva | mascara | equipamento',
      'patient',
    ],
  ]),
  ...field(/^acidentes de trabalho/, [
    [
      null,
      'cat | cisco | queimei | cortei | acidente de trabalho | acidente no trabalho | machuquei _ servico | doenca do trabalho',
      'acidente | ja se machucou | doenca do trabalho',
      'patient',
    ],
  ]),
  ...field(/^afastamentos e beneficios/, [
    [
      null,
      'inss | afastad* | pericia | beneficio | encostad* | por atestado',
      'afastad* | inss | ficou parado | beneficio',
      'patient',
    ],
  ]),
  ...field(
    /^conclusao de aptidao/,
    [
      [/confinado/, 'espaco confinado'],
      [/altura/, 'trabalho em altura | altura'],
      [/^funcao/, 'apt* pr* funcao | apto para a funcao'],
      [/^outras/, 'apto pra dirigir | empilhadeira'],
      [/^parecer/, 'apt* | inapt*'],
      [/restric/, 'restricao | evita | evitar | sem carregar | carregar acima'],
    ],
    { by: 'doctor' },
  ),
  ...field(
    /^diagnostico oncologico/,
    [
      [/biomarcador/, 'her2 | receptor* | ki67 | egfr | alk | pd l1 | braf | estrogeno'],
      [/data/, 'descobriu em | diagnosticad* em | diagnostico em'],
      [/estadiamento/, 'estadio | estadiamento'],
      [/grau/, 'grau histologico | gleason | carcinoma _ grau | grau 2 | grau 3 | grau 1'],
      [
        /primario/,
        'o cancer foi | cancer de | tumor de | adenocarcinoma de | carcinoma de | neoplasia de | primario',
      ],
      [/metastase/, 'metastase* | lesoes novas | secundari*'],
      [/^tnm/, 't1 | t2 | t3 | t4 | n0 | n1 | n2 | m0 | m1 | tnm'],
      [/histologico$/, 'carcinoma | adenocarcinoma | sarcoma | linfoma | melanoma'],
    ],
    { beside: true },
  ),
  ...field(/^tratamentos oncologicos previos/, [
    [
      null,
      'mastectomia | quadrantectomia | esvaziamento | radioterapia | foram _ ciclos | docetaxel | quimio* antes | quimica | prostatectomia | hormonioterapia | bloqueio',
      'quimio* antes | radioterapia | ja operou',
    ],
  ]),
  ...field(
    /^tratamento oncologico atual/,
    [
      [/ciclo/, 'ciclo | quarto | terceiro | dia um', 'qual ciclo | quantos ciclos'],
      [/inicio/, 'comecou em | inicio em'],
      [/intencao/, 'adjuvante | neoadjuvante | paliativ* | curativ*'],
      [/linha/, 'primeira linha | segunda linha | terceira linha'],
      [
        /protocolo/,
        'protocolo | esquema | ac t | folfox | folfiri | r chop | docetaxel | paclitaxel',
      ],
    ],
    { beside: true },
  ),
  ...field(
    /^toxicidades/,
    [
      [
        null,
        'grau 1 | grau 2 | grau 3 | grau 4 | mucosite | neuropatia | neutropenia febril | toxicidade | depois da quimio* | depois da quimica',
      ],
    ],
    {},
  ),
  ...field(
    /esas/,
    [
      [/ansiedade/, 'ansiedade'],
      [/apetite/, 'apetite | fome'],
      [/bem estar/, 'bem estar'],
      [/depressao/, 'tristeza | depressao'],
      [/dispneia/, 'falta de ar'],
      [/^dor/, 'dor'],
      [/fadiga/, 'cansaco | fadiga'],
      [/nausea/, 'enjoo | nausea'],
      [/sonolencia/, 'sono'],
    ],
    { needs: '#number', by: 'patient', beside: true },
  ),
  ...field(/^plano terapeutico/, [
    [
      null,
      'quimio* | radioterapia | ciclo | cirurgia | lista da | lista de | operar | infiltracao | esquema | plano | proximo passo | bloqueio | artroplastia | imobiliza* | gesso | tala | bota',
      undefined,
      'doctor',
      'encaminh* | apliquei',
    ],
  ]),
  ...field(/^cuidados paliativos/, [
    [
      null,
      'uti | tubo | intubacao | representante | cuidado em casa | paliativ* | conforto | diretiva* | reanimacao',
      'uti | tubo | deseja | quer ficar',
    ],
  ]),
  ...field(/^motilidade/, [[null, 'motilidade | movimento dos olhos', undefined, 'doctor']]),
  ...field(/^prescricao optica/, [
    [
      null,
      'lente multifocal | receita de oculos | oculos novo | multifocal | bifocal',
      undefined,
      'doctor',
    ],
  ]),
  ...field(
    /^acuidade visual/,
    [
      [/od com/, 'com oculos | com correcao'],
      [/od sem/, 'sem oculos | sem correcao'],
      [/od para perto/, 'para perto | de perto'],
    ],
    { by: 'doctor' },
  ),
  ...field(
    /^refracao/,
    [
      [/^adicao/, 'adicao', undefined, 'doctor'],
      [/pupilar/, 'distancia pupilar | dp', undefined, 'doctor'],
    ],
    { beside: true },
  ),
  ...field(
    /^tonometria/,
    [
      [/metodo/, 'goldmann | de sopro | tonopen | perkins', undefined, 'doctor'],
      [/horario/, 'as _ horas | goldmann as', undefined, 'doctor'],
    ],
    { beside: true },
  ),
  ...field(
    /^exame ortopedico/,
    [
      [
        /amplitude/,
        'flexao | extensao | abducao | rotacao | graus | amplitude | arco de movimento',
      ],
      [
        /estabilidade/,
        'ligamentos | estavel | estaveis | instavel | lachman | gaveta | estresse em',
      ],
      [/neurologico/, 'reflexo* | sensibilidade | dermatomo | parestesia'],
      [/vascular/, 'pulso* | perfusao | enchimento'],
      [/forca/, 'forca | nao sustenta | na ponta do pe | preensao | grau 5 | fraqueza'],
      [
        /inspecao/,
        'edema | equimose | varo | valgo | aumento de volume | derrame | cicatriz | deformidade | atrofia | inchado | inchaco',
      ],
      [/marcha/, 'marcha | mancando | claudica* | apoia'],
      [
        /palpacao/,
        'dor na | dor no | dor em | crepita* | palpa* | interlinha | maleolo | ponto doloroso',
      ],
      [
        /testes/,
        'thompson | lasegue | jobe | neer | hawkins | mcmurray | spurling | tinel | phalen | patrick | fabere | teste | positivo desse',
      ],
    ],
    { by: 'doctor', beside: true },
    EXAMINED,
  ),
  ...field(/^reabilitacao/, [
    [
      null,
      'fisioterapia | sessoes | reabilitacao | bengala | muleta* | propriocepcao | fortalecimento | alongamento*',
      'fisioterapia',
      'doctor',
    ],
  ]),
  ...field(
    /^sintomas otorrino/,
    [
      [/faringe/, 'garganta | engol* | deglut* | engasg* | ingere', 'garganta | engol*'],
      [/laringe/, 'rouc* | voz', 'rouc* | voz'],
      [
        /nasais/,
        'nariz | entup* | entope | espirr* | coriza | catarro | cheiro | sinusite',
        'nariz | entup* | espirr* | respira pela boca',
      ],
      [
        /otologic/,
        'ouvido | otite | escuto | surd* | zumbido | chiado no ouvido | coceira no ouvido',
        'ouvido | escuta | zumbido',
      ],
      [
        /ronco/,
        'ronca | ronco | dorme | apneia | para de respirar',
        'ronca | dorme | para de respirar',
      ],
      [/vestibular/, 'tontura | roda | rodando | girando | vertigem', 'tontura | roda'],
    ],
    { by: 'patient', beside: true, never: '#family' },
  ),
  ...field(
    /^exame otorrino/,
    [
      [/vestibular/, 'nistagmo | dix | hallpike | romberg'],
      [/laringo/, 'laringoscopia | pregas vocais | cordas vocais'],
      [/nasofibro/, 'nasofibroscopia | nasofibro'],
      [/oroscopia/, 'amigdala* | garganta | oroscopia | orofaringe | palato'],
      [/palpacao/, 'pescoco | linfonodo* cervica*'],
      [/rinoscopia/, 'rinoscopia | cornetos | septo'],
      [/diapasao/, 'diapasao | weber | rinne'],
    ],
    { by: 'doctor' },
    EXAMINED,
  ),
  ...field(
    /^informante/,
    [
      [
        null,
        'sou a mae | sou o pai | sou a avo | a mae que | sou mae | minha filha | meu neto | eu sou a',
        'a senhora e a | o senhor e o | e a mae | e a avo | quem ta com',
        'patient',
      ],
    ],
    { beside: true },
  ),
  ...field(
    /^antecedentes gestacionais e perinatais/,
    [
      [/apgar/, 'apgar'],
      [/comprimento/, 'nasceu _ centimetros'],
      [
        /idade gestacional/,
        'de _ semanas | nasceu de | prematur*',
        'quantas semanas | nasceu como | nasceu de',
      ],
      [
        /intercorrencias/,
        'na luz | fototerapia | amarel* | ictericia | uti neonatal | ficou internad* | incubadora',
        'intercorrencia | precisou ficar | amarelo',
      ],
      [/perimetro/, 'perimetro cefalico'],
      [/peso ao nascer/, 'nasceu com | quilos e', 'peso _ nasceu'],
      [/pre natal/, 'pre natal', 'pre natal'],
      [/tipo de parto/, 'cesarea | parto normal | normal | forceps', 'parto | nasceu como'],
      [
        /triagens/,
        'pezinho | orelhinha | olhinho | coracaozinho | linguinha',
        'pezinho | orelhinha',
      ],
    ],
    { by: 'patient', beside: true, never: '#symptom' },
  ),
  ...field(
    /^desenvolvimento neuro/,
    [
      [
        null,
        'andou | anda bem | sentou | engatinh* | palavras | fala umas | junta duas | aponta | brinca | sobe na | faz de conta | olha quando | senta sem | balbucia | sustenta a cabeca',
        'andou | sentou | palavras | junta duas | aponta | brinca | chama o nome | desenvolvimento',
      ],
    ],
    {},
  ),
  ...field(/^desenvolvimento puberal/, [
    [null, 'tanner | menarca | pelos | broto mamario | puberdade', 'puberdade | menstruou'],
  ]),
  ...field(/^sono e eliminacoes/, [
    [
      null,
      'dorme | sono | xixi | coco | fraldas | evacua | intestino | das _ as',
      'dorme | xixi | coco | fralda* | intestino',
      'patient',
    ],
  ]),
  ...field(/^sono e apetite/, [
    [
      null,
      'durmo | dorme | acordo | sono | insonia | apetite | fome | emagreci | engordei | comendo',
      'dorme | sono | apetite | comendo | emagreceu',
      'patient',
    ],
  ]),
  ...field(/^sono e recuperacao/, [
    [
      null,
      'durmo | dorme | sono | acordo | descanso | recuper*',
      'dorme | sono | descans*',
      'patient',
    ],
  ]),
  ...field(
    /^tabagismo/,
    [
      [/carga/, 'macos ano | maco por dia | macos por dia | cigarros por dia | maco'],
      [/eletronico/, 'vape | cigarro eletronico | pod', 'vape | cigarro eletronico'],
      [
        /ambiental/,
        'mofo | gato | cachorro | fogao a lenha | poeira em casa | passarinho | carpete',
        'mofo | bicho* | animal* | fogao a lenha',
      ],
      [
        /ocupacional/,
        'britador | pedreira | silica | amianto | poeira | marcenaria | padaria | produto quimico',
        'trabalhava | poeira no trabalho | trabalha em',
      ],
      [
        /situacao/,
        'fumo | fuma | fumei | fumava | parei de fumar | nunca fumei | cigarr*',
        'fuma | fumou | cigarro',
      ],
    ],
    { by: 'patient', beside: true },
  ),
  ...field(
    /^prova de funcao/,
    [
      [/^cvf/, 'cvf | capacidade vital'],
      [/dlco/, 'dlco | difusao'],
      [/broncodilatador/, 'resposta ao broncodilatador | broncodilatador'],
      [/^vef1$/, 'vef1'],
      [/vef1 cvf|vef1\/cvf/, 'relacao | vef1 cvf'],
    ],
    { beside: true, by: 'doctor', needs: '#number' },
  ),
  ...field(/^historia psiquiatrica/, [
    [
      null,
      'internei na psiquiatria | caps | crise de | surto | ja tive depressao | primeira vez foi | episodio | psiquiatra antes | internad* | diagnostico de',
      'tratamento psiquiatrico | ja teve isso | episodio* | psiquiatra antes | internacao',
      'patient',
    ],
  ]),
  ...field(
    /^tratamentos (?:psiquiatricos )?previos/,
    [
      [
        null,
        'tomei | ja tomei | tomava | usei | fiz terapia | nao me dei | nao deu certo | ajudou | parei porque',
        'ja tomou | ja usou | tratou antes | remedio antes',
        'patient',
      ],
    ],
    { beside: true },
  ),
  ...field(/^historia do desenvolvimento|^historia de vida/, [
    [
      null,
      'infancia | fui criad* | crescer | cresci | meus pais se separ* | quando eu era | escola | sempre fui | minha mae era | nasci em',
      'infancia | criad* | escola | como foi crescer | sua historia',
      'patient',
    ],
  ]),
  ...field(
    /^exame do estado mental|^exame psicologico/,
    [
      [/aparencia/, 'aparencia | vestid* | barba | pontual | descuidad* | higiene'],
      [/^atencao/, 'atencao | distrai* | hipervigil* | hipotenaz*'],
      [/atitude/, 'colaborativ* | atitude | hostil | cooperativ*'],
      [/autoestima/, 'autocritica | autoestima | autoimagem'],
      [/^consciencia/, 'consciente | vigil | consciencia preservada | orientad*'],
      [/critica/, 'insight | critica | juizo critico'],
      [/humor/, 'humor | afeto | chorou | labil'],
      [/inteligencia/, 'inteligencia'],
      [/juizo/, 'delirio* | juizo de realidade'],
      [/linguagem/, 'fala | discurso | linguagem'],
      [/memoria/, 'memoria'],
      [/motivacao|vontade/, 'vontade | pragmatismo | motivad* | hipobulia'],
      [/orientacao/, 'orientad*'],
      [/pensamento/, 'pensamento | fuga de ideias | ideias de'],
      [/percepcao|sensopercepcao/, 'alucina* | vozes | sensopercepcao'],
      [/psicomotricidade/, 'lentificad* | inquiet* | agitad* | psicomotric*'],
    ],
    { by: 'doctor' },
    EXAMINED,
  ),
  ...field(/^exame do estado mental|^exame psicologico/, [
    [
      /percepcao|sensopercepcao/,
      'ouco voz* | vejo vulto* | voz nenhuma',
      'ouve voz* | ve coisas',
      'patient',
    ],
  ]),
  ...field(
    /^avaliacao de risco/,
    [
      [
        /autoagressao/,
        'me corto | me cortei | me machucar',
        'se machucar | se corta | se machucou',
        'patient',
      ],
      [
        /protecao/,
        'por meus filhos | minha filha precisa | minha fe | deus nao deixa',
        'o que te segura',
        'patient',
      ],
      [
        /hetero/,
        'briguei | brigou | bateu | empurr* | ameac* | machucar alguem | quebrou',
        'machucar alguem | brigou | agress*',
        'patient',
      ],
      [
        /ideacao/,
        'morrer | suicid* | me matar | sumir | nao acordar | tirar a vida',
        'morrer | suicid* | se matar | tirar a vida | sumir',
        'patient',
        'parece que vou morrer',
      ],
      [
        /planejamento/,
        'nao tenho plano | plano | arma em casa | guardei remedio | corda',
        'plano | como faria | arma em casa',
        'patient',
      ],
      [
        /tentativas/,
        'ja tentei | tentei | tomei um monte | nunca tentei',
        'ja tentou | tentativa',
        'patient',
      ],
    ],
    { never: '#family' },
  ),
  ...field(
    /^avaliacao da demanda/,
    [
      [
        null,
        'objetivo* | demanda | quero aprender | quero conseguir | combinamos | expectativa',
        'objetivo | o que espera | o que voce quer',
      ],
    ],
    {},
  ),
  ...field(/^historia escolar/, [
    [
      null,
      'formei | faculdade | escola | empresa | trabalho ha | promovid* | analista | gerente | estudei',
      'trabalha | estudou | empresa | faculdade',
      'patient',
    ],
  ]),
  ...field(/^relacoes interpessoais/, [
    [
      null,
      'meu marido | minha esposa | meu namorado | minhas amigas | meus amigos | amiga | sozinha | minha irma | minha mae | conto com | apoio',
      'amig* | familia | relacionamento | com quem conta | apoio',
      'patient',
    ],
  ]),
  ...field(
    /^instrumentos/,
    [
      [
        null,
        'registro de pensamento* | inventario | beck | escala | respiracao | bai | bdi | questionario | tecnica | relaxamento | teste',
        undefined,
        'doctor',
      ],
    ],
    { beside: true },
  ),
  ...field(/^adesao/, [
    [
      null,
      'tomei direitinho | tomando certinho | tomo certinho | esqueco | esqueci | esquece | nao tomei | pulei | falhei | dias na semana | melhorou com | ajudou | fez efeito | tomando direito | dois por mes',
      'certinho | tomando direito | tomou direito | esquece | tem tomado | tomando como | melhorou com | conseguiu tomar',
      'patient',
    ],
  ]),
  ...field(
    /^sintomas reumato/,
    [
      [/axial/, 'lombar | coluna | costas | nadega', 'costas | coluna | lombar'],
      [
        /fadiga/,
        'cansaco | fadiga | febre | perda de peso | emagreci',
        'cansaco | febre | perdeu peso',
      ],
      [
        /raynaud/,
        'mao branca | dedos brancos | roxo no frio | roxa no frio',
        'fica branca | roxa no frio | no frio',
      ],
      [
        /cutaneo/,
        'mancha* | afta* | pele | queda de cabelo | feridas na boca | psoriase',
        'mancha* | afta* | pele | cabelo',
      ],
      [/oculares/, 'olho vermelho | uveite | vista', 'olho vermelho | olho'],
      [
        /articular/,
        'punho | dedos | juntas | maos | joelho | tornozelo | inchou | articula* | junta',
        'juntas | quais | incha | articula*',
      ],
      [
        /rigidez/,
        'dura de manha | endurecid* | rigidez | travada de manha | demora pra soltar',
        'rigidez | dura de manha | quanto tempo pra soltar | quanto tempo demora',
      ],
      [/sicca/, 'boca seca | olho seco', 'boca seca | olho seco'],
    ],
    { by: 'patient', beside: true, never: '#family' },
  ),
  ...field(
    /^exame articular/,
    [
      [/amplitude/, 'flexao | extensao | amplitude | fecha a mao'],
      [/dolorosas/, 'dolorosa* | dor a palpacao | dor no'],
      [/edemaciadas/, 'sinovite | inchad* | edema'],
      [/coluna/, 'schober | sacroiliac* | coluna'],
      [/deformidades/, 'deformidade* | desvio ulnar | nodulo* | tofo*'],
      [/entesites/, 'entesite | dactilite | aquiles'],
      [/pontos/, 'pontos dolorosos'],
    ],
    { by: 'doctor' },
    EXAMINED,
  ),
  ...field(
    /^identificacao$/,
    [
      [
        /estado civil/,
        'casad* | solteir* | divorciad* | viuv* | separad*',
        'casad* | estado civil',
      ],
      [/idade/, 'anos', 'idade | quantos anos', undefined, 'ha'],
      [/naturalidade/, 'nasci em | natural de', 'onde nasceu | natural'],
      [/profissao/, 'sou', 'profissao'],
      [/residencia/, 'moro em | moro na | moro no', 'onde mora | mora onde'],
    ],
    { by: 'patient', beside: true },
  ),
  ...field(/^discussao/, [
    [null, 'nexo | concausa | entendo que | do ponto de vista | literatura', undefined, 'doctor'],
  ]),
  ...field(/^conclusao$/, [
    [null, 'concluo | conclusao | incapacidade | nexo concausal', undefined, 'doctor'],
  ]),
  ...field(/^resumo da lide/, [
    [null, 'processo | pede | reconhecimento | autos', undefined, 'doctor', 'ressonancia'],
  ]),
]
