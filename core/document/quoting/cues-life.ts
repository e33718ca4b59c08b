/** What belongs in the fields of work, sport, nutrition and of an expert’s report. */
import { type CueRow, field } from './cue-row.ts'

export const LIFE_CUES: readonly CueRow[] = [
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
      'sou soldador* | sou cozinheir* | operador* de | operador* na | sou operador* | sou motorista | sou auxiliar | sou tecnic* | funcao | soldador | cozinheira',
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
      [/biologic/, 'lixo | virus | biologic*'],
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
      'cat | cisco | caiu uma | caiu um | prensei | prensou | esmaguei | me acidentei | acidentei | queimei | cortei | acidente de trabalho | acidente no trabalho | machuquei _ servico | doenca do trabalho',
      'acident* | ja se machucou | doenca do trabalho',
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
      [/^parecer/, 'apto | apta | inapt* | aptidao'],
      [/restric/, 'restricao | evita | evitar | sem carregar | carregar acima'],
    ],
    { by: 'doctor' },
  ),
  ...field(/^reabilitacao/, [
    [
      null,
      'fisioterapia | sessoes | reabilitacao | bengala | muleta* | propriocepcao | fortalecimento | alongamento*',
      'fisioterapia',
      'doctor',
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
