/** What patients and those with them tell: the illness, what was before, habits, the family. */
import type { CueRow } from './cue-row.ts'

export const HISTORY_CUES: readonly CueRow[] = [
  {
    place: 'presentIllness',
    by: 'patient',
    says: [
      [
        3.4,
        'refere | relata | queixa de | com queixa | queixa se | nega febre | nega dor | nega vomit* | nega perda',
      ],
      [2.1, '#symptom | me matando | nao larga | moid* | nao aguento | ta ruim | passando mal'],
      [
        1.6,
        'veio de repente | do nada | na upa | pronto socorro | emagreci | engordei | perdi _ quilos',
      ],
      [0.7, '#time'],
      [0.6, '#story'],
      [
        0.9,
        `comecou | piora* | melhora* | estou com | to com | tava com | ta com | me da | quando eu | de repente | toda vez | incomoda* | apareceu | surgiu | aumentou | diminuiu | voltou | parou sozinho | some | sumiu | passa quando | nao passa |
        vai pr* | desce pr* | irradia* | pega | alivi* | de noite | de manha | a noite | quando ando | quando deito | nao consigo | nao aguento | estou sentindo | to sentindo | me atrapalha`,
      ],
    ],
    never: '#family | #other | #drug',
    asks: `#symptom | motivo | queixa | preocupacao | o que houve | esta sentindo | ta sentindo | ha quanto tempo | faz quanto tempo |
      quanto tempo | desde quando | quando comecou | como comecou | comecou | incomoda | sente | sentindo | sentiu | onde | lado | intensidade | nota | zero a dez | piora | melhora | alivia | vezes por | quantas vezes | dura | durou | todo dia | irradia | vai pra |
      forte | acorda | ja tinha | aconteceu | primeira vez | de noite | consegue | como foi`,
  },
  {
    place: 'medicationsInUse',
    by: 'patient',
    says: [
      [
        4,
        `nao tomo nenhum* | nao tomo nada | nao tomo remedio* | nao uso nada | nao uso nenhum* | nao uso remedio* | nenhum remedio | nao faco uso | tomo nada | nao toma nada | nao toma nenhum* | nao toma remedio | nao usa nada | sem remedio* | sem medicac*`,
      ],
      [
        2,
        'remedio* | medicac* | medicament* | comprimid* | capsula* | tomo _ pressao | uso _ pressao',
      ],
      [0.5, 'tomo | toma | uso | usa'],
      [2.5, '#drug'],
    ],
    never: 'alergi* | #family | #other',
    asks: 'remedio* | medicac* | medicament* | toma alguma coisa | tomando alguma coisa | toma o que | ta tomando | esta tomando | comprimido* | uso continuo | usa alguma coisa | toma algo',
  },
  {
    place: 'allergies',
    by: 'patient',
    says: [
      [4.5, 'alergi*'],
      [
        3,
        'me da coceira | me enche de | empipoc* | ficou empol* | fica empol* | fico empol* | fico toda empol* | fico todo empol* | fico toda empolada',
      ],
      [
        1.3,
        'empol* | urticaria | incha a boca | coceira com | fecha a garganta | choque anafilatico | reacao',
      ],
    ],
    never:
      'rinite alergi* | dermatite alergi* | conjuntivite alergi* | tosse alergi* | bronquite alergi* | teste de alergia | sinusite alergi* | #family | #other',
    asks: 'alergi* | reacao a | remedio que faz mal | nao pode tomar',
  },
  {
    place: 'vaccines',
    says: [
      [
        4,
        'vacin* | imuniza* | carteirinha | caderneta | dose de reforco | reforco da | antitetanica | pneumococica | tomei a da gripe | tomou a da | segunda dose da | terceira dose da | primeira dose da | dose da hepatite | dose da febre',
      ],
      [
        1.2,
        'tomei a | tomei mes | tomou | nunca tomei | nao tomei a | em dia | atrasad* | falta a | faltam',
      ],
    ],
    by: 'patient',
    asks: 'vacin* | imuniza* | carteirinha | caderneta',
  },
  {
    place: 'family',
    by: 'patient',
    says: [
      [1.6, '#family'],
      [
        2,
        'que e | quem tem | toma | morreu | falec* | tem _ tambem | teve | tinha | operou | saudave* | vivo | viva | vivos | hipertens* | diabet* | na familia | de que morreu | do coracao | toma remedio | enfart* | infart* | derrame | hemofilic*',
      ],
      [1.8, '#disease'],
    ],
    needs: '#family | la em casa todo mundo | la em casa todos',
    never:
      'disse que e | falou que e | acha que e | acha que eu | moro sozinh* | moro com | mora com | vivo com | comprou | trouxe | ficou com | minha filha disse | meu filho disse | meu marido disse | me disse | me trouxe | me deu | minha mulher disse | meu marido fala | namorado',
    asks: 'familia | alguem com | alguem tem | parente* | seus pais | sua mae | seu pai | seus irmaos | sua irma | seu irmao | alguem na familia | caso na familia | historia familiar | pai e mae | seus avos',
  },
  {
    place: 'substances',
    by: 'patient',
    says: [
      [
        4,
        `fumo | fuma | fumei | fumava | tabagista | ex tabagista | etilista | fumou | fumante | fumar | cigarr* | tabag* | tabaco | maco | macos | palheiro | bebo | bebe _ fim | bebida* | alcool* | cerveja* | cervejinha | vinho | cachaca | pinga | uisque | chopp | etilis* | maconha | baseado | cocaina | crack |
        droga | drogas | vape | narguile | nao bebo | nem bebo | taca* de`,
      ],
    ],
    never: 'remedio | fumo de solda | #drug | #family',
    asks: 'fuma | fumou | cigarr* | bebe | bebida* | alcool | droga* | maconha | vape | cerveja',
  },
  {
    place: 'sleep',
    by: 'patient',
    says: [
      [
        3.2,
        'durmo | dorme | dormir bem | dormindo | sono | insonia | acordo _ vezes | acordo cansad* | acordo as',
      ],
    ],
    never: 'dor | falta de ar | febre | coceira | estou com | to com',
    asks: 'dorme | sono | dormindo | dormir | dormido',
  },
  {
    place: 'diet',
    by: 'patient',
    says: [
      [
        3.2,
        `como muit* | como pouc* | como bem | como mal | como fora | como bastante | como de tudo | nao como | come de tudo | come bem | come pouco | alimentacao | dieta | comida | gordura | doces | doce | fruta* | verdura* | legume* | refrigerante* | fritura* |
        cafe por dia | agua por dia | belisco | vegetarian* | vegan*`,
      ],
      [
        1.7,
        'almoco | almoca | lanche | janta | jantar | cafe da manha | pao | biscoito | arroz | feijao | carne | leite | iogurte | salgadinho | mamadeira* | peito | papinha',
      ],
    ],
    never:
      'depois do almoco | antes do almoco | alivia | passou | dor | queimacao | azia | piora | enjoo | vomit* | remedio | comprimido | #drug',
    asks: 'alimentacao | alimenta | come | comendo | dieta | refeic* | almoca | janta | cafe da manha | mama | mamadeira | agua por dia | recordatorio',
  },
  {
    place: 'work',
    by: 'patient',
    says: [
      [
        3,
        `trabalho | trabalha | trabalhava | trabalhei | profissao | aposentad* | desempregad* | sou professor* | sou motorista | sou porteir* | sou cozinheir* | sou pedreir* | sou enfermeir* | sou vendedor* | sou agricultor* | sou costureir* | sou estudante |
        sou secretari* | sou mecanic* | dona de casa | sou advogad* | sou engenheir* | sou medic* | sou dentista | sou caixa | sou faxineir* | sou diarista | sou autonom* | sou comerciante | sou cabeleireir* | sou manicure | sou eletricista | sou pintor* | sou policial |
        sou bancari* | sou contador* | sou administrador* | sou tecnic* | sou operador* | sou auxiliar | sou servidor* | sou funcionari* | sou soldador* | plantao | serviço | empresa | firma | lavoura | roca`,
      ],
    ],
    never: 'doi | dor | nao consigo',
    asks: 'trabalha | profissao | trabalho | ocupacao | o que _ faz da vida | emprego | servico',
  },
  {
    place: 'social',
    by: 'patient',
    says: [
      [
        2.6,
        `exercicio* | caminhada* | caminho | academia | atividade fisica | sedentari* | musculacao | corrida | natacao | futebol | pilates | hidroginastica | bicicleta | moro | mora com | mora sozinh* | casad* | solteir* | viuv* | divorciad* | separad* | filhos | cachorro |
        gato | viajei | viagem | saneamento | cisterna | agua encanada | fossa | escola | creche | faculdade | me separei | netos`,
      ],
    ],
    never: 'doi | dor | falta de ar | canso',
    asks: 'exercicio | atividade fisica | caminha | academia | mora | casad* | filhos | com quem | escola | creche | animal* | bicho* | viajou | viagem | agua de',
  },
  {
    place: 'surgicalHistory',
    by: 'patient',
    says: [
      [
        3.4,
        'cirurgia* | operei | operad* | operou | operacao | tirei a vesicula | tirei o apendice | tirei o utero | anestesia | raqui | peridural | geral | protese | histerectomia | cesarea* | cesariana',
      ],
    ],
    never: '#family | vou operar | quer operar | vai operar | preciso operar',
    asks: 'cirurgia* | operou | operacao | operad* | anestesia',
  },
  {
    place: 'obstetricHistory',
    by: 'patient',
    says: [
      [
        4.4,
        'gestac* | gravidez | gravida | gravidas | engravid* | parto* | abort* | amament* | gesta | prenatal | pre natal | curetagem | cesarea* | perdi um bebe | perdi com | normal e',
      ],
    ],
    never: '#family | quer engravidar | quero engravidar',
    asks: 'gravid* | gestac* | parto* | engravid* | abort* | curetagem | quantos filhos | quantas vezes engravidou',
  },
  {
    place: 'menstrualHistory',
    by: 'patient',
    says: [
      [
        4.6,
        'menstru* | menarca | menopausa | ciclo* | colica menstrual | ultima regra | regra* | desce por | minha menstruacao | dum | fluxo | parou de descer | desceu',
      ],
    ],
    asks: 'menstru* | de quantos em quantos dias |  menarca | menopausa | ciclo* | ultima regra | ultima menstruacao | regula | fluxo | vem certinho',
  },
  {
    place: 'sexualHistory',
    by: 'patient',
    says: [
      [
        4.6,
        'anticoncepcion* | preservativo | camisinha | diu | relac* sexua* | vida sexual | parceir* | pilula | vasectomia | namorado | transo | libido | laqueadura | implanon | dia seguinte',
      ],
    ],
    asks: 'anticoncepcion* | nao engravidar | relacao |  | camisinha | preservativo | relac* sexua* | parceir* | vida sexual | metodo | evita filho | se protege',
  },
  {
    place: 'breastHistory',
    by: 'patient',
    says: [[3, 'mama | mamas | seio* | mamilo* | mamografia | nodulo na mama']],
    never: '#family | #other',
    asks: 'mama | mamas | seio* | mamografia',
  },
  {
    place: 'urinaryGastro',
    by: 'patient',
    says: [
      [
        3,
        'urin* | xixi | evacu* | intestino | diarreia | prisao de ventre | constipa* | incontinencia | perco urina | bexiga | fezes | coco',
      ],
    ],
    asks: 'urin* | xixi | evacu* | intestino | coco | fezes | perde urina',
  },
  {
    place: 'trauma',
    by: 'patient',
    says: [
      [
        3.2,
        'cai da | cai de | cai do | cai na | cai no | tropecei | torci | torceu | escorreguei | bati a | bati o | bati com | acidente | levei um tombo | tombo | sofri uma queda | machuquei | pancada | pisei | virou pra dentro | virou o pe | jogando bola | carrinho | soltou',
      ],
    ],
    asks: 'caiu | tropecou | torceu | bateu | acidente | machucou | como foi a queda | como aconteceu',
  },
  {
    place: 'glasses',
    by: 'patient',
    says: [[3.4, 'oculos | lente de contato | lentes de contato | minhas lentes | grau novo']],
    asks: 'oculos | lente* | grau',
  },
  {
    place: 'eyeHistory',
    by: 'patient',
    says: [
      [
        3.4,
        'cirurgia de catarata | cirurgia da vista | cirurgia de vista | glaucoma | catarata | pterigio | retina | colirio | pancada no olho | operei o olho | operei a vista',
      ],
    ],
    never: '#family | #other',
    asks: 'cirurgia no olho | operou o olho | trauma no olho | olho antes',
  },
  {
    place: 'devices',
    by: 'patient',
    says: [
      [
        3.4,
        'oxigenio em casa | concentrador | cpap | bombinha | espacador | inalador | nebuliza* | puff*',
      ],
    ],
    asks: 'oxigenio | bombinha | inalador | espacador | aparelho pra dormir',
  },
  {
    place: 'pastHistory',
    by: 'patient',
    says: [
      [1.7, '#disease'],
      [
        1.2,
        'tenho | tem | tinha | trato | faco tratamento | diagnostic* | descobri | possui | desde crianca | na infancia | ja tive | ja fiz | ha anos | faz anos | desde os | de nascenca',
      ],
      [
        2.6,
        `internad* | internacao | internei | ja fui | quebrei | fraturei | quando era crianca | quando eu era crianca | historico de | antecedente* | nenhuma doenca | nenhum problema | sou saudavel | saudavel | transfusao | portador* | nunca fiquei doente |
        nunca internei | nunca operei | derrame | infarto | stent* | ponte de safena | marca passo | avc | pressao alta | colesterol alto | diabetic* | hipertens* | tireoide | asma | sou diabet*`,
      ],
      [-1.2, 'estou com | to com | tava com | ta com | hoje | ontem'],
    ],
    needs: `#disease | internad* | internacao | internei | ja fui | quebrei | fraturei | quando era crianca | quando eu era crianca | historico de | antecedente* | nenhuma doenca | nenhum problema | saudavel | transfusao | portador* | nunca fiquei doente |
      nunca internei | nunca operei | stent* | ponte de safena | marca passo | ja tive | diagnostic*`,
    never: '#family | #other',
    asks: 'doenca* | problema* de saude | internad* | internou | diagnostic* | pressao alta | diabetes | colesterol | tireoide | asma | infarto | derrame | #disease | outra coisa de saude | tem mais algum* | antecedente* | trata de | trombose | cancer | ficou doente | convulsao',
  },
]
