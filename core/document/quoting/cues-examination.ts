/**
 * What belongs in the fields of examinations by organ: joints, ears, eyes, breath, the mind; and in
 * scores.
 */
import { type CueRow, EXAMINED, field } from './cue-row.ts'

export const EXAMINATION_CUES: readonly CueRow[] = [
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
    { beside: true },
  ),
  ...field(/^monitoramento continuo/, [
    [
      null,
      'sensor | libre | tempo no alvo | gmi | variabilidade | abaixo de 70 | acima de 180 | glicose media | dexcom',
      'sensor',
      undefined,
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
      [/postura/, 'postura | alinhamento | valgo | varo | pe plano | pisada', undefined, 'doctor'],
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
]
