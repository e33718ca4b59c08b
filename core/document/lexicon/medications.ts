/**
 * Medicines sold in Brazil: one line per active ingredient (Brazilian common denomination), then its other names and
 * trade names after a colon; a combination stands with the ingredient it is known for. No ingredient stands as a name
 * of another: a document that puts one for the other would pass its check. Data for recognising that a name is a
 * medicine; it says nothing about use or dose. Names that are also everyday words are left out.
 */
import { fold } from '../extractors/tokens.ts'

const MEDICATIONS = `
ácido acetilsalicílico: aas, aspirina, somalgin, ecasil, melhoral, buferin
dipirona: novalgina, anador, magnopyrol, maxiliv, dipirona sódica, metamizol
paracetamol: tylenol, acetaminofeno, vick pyrena
ibuprofeno: advil, alivium, motrin, buscofem, ibupril
cetoprofeno: profenid, artrinid, bi-profenid
naproxeno: flanax, naprosyn
diclofenaco: voltaren, cataflam, biofenac, diclofenaco sódico, diclofenaco potássico
nimesulida: nisulid, scaflam, cimelide
meloxicam: movatec, meloxil
piroxicam: feldene
tenoxicam: tilatil
celecoxibe: celebra
etoricoxibe: arcoxia
cetorolaco: toragesic, toradol
indometacina: indocid
aceclofenaco: proflam
tramadol: tramal, sylador, novotram
codeína: codein, tylex
morfina: dimorf
oxicodona: oxycontin
fentanila: durogesic
metadona: mytedom
buprenorfina: restiva
ciclobenzaprina: miosan, musculare, mirtax
carisoprodol: tandrilax, trilax, mioflex, torsilax
orfenadrina: dorflex, relaxil
baclofeno: lioresal
tizanidina: sirdalud
losartana: cozaar, aradois, corus, losartan, losartana potássica
valsartana: diovan, brasart
olmesartana: benicar, olmetec, olmy
telmisartana: micardis
candesartana: atacand
irbesartana: aprovel
sacubitril: entresto
captopril: capoten
enalapril: renitec, eupressin, vasopril
lisinopril: zestril, prinivil
ramipril: triatec, naprix
perindopril: coversyl
benazepril: lotensin
anlodipino: norvasc, pressat, amlodipina, anlodipina, anlodipino besilato
levanlodipino: novanlo
nifedipino: adalat, oxcord
felodipino: splendil
lercanidipino: zanidip
verapamil: dilacoron
diltiazem: cardizem, balcor
hidroclorotiazida: clorana, drenol
clortalidona: higroton
indapamida: natrilix
furosemida: lasix
bumetanida: burinax
espironolactona: aldactone
eplerenona: inspra
amilorida: moduretic
atenolol: atenol, angipress, ablok
propranolol: inderal
metoprolol: selozok, seloken, lopressor
bisoprolol: concor
carvedilol: coreg, divelol, cardilol
nebivolol: nebilet
sotalol: sotacor
clonidina: atensina
metildopa: aldomet
hidralazina: apresolina
minoxidil: loniten
doxazosina: carduran, unoprost
prazosina: minipress
isossorbida: isordil, monocordil, sustrate
propatilnitrato: propatil
trimetazidina: vastarel
ivabradina: procoralan
digoxina: lanoxin
amiodarona: ancoron, atlansil
propafenona: ritmonorm
varfarina: marevan, coumadin
rivaroxabana: xarelto
apixabana: eliquis
dabigatrana: pradaxa
edoxabana: lixiana
enoxaparina: clexane, versa
heparina: liquemine
clopidogrel: plavix, iscover
ticagrelor: brilinta
prasugrel: effient
cilostazol: cebralat, vasogard
pentoxifilina: trental
diosmina: daflon, diosmin, venaflon
sinvastatina: zocor, sinvascor
atorvastatina: lipitor, citalor
rosuvastatina: crestor, rosucor, trezor
pravastatina: pravacol
pitavastatina: livalo
ezetimiba: ezetrol, zetia, vytorin
ciprofibrato: oroxadin
fenofibrato: lipidil, lipanon
bezafibrato: cedur
genfibrozila: lopid
alirocumabe: praluent
evolocumabe: repatha
metformina: glifage, glucoformin, dimefor
glibenclamida: daonil, euglucon
gliclazida: diamicron, azukon
glimepirida: amaryl
pioglitazona: actos, piotaz
sitagliptina: januvia
vildagliptina: galvus
linagliptina: trayenta
saxagliptina: onglyza
alogliptina: nesina
dapagliflozina: forxiga, xigduo
empagliflozina: jardiance
canagliflozina: invokana
liraglutida: victoza, saxenda
semaglutida: ozempic, rybelsus, wegovy
dulaglutida: trulicity
tirzepatida: mounjaro
acarbose: glucobay
insulina: nph, humulin, novolin
glargina: lantus, basaglar, toujeo
degludeca: tresiba
detemir: levemir
asparte: novorapid, fiasp
lispro: humalog
levotiroxina: puran, puran t4, euthyrox, synthroid, levoid
liotironina: cynomel
metimazol: tapazol
propiltiouracila: propilracil
omeprazol: losec, peprazol, victrix
pantoprazol: pantozol, pantocal
esomeprazol: nexium
lansoprazol: prazol, lanzol
rabeprazol: pariet
dexlansoprazol: dexilant
vonoprazana: inzelm
ranitidina: antak, label
famotidina: famox
domperidona: motilium, peridal
bromoprida: digesan, plamet
metoclopramida: plasil
ondansetrona: vonau, zofran, nausedron
dimenidrinato: dramin
meclizina: meclin
escopolamina: buscopan, butilbrometo de escopolamina
simeticona: luftal, dimeticona, mylicon
loperamida: imosec
racecadotrila: tiorfan
lactulose: lactulona, duphalac
bisacodil: dulcolax, lacto-purga
macrogol: muvinlax
mesalazina: pentasa, mesacol, asalit
sulfassalazina: azulfin
trimebutina: digedrat
pinavério: dicetel
hidróxido de alumínio: mylanta, pepsamar
sucralfato: sucrafilm
ursacol: ácido ursodesoxicólico
saccharomyces: floratil, repoflor
amoxicilina: amoxil, novocilin, clavulin, amoxicilina com clavulanato, sigma clav
ampicilina: binotal
benzilpenicilina: benzetacil, penicilina, penicilina benzatina
oxacilina: staficilin
cefalexina: keflex
cefadroxila: cefamox
cefuroxima: zinnat
ceftriaxona: rocefin
cefepima: maxcef
ceftazidima: fortaz
cefaclor: ceclor
azitromicina: zitromax, astro, selimax
claritromicina: klaricid
eritromicina: pantomicina
ciprofloxacino: cipro, ciflox
levofloxacino: levaquin, tavanic
norfloxacino: floxacin
moxifloxacino: avalox
sulfametoxazol: bactrim
trimetoprima
nitrofurantoína: macrodantina
fosfomicina: monuril
doxiciclina: vibramicina
tetraciclina: tetrex
minociclina: minomax
metronidazol: flagyl
secnidazol: secnidal
clindamicina: dalacin
linezolida: zyvox
vancomicina: vancocina
gentamicina: garamicina
amicacina: novamin
meropenem: meronem
piperacilina: tazocin
rifampicina: rifaldin
isoniazida
nicotinamida
etambutol
pirazinamida
fluconazol: zoltec
itraconazol: sporanox
cetoconazol: nizoral
nistatina: micostatin
terbinafina: lamisil
miconazol: daktarin, vodol
clotrimazol: canesten
aciclovir: zovirax
valaciclovir: valtrex
fanciclovir: penvir
oseltamivir: tamiflu
tenofovir: viread
lamivudina: epivir
dolutegravir: tivicay
ivermectina: revectina
albendazol: zentel
mebendazol: pantelmin
nitazoxanida: annita
praziquantel: cisticid
hidroxicloroquina: reuquinol, plaquinol
prednisona: meticorten
prednisolona: predsim, prelone
dexametasona: decadron
betametasona: celestone, diprospan, celestamine
hidrocortisona: solu-cortef, cortisonal
metilprednisolona: solu-medrol
deflazacorte: calcort
budesonida: busonid, budecort, pulmicort
beclometasona: clenil, miflasona
fluticasona: flixotide, avamys, flixonase
mometasona: nasonex
ciclesonida: alvesco
salbutamol: aerolin, aerojet
fenoterol: berotec
formoterol: foraseq, alenia, symbicort, vannair
salmeterol: seretide
ipratrópio: atrovent
tiotrópio: spiriva
montelucaste: singulair, montelair
teofilina: talofilina
aminofilina: asmapen
loratadina: claritin, loralerg
desloratadina: desalex
cetirizina: zyrtec, reactine
levocetirizina: zina
fexofenadina: allegra
bilastina: alektos
ebastina: ebastel
hidroxizina: hixizine, prurizin
dexclorfeniramina: polaramine
prometazina: fenergan
rupatadina: rupafin
acetilcisteína: fluimucil
ambroxol: mucosolvan
bromexina: bisolvon
carbocisteína: mucofan
levodropropizina: antux
dropropizina: vibral
cloperastina: seki
nafazolina: sorine, neosoro
oximetazolina: afrin
fluoxetina: prozac, daforin
sertralina: zoloft, assert, tolrest
paroxetina: paxil, pondera, aropax
citalopram: cipramil
escitalopram: lexapro, exodus, reconter
fluvoxamina: luvox
venlafaxina: efexor, venlift
desvenlafaxina: pristiq
duloxetina: cymbalta, velija
bupropiona: wellbutrin, bup, zyban
mirtazapina: remeron
trazodona: donaren
vortioxetina: brintellix
agomelatina: valdoxan
amitriptilina: tryptanol, amytril
nortriptilina: pamelor
imipramina: tofranil
clomipramina: anafranil
clonazepam: rivotril, clopam
alprazolam: frontal, apraz
diazepam: valium
bromazepam: lexotan
lorazepam: lorax
midazolam: dormonid
cloxazolam: olcadil
clobazam: frisium, urbanil
zolpidem: stilnox, lioram, patz
zopiclona: imovane
eszopiclona: prysma
melatonina: circadin
buspirona: ansitec
lítio: carbolitium, carbonato de lítio
ácido valproico: depakene, depakote, divalproato, valproato
carbamazepina: tegretol
oxcarbazepina: trileptal
fenitoína: hidantal
fenobarbital: gardenal
lamotrigina: lamictal
topiramato: topamax, amato
levetiracetam: keppra
gabapentina: neurontin
pregabalina: lyrica, prebictal
risperidona: risperdal
quetiapina: seroquel
olanzapina: zyprexa
aripiprazol: abilify, aristab
haloperidol: haldol
clorpromazina: amplictil
levomepromazina: neozine
clozapina: leponex
ziprasidona: geodon
paliperidona: invega
lurasidona: latuda
periciazina: neuleptil
metilfenidato: ritalina, concerta
lisdexanfetamina: venvanse
atomoxetina: atentah
donepezila: eranz
rivastigmina: exelon
galantamina: reminyl
memantina: alois, ebix
levodopa: prolopa, cronomet
carbidopa
pramipexol: sifrol
selegilina: jumexil
rasagilina: azilect
biperideno: akineton
amantadina: mantidan
flunarizina: vertix, flunarin
betaistina: labirin, betaserc
cinarizina: stugeron
sumatriptana: sumax, imigran
naratriptana: naramig
rizatriptana: maxalt
zolmitriptana: zomig
ergotamina: cefaliv, cefalium, ormigrein
isometepteno: neosaldina
propionato de testosterona: durateston, testosterona
estradiol: estrofem, natifa
estriol: ovestrion
progesterona: utrogestan
noretisterona: norestin
levonorgestrel: microvlar, ciclo 21, mirena, kyleena
etinilestradiol: yasmin, yaz, diane, selene, elani
desogestrel: cerazette
drospirenona: slinda
medroxiprogesterona: depo-provera
ciproterona: androcur
clomifeno: clomid
letrozol: femara
anastrozol: arimidex
tamoxifeno: nolvadex
raloxifeno: evista
tibolona: libiam
finasterida: proscar, propecia
dutasterida: avodart, combodart
tansulosina: secotex
sildenafila: viagra
tadalafila: cialis
vardenafila: levitra
oxibutinina: retemic
solifenacina: vesicare
tolterodina: detrusitol
mirabegrona: myrbetric
fenazopiridina: pyridium
alopurinol: zyloric
febuxostate: adenuric
colchicina: colchis
metotrexato: tecnomet
leflunomida: arava
azatioprina: imuran
ciclosporina: sandimmun
tacrolimo: prograf, protopic
micofenolato: cellcept, myfortic
adalimumabe: humira
etanercepte: enbrel
infliximabe: remicade
tofacitinibe: xeljanz
rituximabe: mabthera
alendronato: fosamax, osteofar
risedronato: actonel
ibandronato: bonviva
denosumabe: prolia
teriparatida: forteo
colecalciferol: addera, depura, vitamina d
cianocobalamina: vitamina b12, citoneurin, rubranova
ácido fólico: folacin, metilfolato
sulfato ferroso: noripurum, combiron, neutrofer
carbonato de cálcio: oscal, caltrate
complexo b: beneroc
glicosamina: artrolive
condroitina
colágeno: extima
isotretinoína: roacutan
adapaleno: differin
tretinoína: vitacid
peróxido de benzoíla: benzac, epiduo
permetrina: nedax, kwell
mupirocina: bactroban
neomicina: nebacetin
bacitracina
ácido fusídico: verutex
clobetasol: psorex
dexpantenol: bepantol
hidroquinona: claquinona
latanoprosta: xalatan
timolol: timoptol
brimonidina: alphagan
dorzolamida: cosopt
tobramicina: tobrex, tobradex
carmelose: lacrifilm, systane
orlistate: xenical, lipiblock
sibutramina: biomag
naltrexona: contrave, revia
dissulfiram: antietanol
vareniclina: champix
nicotina: niquitin, nicorette
ciclofosfamida: genuxal
capecitabina: xeloda
imatinibe: glivec
trastuzumabe: herceptin
hidroxiureia: hydrea
eritropoetina: eprex
filgrastim: granulokine
desmopressina: ddavp
cabergolina: dostinex
somatropina: norditropin
tranexâmico: transamin, ácido tranexâmico
ergometrina: ergotrate
misoprostol: cytotec
`

/** Folded name → folded active ingredient; names of several words keep single spaces. */
export function medicationNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const line of MEDICATIONS.trim().split('\n')) {
    const [generic = '', brands = ''] = line.split(':')
    const ingredient = foldName(generic)
    names.set(ingredient, ingredient)
    for (const brand of brands.split(',').map(foldName).filter(Boolean))
      names.set(brand, ingredient)
  }
  for (const word of EVERYDAY_WORDS) names.delete(word)
  return names
}

/** Trade names that a conversation uses for other things far more often. */
const EVERYDAY_WORDS = ['label', 'bup', 'astro', 'versa', 'assert', 'frontal', 'zina', 'nicotina']

function foldName(name: string): string {
  return fold(name).replace(/-/g, ' ').replace(/\s+/g, ' ').trim()
}
