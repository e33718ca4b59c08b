/**
 * Words that sound alike, or that a list might join, and mean another thing: a record of the one is
 * never found in the other.
 */
import test from 'ava'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { buildInput, sampleTemplate } from '../helpers/rules.ts'

/** What was said, then what no record may make of it. */
const NEVER: Record<string, readonly [said: string, ...records: string[]][]> = {
  'a beginning in common': [
    ['Tenho hipertireoidismo.', 'Hipotireoidismo.', 'Hipertensão.', 'Hipertrigliceridemia.'],
    ['Tive hipoglicemia ontem.', 'Hiperglicemia.', 'Hipocalemia.'],
    ['O exame deu hipercalcemia.', 'Hipercalemia.', 'Hipercolesterolemia.'],
    ['O exame deu hiponatremia.', 'Hipernatremia.', 'Hipocalcemia.'],
    ['O colesterol está bom.', 'Colestase.', 'Colesteatoma.'],
    ['Fiz eletroencefalograma.', 'Eletroneuromiografia.'],
    ['Tenho osteoporose.', 'Osteomielite.', 'Osteoartrose.'],
    ['Teve bronquiolite.', 'Bronquite.', 'Bronquiectasia.'],
    ['Tenho artrite reumatoide.', 'Febre reumática.'],
    ['Dor no pâncreas.', 'Pancreatite.'],
    ['Trombocitopenia no hemograma.', 'Tromboflebite.', 'Trombocitose.'],
    ['Tive cólica no ureter.', 'Estenose de uretra.'],
    ['Fizeram uma prostatectomia.', 'Prostatite.'],
    ['A albumina está baixa.', 'Albuminúria.'],
    ['Tenho policitemia.', 'Ovário policístico.'],
    ['Tenho um cisto no ovário.', 'Ovário policístico.', 'Síndrome do ovário policístico.'],
    ['Tenho um cisto no rim.', 'Rim policístico.'],
    ['Tive febre e dor nas juntas.', 'Febre reumática.'],
    ['O pulmão está limpo, só o edema das pernas.', 'Edema agudo de pulmão.'],
    ['Fiz exame cardíaco, tudo parado por enquanto.', 'Parada cardíaca.'],
    ['Como mamão todo dia.', 'Nódulo na mama.', 'Mama sem alterações.'],
  ],
  'a word of many meanings': [
    ['O raio X mostrou derrame pleural.', 'AVC.', 'Teve AVC.'],
    ['Meu joelho fez derrame.', 'Derrame pleural.'],
    ['Liguei para o consultório ontem.', 'Laqueadura.'],
    ['Ouvi no rádio essa notícia.', 'Radioterapia.'],
    ['O QT está longo.', 'Quimioterapia.'],
    ['Hoje a consulta é por vídeo.', 'Videolaparoscopia.'],
    ['Voltei a trabalhar, voltou tudo ao normal.', 'Recidiva.'],
    ['Tem um bloqueio de ramo direito.', 'Bloqueio de ramo esquerdo.', 'Travamento articular.'],
    ['Irritação na pele do braço.', 'Irritabilidade.'],
    ['Uma queimação na sola do pé.', 'Pirose.', 'Azia.'],
    ['Tenho varizes na safena.', 'Revascularização miocárdica.'],
    ['Fiquei com medo de morrer.', 'Ideação suicida.'],
    ['Pensei que eu ia morrer de tanta dor.', 'Ideação suicida.'],
    ['Se ele morrer eu não aguento.', 'Suicídio.', 'Tentativa de suicídio.'],
    ['Fiz exame do coração.', 'Cardiopatia.'],
    ['Desmaiei por causa da pressão baixa.', 'Hipertensão.', 'Pressão alta.'],
    ['Uso colírio por causa da pressão do olho.', 'Hipertensão.', 'Pressão alta.'],
    ['Quero emagrecer uns quilos.', 'Emagrecimento.', 'Perda de peso.'],
    ['Ando muito cansada.', 'Dispneia.', 'Falta de ar.'],
  ],
  'one kind is not the other': [
    ['Tenho diabetes tipo 2.', 'Diabetes tipo 1.', 'DM1.', 'DM tipo 1.'],
    ['Sou diabético tipo um desde os dez anos.', 'Diabetes tipo 2.', 'DM2.'],
    ['Tive hepatite A quando pequeno.', 'Hepatite B.', 'Hepatite C.'],
    ['Tenho hérnia inguinal.', 'Hérnia de disco.'],
    ['Tenho uma úlcera na perna.', 'Úlcera gástrica.', 'Úlcera péptica.'],
    ['Retinopatia não proliferativa.', 'Retinopatia proliferativa.'],
    ['É um linfoma não Hodgkin.', 'Linfoma de Hodgkin.'],
    ['Tive trombose na perna.', 'Embolia pulmonar.', 'TEP.'],
    ['Tenho uma arritmia.', 'Fibrilação atrial.'],
    ['Fiz cateterismo.', 'Angioplastia.', 'Stent.'],
    ['Anda de bengala.', 'Usa andador.', 'Usa muletas.'],
    ['Foi anestesia local.', 'Raquianestesia.', 'Anestesia geral.'],
    ['Ele está com uma demência.', 'Doença de Alzheimer.'],
    ['Tive insuficiência renal aguda.', 'Doença renal crônica.', 'DRC.'],
    ['Uma dor no peito ontem.', 'Angina.'],
  ],
  'a part, and what goes wrong with it': [
    ['O ultrassom mostrou um divertículo.', 'Diverticulite.'],
    ['Os leucócitos vieram normais.', 'Leucocitose.'],
    ['Os neutrófilos estão bons.', 'Neutropenia.'],
    ['Rompi o menisco.', 'Meniscectomia.'],
    ['Meu labirinto é bom.', 'Labirintite.'],
    ['Conjuntiva corada.', 'Conjuntivite.'],
  ],
  'less than the record says': [
    ['Próstata aumentada.', 'Câncer de próstata.'],
    ['Um caroço no seio.', 'Câncer de mama.'],
    ['Tenho um tumor benigno.', 'Neoplasia maligna.', 'Câncer.'],
    ['Estou com nódulo na tireoide.', 'Hipotireoidismo.', 'Hipertireoidismo.'],
    ['Faz dois meses que parei de menstruar.', 'Menopausa.'],
    ['O exame deu açúcar alto.', 'Diabetes.'],
    ['Uma fraqueza na perna direita.', 'Fadiga.', 'Astenia.'],
    ['Tive um problema no rim quando criança.', 'Doença renal crônica.'],
    ['Bebe leite de manhã e de noite.', 'Etilista.', 'Etilismo.'],
    ['Fiz um teste genético.', 'Mutação BRCA.'],
  ],
}

const template = sampleTemplate([{ name: 'História da Doença Atual', type: 'string' }])

for (const [name, rows] of Object.entries(NEVER))
  test(`${name}: never the same`, (t) => {
    for (const [said, ...records] of rows) {
      const input = buildInput(template, [said])
      for (const record of records) {
        const { evidence } = checkDocument({ 'História da Doença Atual': record }, input)
        t.not(evidence[0]?.verdict, 'supported', `${said} → ${record}`)
      }
    }
  })
