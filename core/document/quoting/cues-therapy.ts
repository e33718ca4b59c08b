/**
 * What belongs in the fields of oncology and of the treatment of the mind: what was tried, how it
 * was borne, what is agreed.
 */
import { type CueRow, field } from './cue-row.ts'

export const THERAPY_CUES: readonly CueRow[] = [
  ...field(/^procedimentos e evolucao/, [
    [
      null,
      'trabalhamos | na sessao | hoje falamos | hoje a gente | exercicio da sessao | reestruturacao | tarefa | fizemos | psicoeducacao | registro de pensamento*',
      undefined,
      'doctor',
    ],
  ]),
  ...field(
    /^diagnostico oncologico/,
    [
      [
        /biomarcador/,
        'her2 | kras | nras | brca* | msi | ros1 | receptor* | ki67 | egfr | alk | pd l1 | braf | estrogeno',
      ],
      [/data/, 'descobriu em | diagnosticad* em | diagnostico em'],
      [/estadiamento/, 'estadio | estadiamento'],
      [/grau/, 'grau histologico | gleason | carcinoma _ grau | grau 2 | grau 3 | grau 1'],
      [
        /primario/,
        'o cancer foi | cancer de | tumor de | adenocarcinoma de | carcinoma de | neoplasia de | primario',
      ],
      [/metastase/, 'metastase* | lesoes novas | secundari*'],
      [
        /^tnm/,
        't1 | t2 | t3 | t4 | t4a | t4b | t1n* | t2n* | t3n* | t4n* | t1a* | t1b* | t1c* | t2a* | t2b* | t3a* | t3b* | t4a* | t4b* | n0 | n1 | n2 | n3 | m0 | m1 | tnm',
      ],
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
  ...field(/^sono e apetite/, [
    [
      null,
      'durmo | dorme | acordo | sono | insonia | apetite | fome | emagreci | engordei | comendo',
      'dorme | sono | apetite | comendo | emagreceu',
      'patient',
    ],
  ]),
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
      'tomei direitinho | tomando certinho | tomo certinho | esqueco | esqueci | esquece | nao tomei | pulei | falhei | dias na semana | melhorou com | ajudou | fez efeito | tomando direito | dois por mes | por minha conta | por conta propria | diminui por | parei por',
      'certinho | tomando direito | tomou direito | esquece | tem tomado | tomando como | melhorou com | conseguiu tomar',
      'patient',
    ],
  ]),
]
