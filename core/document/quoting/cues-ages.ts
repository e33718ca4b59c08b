/** What belongs in the fields of pregnancy, childhood and old age. */
import { type CueRow, EXAMINED, field } from './cue-row.ts'

export const AGES_CUES: readonly CueRow[] = [
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
        'preensao | panturrilha _ centimetros | dinamometr* | sarcopenia',
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
  ...field(
    /^gestacao atual/,
    [
      [
        /corionicidade/,
        'corionic* | amniotic* | dicorionic* | monocorionic* | gemelar | duas placentas | gemeos',
      ],
      [
        /dpp pela dum/,
        'data provavel _ dum | data provavel pela menstruacao | data provavel | dpp pela dum | dpp pela menstruacao | dpp',
        undefined,
        undefined,
        'ultrassom | usg',
      ],
      [
        /dpp pela usg/,
        'data provavel _ ultrassom | dpp pelo ultrassom | pelo ultrassom dia | pela ultrassom dia | ultrassom deu dia | ultrassom deu pra | ultrassom ficou',
      ],
      [
        /^dum/,
        'ultima menstruacao | dum',
        'ultima menstruacao | ultima regra | dum',
        undefined,
        'dpp | data provavel | semanas',
      ],
      [/primeira usg/, 'primeiro ultrassom | primeira ultrassom'],
      [
        /gestacional pela dum/,
        'pela menstruacao | pela dum',
        undefined,
        undefined,
        'dpp | data provavel',
      ],
      [
        /gestacional pela usg/,
        'pelo ultrassom | pela ultrassom | pelo usg',
        undefined,
        undefined,
        'ultrassom dia',
      ],
      [/consultas/, 'consulta de pre natal | consultas de pre natal'],
      [/tipo/, 'gestacao unica | gemelar | gemeos | feto unico'],
    ],
    { beside: true },
  ),
  ...field(
    /^paridade/,
    [
      [
        /abortos/,
        'a0 | a1 | a2 | a3 | a4 | aborto* | perdi um | perdi uma | perdi o bebe | curetagem',
        'abort* | perdeu',
      ],
      [/cesareas/, 'cesarea*', 'cesarea*'],
      [/ultimo parto/, 'ultimo parto', 'ultimo parto'],
      [
        /^gestacoes$/,
        'g1 | g2 | g3 | g4 | g5 | g6 | g7 | gestac* | gravidez | gravidezes | _ vez que engravid* | gesta',
        'quantas gestac* | quantas vezes engravid* | quantas gravid* | quantos filhos',
      ],
      [/vaginais/, 'parto normal | partos normais | parto vaginal', 'parto normal'],
      [/^partos$/, 'p0 | p1 | p2 | p3 | p4 | p5 | partos'],
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
  // Read from the child's booklet by either.
  ...field(/^antecedentes gestacionais e perinatais/, [[/apgar/, 'apgar', 'apgar']], {
    beside: true,
  }),
  ...field(
    /^antecedentes gestacionais e perinatais/,
    [
      [/comprimento/, 'nasceu _ centimetros | centimetros', 'comprimento'],
      [
        /idade gestacional/,
        'de _ semanas | nasceu de | prematur* | _ semanas e',
        'quantas semanas | nasceu como | nasceu de',
      ],
      [
        /intercorrencias/,
        'na luz | fototerapia | amarel* | ictericia | uti neonatal | ficou internad* | incubadora',
        'intercorrencia | precisou ficar | amarelo',
      ],
      [/perimetro/, 'perimetro cefalico'],
      [
        /peso ao nascer/,
        'nasceu com | quilos e',
        'peso _ nasceu | pesou quanto | quanto pesou | quantos quilos nasceu | nasceu com quanto',
      ],
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
]
