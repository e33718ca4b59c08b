/** What the doctor says: findings, results, what it is, and what is to be done. */
import type { CueRow } from './cue-row.ts'

export const VISIT_CUES: readonly CueRow[] = [
  {
    place: 'physicalExam',
    by: 'doctor',
    says: [
      [2, '#finding'],
      [0.8, '#finding-first'],
      [1.3, '#exam-phase'],
      [-1.5, '#disease-first'],
      [-2, '#diseases'],
      [-2.4, '#exam-first'],
      [0.6, '#verbless'],
      [
        1,
        'normal | normais | sem alterac* | preservad* | simetric* | limp* | vermelh* | inchad* | inchaco | dor a | dor na | dor no | doi | direit* | esquerd* | bilateral | nos dois lados | leve | moderad* | cruz* | presente* | ausente* | positiv* | negativ* | vejo | palpo | ausculto | ouco',
      ],
      [2, 'exame neurologico | exame fisico | ao exame'],
      [-1.6, '#plan'],
      [-2.4, '#order'],
    ],
    never:
      '#drug | #if | #aside | hemograma | creatinina | ultrassom | ressonancia | tomografia | raio x | espirometria | vou pedir | peco | encaminh* | se tiver | se der | se aparecer | vamos examinar | vou examinar | deixa eu | respira | abre a boca | deita | cirurgia',
  },
  {
    place: 'examResults',
    says: [
      [1.4, '#exam'],
      [1.2, '#exam-first'],
      [1.4, '#value'],
      [
        1.4,
        'mostr* | deu | deram | veio | vieram | apont* | revel* | evidenci* | resultado* | laudo* | tenho aqui | os exames | exames | o exame | trouxe | de ontem | de hoje | normal | negativ* | positiv* | reagente | estava | era | media de',
      ],
      [
        -1.5,
        'fazer | faz um | repete | repetir | amanha | vou pedir | peco | solicit* | quero | colher | daqui a | preciso | pedir | novo | marca* | traz | traga | retorno',
      ],
      [-2, '#order'],
      [-1, '#if'],
    ],
    needs: '#exam',
    never:
      '#dose | exame neurologico | exame fisico | exame normal | ao exame | quero um | quero uma | caixinha | caixa | saquinho | sacola | listinha | fez aqueles | nao fui pegar | vou pedir | peco',
    asks: 'exame* | resultado | mamografia | preventivo | ultrassom | raio x | eletro | quanto deu | trouxe | trouxe _ exame* | hemograma | glicada',
  },
  {
    place: 'hypotheses',
    by: 'doctor',
    says: [
      [1.2, '#disease'],
      [2.2, '#disease-first'],
      [2, '#diseases'],
      [1.5, '#is'],
      [-1.5, '#drug'],
      [-1.5, '#family'],
      [
        2.4,
        `hipotese* | diagnostico* | quadro sugere | quadro e | quadro parece | quadro indica | sugestiv* | sugere | compativel com | compativeis com | impressao | suspeit* de | suspeita* | provavel* | provavelmente | trata se de | estou pensando em | penso em | isso parece |
        acho que e | acho que _ e | pode ser | parece ser | deve ser | talvez seja | acredito que | ta com cara de | tem cara de | cara de | com jeito de | jeito de | pra mim | fechou | fecha criterio* | fecha diagnostico | preenche criterio* | voce esta com | voce ta com | a senhora esta com | o senhor esta com |
        a senhora ta com | o senhor ta com | ele ta com | ela ta com | voce tem | a senhora tem | o senhor tem | ele tem | ela tem | o que _ tem e | o nome disso | isso chama | chama se | isso se chama | um caso de | caso de | a esclarecer | em investigacao | mantem a hipotese | confirma | confirmando | afastar | descartar | problemas |
        isso e | isso ai e | o que eu penso | concluo | em recuperacao | descompensad* | controlad* | em melhora | nao e | nao parece`,
      ],
      [1.3, '#verbless'],
      [0.8, '#plan'],
      [
        0.5,
        'aguda | agudo | cronica | cronico | grave | leve | grau | estagio | tipo | benigna | inicial | sem sinal | sem sinais | recorrente | controlad* | direita | esquerda | direito | esquerdo | comum | viral | bacteriana | alergica | primaria',
      ],
      [
        -3,
        'na internet | num video | disse que e | falou que e | acha que e | tenho medo | tinha medo | sera que | me disseram | falaram que',
      ],
      [-1, '#exam-phase'],
      [-0.4, '#number'],
      [-1.2, '#finding-first'],
    ],
    needs: '#disease | hipotese* | diagnostico* | quadro sugere',
    never: `#if | #order | #other | #dose | #aside | sem retinopatia | nunca | tenho | tive | to com | estou com | minha | meu | sou | vou pedir | peco | vacina* | se tiver | se der | se aparecer | evita | teste | raio x | ultrassom | ressonancia | hemograma | por risco de | pra dor | pra prevenir | alergia | sem diabetes | nega | encaminh* | solicito | atestado |
      vou te | vou passar | retorno | volta em | o senhor teve | a senhora teve | voce teve`,
  },
  {
    place: 'examsRequested',
    by: 'doctor',
    says: [
      [1.3, '#exam'],
      [
        2.6,
        `vou _ pedir | vou _ solicitar | vamos _ pedir | vamos _ solicitar | quero _ pedir | vou pedindo | solicito | solicitar | peco | pedi | pedir | preciso de | preciso _ exame* | precisa _ fazer | precisamos de | quero um | quero uma | quero ver | quero o | quero a | quero que faca | quero repetir |
        repet* | repito | colher | colhe | faz um | faz uma | fazer um | fazer uma | faca um | faca uma | faz os | faz o exame | vamos fazer | vou fazer um | investigar | vamos investigar | ate ter | mandar pra biopsia | exames pra | de controle | de novo | de rotina | agenda* | marca* | falta fazer`,
      ],
      [1.2, '#plan'],
      [1, '#verbless'],
      [
        0.4,
        'em _ semanas | em _ meses | em _ dias | amanha | com contraste | sem contraste | com | total | completo',
      ],
      [-3, '#value'],
      [-1, '#story'],
    ],
    needs: '#exam',
    never:
      '#dose | nao peco | hoje nao | por ora | nao precisa de exame | nao precisa repetir | mostr* | veio | de ontem | que _ trouxe | me manda | semana passada | pressao alta | sem exame | se der | se tiver',
  },
  {
    place: 'prescriptions',
    by: 'doctor',
    says: [
      [3.4, 'vou _ receitar | vou _ prescrever | prescrevo | receito | de remedio'],
      [
        1.6,
        'comprimido* | gotas | pomada | creme | xarope | colirio | spray | injecao | antibiotico | anti inflamatorio | soro',
      ],
      [0.8, '#plan'],
      [2.2, '#drug'],
    ],
    needs:
      '#drug | vou _ receitar | vou _ prescrever | prescrevo | receito | pomada | creme | xarope | colirio | spray | sabonete | shampoo | xampu',
  },
  {
    place: 'certificate',
    by: 'doctor',
    says: [
      [
        3,
        'atestad* | atestado | afastament* | afastad* do trabalho | declaracao de comparecimento | licenca medica | licenca',
      ],
      [1.4, 'dou | vou _ dar | mais | #time'],
      [2, 'dou um dia | dou dois dias | dou tres dias | dou de hoje | dou _ dias'],
    ],
    needs: 'atestad* | afastament* | afastad* | declaracao | licenca | dou',
    never:
      'nao precisa | nao preciso | sem atestado | eu dou depois | nao dou | nao vou dar | depois eu dou | depois _ dou | nao tem atestado | o da empresa',
    asks: 'atestado | afastamento | quantos dias _ casa',
  },
  {
    // That somebody was here, or accompanied, and when.
    place: 'certificate',
    by: 'doctor',
    says: [
      [
        3.5,
        'atesto | atestamos | declaro | declaramos | certifico | declaracao de | comprovante | atestado de',
      ],
      [3, 'comparec* | acompanh* | esteve | presenca | estiveram'],
    ],
    needs:
      'atesto | atestamos | declaro | declaramos | certifico | declaracao de | comprovante | atestado de',
    never: 'nao precisa | nao preciso | imposto | nao dou | nao vou dar',
    asks: 'declaracao | comprovante',
  },
  {
    place: 'referral',
    by: 'doctor',
    says: [
      [4, 'encaminh*'],
      [
        2.2,
        'referenci* | vou _ mandar pr* | procur* o | procur* um | procur* uma | marc* com | marca com | agend* com | passar com | passar no | passar pel* | consulta com | avaliacao do | avaliacao da | avaliacao com | parecer | chamar a equipe | interconsulta | falar com | grupo de',
      ],
      [1.5, '#specialty'],
      [0.8, '#plan'],
      [0.8, '#verbless'],
      [0.5, 'sessoes | vezes por semana | pra avaliar | te encaminho'],
    ],
    needs: '#specialty | encaminh*',
    never:
      'se piorar | se tiver | se der | se aparecer | pronto socorro | na upa | emergencia | vou ao hospital | no hospital | leva _ hospital | #family | hospital disse | do posto | do hospital | e encaminho | se vier | atestado | #dose | vacina* | ja tem | nao e | isso e com',
  },
  {
    place: 'orientations',
    by: 'doctor',
    says: [
      [2.4, '#order'],
      [1.6, '#infinitive'],
      [1, '#plan'],
      [
        2.4,
        `e importante | importante | oriento | orientacoes | recomendo | sugiro | aconselho | evit* | repouso | bastante agua | bastante liquido | hidrate* | se hidrat* | tem que | tem de | nao pode | nao deve | deve | precisa | cuidado | qualquer coisa | em caso de | compressa* | gelo | dieta |
        alimentacao | menos sal | sem sal | sem gordura | nada de | nada acima | zero | de jeito nenhum | so depois | caminhada* | exercicio* | atividade fisica | curativo | banho | tornozeleira | bota | tipoia | protetor solar | camisinha | travesseiro | elevad* | parar de fumar | largar o cigarro | diminu* | reduz* | pode voltar | pode trabalhar |
        pode comer | pode dirigir | nao dirigir | continua proibid* | proibid* | suspend* | sempre | por enquanto nao | janela | pe pra cima | meia elastica | fora do | agua morna`,
      ],
      [
        3,
        'retorn* | volt* em | volta com | volte em | volte se | volta se | volta presencial | volt* daqui | reavali* | nos vemos | te vejo | marco com voce | a gente se fala | conversamos de novo | telefone em | pronto socorro | pronto atendimento | samu | emergencia | na upa | liga 188 | corre aqui | me avisa | me liga | vem logo | volta na hora | volta antes | revisao em | consulta em',
      ],
      [1.4, '#if'],
      [0.9, '#time'],
      [0.8, '#verbless'],
      [-0.5, '#short'],
      [-1, '#disease-first'],
      [3, 'te ver de novo | ver o senhor de novo | ver a senhora de novo'],
      [-4, 'recepcao | secretaria | manda mensagem | mande mensagem | manda um zap'],
      [-2, 'isso e importante | isso e muito importante | e importante saber | o que eu preciso'],
      [-2.8, '#drug'],
      [2.8, '#stops'],
      [-1.2, '#finding-first'],
      [-1, '#exam-phase'],
    ],
    never: `vou pedir | peco | encaminh* | atestado | hipotese | deita aqui | respira fundo | abre a boca | senta aqui | deixa eu | vou examinar | vou medir | levanta a | olha pra mim | sobe na balanca | vem ca | me conta | conta pra mim | me mostra | mostra | pode deitar | pode sentar | pode vestir | aperta minha mao |
      #patient | #aside`,
  },
]
