/**
 * What belongs in the fields of surgery and of the ward: before and after an operation, the stay,
 * devices, fluids.
 */
import { type CueRow, field } from './cue-row.ts'

export const HOSPITAL_CUES: readonly CueRow[] = [
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
      [/ganhos/, 'entrou 1* | entrou 2* | entrou 3* | ganhos | entradas'],
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
]
