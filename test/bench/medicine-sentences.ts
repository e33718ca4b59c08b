/**
 * Talk of a consulting room with a hundred names of medicines, each name once: what the bench
 * speaks and has recognized. Spelled as people say them. The method was tuned on the first half
 * only; the second half has other medicines, other sentences and other voices.
 */
export interface SpokenSentence {
  text: string
  /** Names of medicines in it, as the lexicon writes them. */
  names: readonly string[]
}

export const TUNED: readonly SpokenSentence[] = sentences(`
A senhora está tomando a losartana de cinquenta duas vezes ao dia? | losartana
Eu tomo hidroclorotiazida de manhã, em jejum, faz uns dez anos. | hidroclorotiazida
O posto trocou a minha metformina pela de liberação lenta. | metformina
Vou começar a dapagliflozina dez miligramas, um comprimido pela manhã. | dapagliflozina
Ela usa Glifage quinhentos depois do almoço e do jantar. | glifage
Com o enalapril ele começou com uma tosse seca que não passava. | enalapril
Dobramos o anlodipino e a pressão continuou em quinze por nove. | anlodipino
Parei a sinvastatina por causa da dor nas pernas, doutor. | sinvastatina
Toma omeprazol todo dia há quanto tempo? | omeprazol
A levotiroxina é em jejum, meia hora antes do café. | levotiroxina
Dei dipirona quando a febre passou de trinta e oito. | dipirona
Tomou ibuprofeno por conta própria e o estômago doeu. | ibuprofeno
Na emergência deram Clavulin por sete dias e melhorou. | clavulin
Fez azitromicina três dias e a tosse não mudou nada. | azitromicina
A prednisolona xarope é um mililitro por quilo, por cinco dias. | prednisolona
Quando chia eu faço salbutamol com o espaçador, dois jatos. | salbutamol
Sem o clonazepam eu não durmo, doutora, já tentei. | clonazepam
Começamos sertralina meio comprimido na primeira semana. | sertralina
A fluoxetina tirou a fome dela no começo. | fluoxetina
O psiquiatra colocou quetiapina vinte e cinco à noite. | quetiapina
Ele tem epilepsia e toma carbamazepina desde criança. | carbamazepina
O cardiologista pediu para não parar a rivaroxabana antes do exame. | rivaroxabana
Depois do stent ficou com clopidogrel e aspirina. | clopidogrel, aspirina
A furosemida faz ele urinar a noite inteira. | furosemida
Associei espironolactona vinte e cinco miligramas pela insuficiência cardíaca. | espironolactona
O bisoprolol controlou bem a frequência. | bisoprolol
Está sem crise de gota desde que usa o alopurinol. | alopurinol
Na crise aguda eu uso colchicina de oito em oito horas. | colchicina
Para a contratura, ciclobenzaprina à noite por uma semana. | ciclobenzaprina
Tomei nimesulida e deu alergia, inchou o olho. | nimesulida
A pregabalina deixa tonta, mas a dor do nervo melhorou. | pregabalina
Se vomitar de novo, ondansetrona debaixo da língua. | ondansetrona
Fizeram escopolamina na veia e a cólica passou. | escopolamina
Passo loratadina só na época da rinite. | loratadina
Um comprimido de ivermectina, repete em quinze dias. | ivermectina
Já tratou infecção urinária com nitrofurantoína no mês passado. | nitrofurantoina
Uma dose única de fluconazol resolve a candidíase. | fluconazol
Não beba álcool enquanto estiver no metronidazol. | metronidazol
Estou usando Puran de setenta e cinco. | puran
O convênio não cobre o Forxiga, fica caro demais. | forxiga
Troquei o Jardiance porque dava infecção. | jardiance
Eu pingo Rivotril, cinco gotinhas, quando fico nervosa. | rivotril
Meu pai toma Xarelto por causa da arritmia. | xarelto
Só melhora com Novalgina na veia. | novalgina
Em casa tem Tylenol, posso dar para o menino? | tylenol
Usou Aerolin três vezes hoje e continua cansado. | aerolin
Me deram Plasil no pronto-socorro e fiquei agitada. | plasil
Tomo Neosaldina quase todo dia para a enxaqueca. | neosaldina
Comprei Dorflex na farmácia e não adiantou. | dorflex
`)

export const HELD_OUT: readonly SpokenSentence[] = sentences(`
O senhor trocou por valsartana quando mesmo? | valsartana
Está com clortalidona doze e meio e o potássio caiu. | clortalidona
Ela toma gliclazida antes do café e do almoço. | gliclazida
Vamos associar empagliflozina, protege o rim e o coração. | empagliflozina
Usava sitagliptina, mas a farmácia popular não tem. | sitagliptina
Botaram captopril debaixo da língua na UPA. | captopril
A gestante está com nifedipino de doze em doze horas. | nifedipino
A rosuvastatina baixou o colesterol ruim para setenta. | rosuvastatina
Faço pantoprazol por oito semanas e depois tiro. | pantoprazol
Ela tem hipertireoidismo e usa propiltiouracila na gravidez. | propiltiouracila
Dou paracetamol ou espero baixar sozinha a febre? | paracetamol
O cetoprofeno na veia aliviou a cólica do rim. | cetoprofeno
Receitei cefalexina de seis em seis horas para a ferida. | cefalexina
Deu resistência ao ciprofloxacino na cultura da urina. | ciprofloxacino
Cinco dias de prednisona, depois suspende. | prednisona
Usa formoterol com budesonida duas vezes ao dia. | formoterol, budesonida
Eu dependo do alprazolam para entrar no avião. | alprazolam
Com o escitalopram a ansiedade ficou bem melhor. | escitalopram
A venlafaxina subiu a pressão dela. | venlafaxina
Desde que começou a olanzapina engordou doze quilos. | olanzapina
A neurologista subiu o ácido valproico para o dobro. | acido valproico
Esqueceu a apixabana ontem à noite. | apixabana
Quem toma varfarina tem que controlar o exame todo mês. | varfarina
Prescrevi hidralazina três vezes ao dia. | hidralazina
O carvedilol foi para vinte e cinco de doze em doze. | carvedilol
O propranolol ajudou no tremor das mãos. | propranolol
Ela faz metotrexato uma vez por semana, com ácido fólico. | metotrexato, acido folico
Por causa do lúpus usa hidroxicloroquina, já fez o exame do olho? | hidroxicloroquina
Melhorei da coluna com tizanidina e fisioterapia. | tizanidina
Meloxicam não é bom para quem tem problema no rim. | meloxicam
Subi a gabapentina para novecentos por dia. | gabapentina
Toma bromoprida antes das refeições, para o refluxo. | bromoprida
No ônibus ela toma dimenidrinato para não enjoar. | dimenidrinato
O pediatra passou desloratadina à noite, meia colher. | desloratadina
Dei albendazol para a casa toda por causa do verme. | albendazol
Uma dose só de fosfomicina, dissolvida na água. | fosfomicina
A micose da unha foi tratada com itraconazol. | itraconazol
Uma vez por semana ela toma alendronato, em pé. | alendronato
Meu Euthyrox é o de oitenta e oito. | euthyrox
Emagreceu nove quilos com o Ozempic. | ozempic
O hospital deixou com Entresto, metade da dose. | entresto
Fui eu que parei o Lexapro, me sentia sem emoção. | lexapro
Ele usa Eliquis desde o derrame. | eliquis
Tomei Cataflam para o joelho e para o dente. | cataflam
A bombinha dela é o Alenia, aspira de manhã e à noite. | alenia
Aqui em casa tem Symbicort do irmão. | symbicort
Com Vonau o enjoo da quimioterapia passou. | vonau
Fiquei mole com o Dramin, dormi o dia inteiro. | dramin
Torsilax eu não dou mais, a pressão dela subiu. | torsilax
Fizeram Bactrim por dez dias e a sinusite voltou. | bactrim
`)

function sentences(lines: string): SpokenSentence[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', names = ''] = line.split(' | ')
      return { text, names: names.split(', ') }
    })
}
