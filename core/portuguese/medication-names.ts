/**
 * Medicines sold in Brazil: one line per active ingredient (Brazilian common denomination), then its other names and
 * trade names after a colon; a combination stands with the ingredient it is known for. No ingredient stands as a name
 * of another: a document that puts one for the other would pass its check. Data for recognising that a name is a
 * medicine; it says nothing about use or dose.
 */
export const MEDICATION_NAMES = `
ácido acetilsalicílico: aas, aspirina, somalgin, ecasil, melhoral, buferin, aas infantil, aspirina prevent, cardio aas, bufferin, somalgin cardio, doril, cibalena
dipirona: novalgina, anador, magnopyrol, maxiliv, dipirona sódica, metamizol, novalgina gotas, lisador dip, dipimed, lisador
paracetamol: tylenol, acetaminofeno, vick pyrena, tylenol bebê, tylenol criança, tylenol sinus, termol, dôrico, sonridor, acetofen
ibuprofeno: advil, alivium, motrin, buscofem, ibupril, alivium gotas, spidufen, doraliv, algi reumatril, dalsy, buprovil
cetoprofeno: profenid, artrinid, bi-profenid, cetoprofeno lisina, artrosil
naproxeno: flanax, naprosyn, naproxeno sódico, vimovo
diclofenaco: voltaren, cataflam, biofenac, diclofenaco sódico, diclofenaco potássico, flogoral creme, artren, deltaflogin, flotac, diclofenaco colestiramina
nimesulida: nisulid, scaflam, cimelide
meloxicam: movatec, meloxil
piroxicam: feldene
tenoxicam: tilatil
celecoxibe: celebra
etoricoxibe: arcoxia
cetorolaco: toragesic, toradol
indometacina: indocid
aceclofenaco: proflam
tramadol: tramal, sylador, tramadon, timasen, ultracet
codeína: codein, tylex, belacodid
morfina: dimorf, dimorf lc
oxicodona: oxycontin, oxypynal
fentanila: durogesic, fentanest, fentanil
metadona: mytedom
buprenorfina: restiva, transtec
ciclobenzaprina: miosan, musculare, mirtax, mitrul, benziflex, cizax, ciclobenzaprina cloridrato
carisoprodol: tandrilax, trilax, mioflex, torsilax, tandriflan, infralax, mioflex a, beserol
orfenadrina: dorflex, relaxil, dorflex uno, nevralgex, fenaflex, relaflex
baclofeno: lioresal
tizanidina: sirdalud
losartana: cozaar, aradois, corus, losartan, losartana potássica, losartan potássico, aradois h, zaarpress, torlós, hyzaar, corus h
valsartana: diovan, brasart, diovan hct, diovan amlo, exforge, bravan
olmesartana: benicar, olmetec, olmy, benicar hct, benicar anlo, olmetec hct
telmisartana: micardis, micardis hct, micardis anlo, predict plus
candesartana: atacand, atacand hct, venzer, blopress
irbesartana: aprovel, aprozide
sacubitril: entresto, sacubitril valsartana, sacubitril com valsartana
captopril: capoten, captotec, captosen, hipocatril
enalapril: renitec, eupressin, vasopril, maleato de enalapril, enalabal, pryltec, co renitec, eupressin h
lisinopril: zestril, prinivil, prinzide
ramipril: triatec, naprix, ecator, naprix a, naprix d
perindopril: coversyl, acertil, acertanlo, coversyl plus
benazepril: lotensin, lotensin h
anlodipino: norvasc, pressat, amlodipina, anlodipina, anlodipino besilato, besilato de anlodipino, anlodipina besilato, amlovasc, cordarex, nicord, roxflan, cordipina, anlo
levanlodipino: novanlo
nifedipino: adalat, oxcord, adalat oros, adalat retard, nifedipina, dilaflux, neo fedipina
felodipino: splendil
lercanidipino: zanidip, lercanidipina
verapamil: dilacoron, dilacoron retard, vasoton
diltiazem: cardizem, balcor, angiolong, incoril
hidroclorotiazida: hidro, clorana, drenol, hctz, hidroclorotiazida hct
clortalidona: higroton, clortil, higroton 25
indapamida: natrilix, natrilix sr, indapen
furosemida: lasix, diurisa, furosem, neosemid
bumetanida: burinax
espironolactona: aldactone, spiroctan, diacqua
eplerenona: inspra
amilorida: moduretic
atenolol: atenol, angipress, ablok, ateneo, neo atenol, plenacor, atenorese, tenoretic
propranolol: inderal, propranolol cloridrato, rebaten, pradinolol
metoprolol: selozok, seloken, lopressor, succinato de metoprolol, tartarato de metoprolol, selopress
bisoprolol: concor, concárdio, biconcor
carvedilol: coreg, divelol, cardilol, karvil
nebivolol: nebilet, neblock, nebilet hct
sotalol: sotacor, sotahexal
clonidina: atensina
metildopa: aldomet
hidralazina: apresolina, nepresol
minoxidil: loniten, aloxidil, regaine
doxazosina: carduran, unoprost, zoflux, duomo
prazosina: minipress
isossorbida: isordil, monocordil, sustrate, mononitrato de isossorbida, dinitrato de isossorbida, monocordil retard, isocord, cincordil
propatilnitrato: propatil
trimetazidina: vastarel, vastarel mr
ivabradina: procoralan
digoxina: lanoxin, digoxina elixir, cardcor
amiodarona: ancoron, atlansil, miodaron, amiobal, diodarone
propafenona: ritmonorm
varfarina: marevan, coumadin, varfarina sódica, warfarina
rivaroxabana: xarelto, rivaroxaban, xarelto vascular, vynaxa
apixabana: eliquis, apixaban
dabigatrana: pradaxa, dabigatran
edoxabana: lixiana, edoxaban
enoxaparina: clexane, versa, cutenox, heptron, enoxalow, endocris
heparina: liquemine, hemofol, heparina sódica, heparinox
clopidogrel: plavix, iscover, bissulfato de clopidogrel, clopin, plagrel
ticagrelor: brilinta
prasugrel: effient
cilostazol: cebralat, vasogard, claudic, vasativ
pentoxifilina: trental, pentox, arteron
diosmina: daflon, diosmin, venaflon, diosmina hesperidina, diosmina com hesperidina, flavonid, perivasc, velunid, daflon 1000
sinvastatina: zocor, sinvascor, clinfar, sinvalip, vaslip, sinvastacor, simvastatina
atorvastatina: lipitor, citalor, atorvastatina cálcica, kolevas
rosuvastatina: crestor, rosucor, trezor, rosuvastatina cálcica, rosulib, ruvast, plenance, vivacor, rosustatin
pravastatina: pravacol, mevalotin
pitavastatina: livalo
ezetimiba: ezetrol, zetia, vytorin, zetsim, plenance eze, trezete
ciprofibrato: oroxadin
fenofibrato: lipidil, lipanon, tricor
bezafibrato: cedur
genfibrozila: lopid
alirocumabe: praluent
evolocumabe: repatha
metformina: glifage, glucoformin, dimefor, glifage xr, metformina xr, cloridrato de metformina, metformed, formyn, meguanin, glicefor
glibenclamida: daonil, euglucon, glibeneck, gliben
gliclazida: diamicron, azukon, diamicron mr, gliclazida mr, azukon mr, glicaron
glimepirida: amaryl, bioglic, amaryl flex, glimeran, betes
pioglitazona: actos, piotaz, stanglit, pioglit
sitagliptina: januvia, janumet, nimegon
vildagliptina: galvus, galvus met, vildagliptina com metformina
linagliptina: trayenta, trayenta duo, jentadueto
saxagliptina: onglyza, kombiglyze
alogliptina: nesina, nesina met, nesina pio
dapagliflozina: forxiga, xigduo, xigduo xr, edistride
empagliflozina: jardiance, jardiance duo, glyxambi, synjardy
canagliflozina: invokana
liraglutida: victoza, saxenda, xultophy, olire, lirux
semaglutida: ozempic, rybelsus, wegovy, semaglutida oral, poviztra
dulaglutida: trulicity
tirzepatida: mounjaro
acarbose: glucobay
insulina: nph, humulin, novolin, insulina nph, insulina regular, humulin n, humulin r, novolin n, novolin r, insulina humana
glargina: lantus, basaglar, toujeo, insulina glargina, glargilin, insulina lantus, insulina basaglar, insulina toujeo
degludeca: tresiba, insulina degludeca, tresiba flextouch, ryzodeg, insulina tresiba
detemir: levemir, insulina detemir, insulina levemir
asparte: novorapid, fiasp, insulina asparte, insulina aspart, novomix, insulina novorapid, insulina fiasp
lispro: humalog, insulina lispro, humalog mix, lyumjev, insulina humalog
levotiroxina: puran, puran t4, euthyrox, synthroid, levoid, levotiroxina sódica, tiroxina, t4 sintético, puran t 4
liotironina: cynomel
metimazol: tapazol
propiltiouracila: propilracil
omeprazol: losec, peprazol, victrix, gastrium, omeprazin, omepramix, gaspiren, eupept
pantoprazol: pantozol, pantocal, ziprol, pantopaz, zurcal, gastropan
esomeprazol: nexium, ésio, esogastro, esomex
lansoprazol: prazol, lanzol, ogastro, pylorpac, pyloripac retrat
rabeprazol: pariet, rabec
dexlansoprazol: dexilant
vonoprazana: inzelm
ranitidina: antak, label
famotidina: famox, famodine
domperidona: motilium, peridal, domperol, domperix
bromoprida: plamet, bromopan, pridecil, fagico, digesan
metoclopramida: plasil, eucil, metoclosan
ondansetrona: vonau, zofran, nausedron, vonau flash, ansentron, ondansetron, enavo
dimenidrinato: dramin, dramin b6, dramavit, nausilon
meclizina: meclin
escopolamina: buscopan, butilbrometo de escopolamina, buscopan composto, hioscina, butilescopolamina, buscoduo
simeticona: luftal, dimeticona, mylicon, flagass, luftal max
loperamida: imosec, diasec
racecadotrila: tiorfan, avide
lactulose: lactulona, duphalac, lactuliv, farlac, colact
bisacodil: dulcolax, lacto-purga, laxol, plesonax
macrogol: muvinlax, polietilenoglicol, peglax
mesalazina: pentasa, mesacol, asalit, mesacol mmx, asacol
sulfassalazina: azulfin
trimebutina: digedrat, irritratil
pinavério: dicetel
hidróxido de alumínio: mylanta, pepsamar, gaviz, simeco plus, maalox, simeco
sucralfato: sucrafilm
saccharomyces: floratil, repoflor, saccharomyces boulardii, florent
amoxicilina: amoxil, novocilin, clavulin, amoxicilina com clavulanato, sigma clav, amoxicilina clavulanato, amoxicilina e clavulanato, amoxicilina mais clavulanato, clavulanato, clavulin bd, velamox, amoxiclav, policlavumoxil, clavoxil
ampicilina: binotal, ampicilina sulbactam, unasyn
benzilpenicilina: benzetacil, penicilina, penicilina benzatina, penicilina g benzatina, bezetacil, bepeben, penicilina cristalina, penicilina procaína, penicilina g procaína
oxacilina: staficilin, oxanon
cefalexina: keflex, cefalexin, cefaben
cefadroxila: cefamox
cefuroxima: zinnat
ceftriaxona: rocefin, triaxin, ceftriax
cefepima: maxcef, cefepime
ceftazidima: fortaz
cefaclor: ceclor
azitromicina: zitromax, astro, selimax, azitrolab, azimix, zitromicina
claritromicina: klaricid, klaricid ud
eritromicina: pantomicina, ilosone
ciprofloxacino: cipro, ciflox, ciprofloxacina, proflox, otociriax
levofloxacino: levaquin, tavanic, levofloxacina, levoxin
norfloxacino: floxacin, norfloxacina
moxifloxacino: avalox, vigamox, moxifloxacina
sulfametoxazol: bactrim, sulfametoxazol trimetoprima, sulfametoxazol com trimetoprima, sulfametoxazol e trimetoprima, bactrim f, infectrin, cotrimoxazol
trimetoprima
nitrofurantoína: macrodantina, hantina
fosfomicina: monuril, fosfomicina trometamol
doxiciclina: vibramicina
tetraciclina: tetrex
minociclina: minomax
metronidazol: flagyl, flagyl nistatina, helmizol, metronidazol gel
secnidazol: secnidal, unigyn, secnidalin
clindamicina: dalacin, clinagel, dalacin c, dalacin t
linezolida: zyvox
vancomicina: vancocina
gentamicina: garamicina
amicacina: novamin
meropenem: meronem
piperacilina: tazocin, piperacilina com tazobactam, piperacilina e tazobactam, piperacilina tazobactam, pipetazo
rifampicina: rifaldin, rimactan
isoniazida
nicotinamida
etambutol
pirazinamida
fluconazol: zoltec, fluconal, zelix, fluconazol dose única
itraconazol: sporanox, itranax
cetoconazol: nizoral, candicort, cetonax, novacort, trok n, trok
nistatina: micostatin, canditrat, nistatina solução oral
terbinafina: lamisil, funtyl
miconazol: daktarin, vodol
clotrimazol: canesten, clotrimix, gino canesten
aciclovir: zovirax, aciclomed, hervirax
valaciclovir: valtrex
fanciclovir: penvir
oseltamivir: tamiflu, fosfato de oseltamivir
tenofovir: viread, tdf, entricitabina tenofovir, truvada
lamivudina: epivir
dolutegravir: tivicay, dovato
ivermectina: revectina, ivermec, leverctin
albendazol: zentel, zolben, albendazol suspensão
mebendazol: pantelmin, necamin
nitazoxanida: annita, azox
praziquantel: cisticid
hidroxicloroquina: reuquinol, plaquinol, sulfato de hidroxicloroquina, plaquenil
prednisona: meticorten, corticorten, artinizona, prednison
prednisolona: predsim, prelone, preni, prelone gotas, oralpred, fosfato sódico de prednisolona
dexametasona: decadron, duo decadron, dexason, decadronal, maxidex
betametasona: celestone, diprospan, celestamine, celestone soluspan, diprosone, dipropionato de betametasona, betnovate, koid d, duoflam, betatrinta
hidrocortisona: solu-cortef, cortisonal, berlison, stiefcortil, solucortef
metilprednisolona: solu-medrol, depo medrol, solumedrol, advantan
deflazacorte: calcort, deflanil, flazal
budesonida: busonid, budecort, pulmicort, noex, entocort, budesonida nasal, busonid caps
beclometasona: clenil, miflasona, clenil hfa, clenil a, fostair, beclosol
fluticasona: flixotide, avamys, flixonase, fluticaps, relvar, trelegy, plurair, propionato de fluticasona, furoato de fluticasona
mometasona: nasonex, nites, oximax, momate, furoato de mometasona, topison
ciclesonida: alvesco, omnaris
salbutamol: aerolin, aerojet, aero ped, salbutamol spray, bombinha de salbutamol, aerolin spray
fenoterol: berotec, berotec gotas
formoterol: foraseq, alenia, symbicort, vannair, alenia 12 400, foradil, fluir, formare
salmeterol: seretide, serevent, seretide diskus, seretide spray
ipratrópio: atrovent, brometo de ipratrópio, duovent, combivent
tiotrópio: spiriva, spiriva respimat
montelucaste: singulair, montelair, montelucaste de sódio, uniair, piemonte, viatine
teofilina: talofilina
aminofilina: asmapen
loratadina: claritin, loralerg, loratamed, clarilerg, histadin, loratadina d
desloratadina: desalex, esalerg, desalex d12
cetirizina: zyrtec, reactine, zetalerg, cetirtec
levocetirizina: zina, vovance, zyxem, rizi
fexofenadina: allegra, allexofedrin, allegra pediátrico, allegra d, fexodane, altiva
bilastina: alektos, alektos ped
ebastina: ebastel
hidroxizina: hixizine, prurizin, hidroalerg, hixilerg
dexclorfeniramina: polaramine, histamin, polaryn, dexmine, celestrat
prometazina: fenergan, pamergan
rupatadina: rupafin
acetilcisteína: fluimucil, flucistein, nac
ambroxol: mucosolvan, mucolin, ambroflux, sedavan
bromexina: bisolvon, bisolvon linctus
carbocisteína: mucofan
levodropropizina: antux
dropropizina: vibral, atossion, eritós
cloperastina: seki
nafazolina: sorine, neosoro, privina, narix, sorine adulto, naridrin
oximetazolina: afrin, aturgyl, freenal adulto
fluoxetina: prozac, daforin, fluxene, verotina, eufor, psiquial, cloridrato de fluoxetina
sertralina: zoloft, assert, tolrest, serenata, dieloft, cloridrato de sertralina, sered, seronip
paroxetina: paxil, pondera, aropax, cebrilin, roxetin, moratus, paxil cr, benepax
citalopram: cipramil, denyl, procimax, maxapran, alcytam
escitalopram: lexapro, exodus, reconter, espran, remis, escilex, eficentus, oxalato de escitalopram, scitalax, deciprax
fluvoxamina: luvox, revoc
venlafaxina: efexor, venlift, venlaxin, alenthus, venforin, efexor xr, venlafaxina xr, zyvifax, effexor
desvenlafaxina: pristiq, desve, deller, imense, succinato de desvenlafaxina
duloxetina: cymbalta, velija, neulox, dulorgran, cloridrato de duloxetina, abretia
bupropiona: wellbutrin, bup, zyban, bupium, zetron, bup xl, bupropiona xl, inip, seth, cloridrato de bupropiona
mirtazapina: remeron, menelat, razapina, remeron soltab
trazodona: donaren, donaren retard, loredon, inseris
vortioxetina: brintellix, vurtuoso
agomelatina: valdoxan
amitriptilina: tryptanol, amytril, neo amitriptilina, protanol, cloridrato de amitriptilina
nortriptilina: pamelor, nortrip
imipramina: tofranil
clomipramina: anafranil
clonazepam: rivotril, clopam, rivotril gotas, clonotril, uni clonazepax, epileptil, zilepam
alprazolam: frontal, apraz, tranquinal, neozolam, altrox, frontal xr
diazepam: valium, compaz, dienpax, uni diazepax
bromazepam: lexotan, somalium, brozepax, uni bromazepax
lorazepam: lorax, max pax, lorazefast
midazolam: dormonid, dormire
cloxazolam: olcadil
clobazam: frisium, urbanil, urbanil 10
zolpidem: stilnox, lioram, patz, hemitartarato de zolpidem, zylinox, noctiden, stilnox cr, insonox, patz sl
zopiclona: imovane
eszopiclona: prysma, eszop
melatonina: circadin, melatonina gotas
buspirona: ansitec, ansienon, buspanil
lítio: carbolitium, carbonato de lítio, carbolitium cr, carbolim
ácido valproico: depakene, depakote, divalproato, valproato, depakote er, depakote sprinkle, divalproato de sódio, valpakine, torval cr, epilenil, valproato de sódio, divalcon
carbamazepina: tegretol, tegretol cr, tegretard, uni carbamaz
oxcarbazepina: trileptal, oleptal, auram, oxcarb
fenitoína: hidantal, fenital, unifenitoin
fenobarbital: gardenal, edhanol, unifenobarb, gardenal gotas
lamotrigina: lamictal, lamitor, lamotrix
topiramato: topamax, amato, toptil, topit
levetiracetam: keppra, etira
gabapentina: neurontin, gabaneurin, gabapent, progresse
pregabalina: lyrica, prebictal, dorene, insit, prefiss, prebalin
risperidona: risperdal, risperidon, respidon, viverdal, zargus, risperdal consta
quetiapina: seroquel, quetros, neuroquel, seroquel xro, quetipin, hemifumarato de quetiapina, atip, kitapen
olanzapina: zyprexa, axonium, zopix, opinox, crisapina
aripiprazol: abilify, aristab, sensaz, arpejo, biquiz, toarip
haloperidol: haldol, haldol decanoato, decanoato de haloperidol, haloper
clorpromazina: amplictil, longactil, clorpromaz
levomepromazina: neozine, levozine, meprozin
clozapina: leponex, pinazan, xynaz
ziprasidona: geodon
paliperidona: invega, invega sustenna, invega trinza
lurasidona: latuda
periciazina: neuleptil, neuleptil pediátrico
metilfenidato: ritalina, concerta, ritalina la, attenze, tedeaga, consiv
lisdexanfetamina: venvanse, juneve, lyberdia
atomoxetina: atentah
donepezila: eranz, donila, epéz, labrea, donepezila cloridrato, aricept
rivastigmina: exelon, exelon patch, prometax
galantamina: reminyl, coglive, reminyl er
memantina: alois, ebix, heimer, zider, cloridrato de memantina
levodopa: prolopa, cronomet, levodopa benserazida, levodopa com benserazida, prolopa bd, prolopa hbs, prolopa dispersível, levodopa carbidopa, sinemet, stalevo, ekson
carbidopa
pramipexol: sifrol, pramipezan, sifrol er
selegilina: jumexil, niar
rasagilina: azilect
biperideno: akineton, cinetol
amantadina: mantidan
flunarizina: vertix, flunarin, fluvert
betaistina: labirin, betaserc, dicloridrato de betaistina, betina, labirin 24
cinarizina: stugeron, cinarix, antigeron
sumatriptana: sumax, imigran, sumaxpro, sutriptan
naratriptana: naramig, naratrin
rizatriptana: maxalt
zolmitriptana: zomig
ergotamina: cefaliv, cefalium, ormigrein, migrane, enxak, tonopan, migraliv
isometepteno: neosaldina, doralgina, neosaldina drágea, tensaldin, migrainex
propionato de testosterona: durateston, testosterona, deposteron, cipionato de testosterona, undecanoato de testosterona, nebido, androgel, axeron
algestona: perlutan, algestona com estradiol, daiva, pregnolan, ciclovular, unociclo
estradiol: estrofem, natifa, valerato de estradiol, oestrogel, estradot, sandrena, lenzetto, systen, estreva
estriol: ovestrion, ovestrion creme, estriopax
progesterona: utrogestan, progesterona micronizada, evocanil, junno, crinone
noretisterona: norestin, primolut, micronor, mesigyna, noregyna, acetato de noretisterona, activelle, suprelle
levonorgestrel: microvlar, ciclo 21, mirena, kyleena, nordette, level, postinor, pílula do dia seguinte, diad, pozato, nociclin, stoss, jaydess, neovlar, triquilar, norvetal, ciclo vinte e um
etinilestradiol: yasmin, yaz, diane, selene, elani, diane 35, belara, belarina, evra, nuvaring, lunah, repopil, diane trinta e cinco
desogestrel: cerazette, mercilon, femina, primera, gracial, minian, nactali, araceli, kelly, juliet, malu
drospirenona: slinda, yaz flex, elani ciclo, dalyne, iumi, iumi es, molièri, ylana, niki
medroxiprogesterona: depo-provera, contracep, provera, farlutal, cyclofemina
ciproterona: androcur, ciprostat
clomifeno: clomid, indux, serophene
letrozol: femara, feminis
anastrozol: arimidex, anastrolibbs, anastralib
tamoxifeno: nolvadex, tamoxin, citrato de tamoxifeno, taxofen
raloxifeno: evista
tibolona: libiam, livial, reduclim, tibial
finasterida: proscar, propecia, finalop, finastil, pracap
dutasterida: avodart, combodart, dutam
tansulosina: secotex, omnic ocas, contiflo, tamsulon, uniprost, flomax
sildenafila: viagra, citrato de sildenafila, pramil, suvvia, videnfil, revatio
tadalafila: cialis, cialis diário
vardenafila: levitra, vivanza
oxibutinina: retemic, incontinol, retemic ud, frenurin
solifenacina: vesicare, impere
tolterodina: detrusitol, detrusitol la
mirabegrona: myrbetric, betmiga
fenazopiridina: pyridium, urologin, uristat, urovit
alopurinol: zyloric, lopurax, labopurinol
febuxostate: adenuric
colchicina: colchis
metotrexato: tecnomet, metotrexate, mtx, metrexato, methotrexate
leflunomida: arava, lefluno
azatioprina: imuran, imussuprex
ciclosporina: sandimmun, sigmasporin, restasis
tacrolimo: prograf, protopic, tarfic, tacrolimus
micofenolato: cellcept, myfortic, micofenolato de mofetila, micofenolato de sódio
adalimumabe: humira, hyrimoz, amgevita, idacio, xilbrilada
etanercepte: enbrel
infliximabe: remicade, remsima
tofacitinibe: xeljanz
rituximabe: mabthera, truxima
alendronato: fosamax, osteofar, alendronato de sódio, alendil, ostenan, bonalen, endronax, osteoform
risedronato: actonel, risedross, risedronato sódico
ibandronato: bonviva, osteoban
denosumabe: prolia
teriparatida: forteo
colecalciferol: addera, depura, vitamina d, vitamina d3, dprev, altad, sany d, vita d, neo d, maxxi d3, addera d3, ad til
cianocobalamina: vitamina b12, citoneurin, rubranova, dozemast, mecobalamina, metilcobalamina, cronobê, citoneurin 5000, mecobê, bedoze
ácido fólico: folacin, metilfolato, endofolin, vitafólico, dtn fol
sulfato ferroso: noripurum, combiron, neutrofer, sulferrol, ferrotrat, anemifer, sulfato de ferro
carbonato de cálcio: oscal, caltrate, calcium d3, calcitran, os cal, caltrate 600, cálcio com vitamina d, carbonato de cálcio com vitamina d, ossotrat d, prosso, cálcio, cálcio com d
complexo b: beneroc, benerva b, betrat
glicosamina: artrolive, glicosamina condroitina, glicosamina com condroitina, condroflex
condroitina
colágeno: extima, colágeno tipo 2, colágeno tipo ii, colágeno hidrolisado, motilex
isotretinoína: roacutan, acnova, lurantal, cecnoin
adapaleno: differin, dalap, deriva micro
tretinoína: vitacid
peróxido de benzoíla: benzac, epiduo, benzac ac, clindoxyl, acnase
permetrina: nedax, kwell, piolend, toppyc
mupirocina: bactroban, bacrocin
neomicina: nebacetin, nebaciderme, ferid, cicatrene
bacitracina
ácido fusídico: verutex, fucidin
clobetasol: psorex, clob x, therapsor, propionato de clobetasol
dexpantenol: bepantol, bepantol derma
hidroquinona: claquinona, hormoskin, tri luma, solaquin
latanoprosta: xalatan, drenatan, arulatan, xalacom, latanoprost
timolol: timoptol, maleato de timolol, glautimol
brimonidina: alphagan, combigan, glaub, alphabrin
dorzolamida: cosopt, trusopt, drusolol, ocupress
tobramicina: tobrex, tobradex, tobracin
carmelose: lacrifilm, systane, optive, fresh tears, lacribell, ecofilm, lágrima artificial, lágrimas artificiais, hylo comod, systane ul, refresh, lágrima sem conservante, colírio lubrificante, lubrificante ocular
orlistate: xenical, lipiblock, lystate
sibutramina: biomag
naltrexona: contrave, revia, uninaltrex
dissulfiram: antietanol
vareniclina: champix
nicotina: niquitin, nicorette, adesivo de nicotina, goma de nicotina
ciclofosfamida: genuxal, endoxan
capecitabina: xeloda
imatinibe: glivec
trastuzumabe: herceptin, kanjinti
hidroxiureia: hydrea
eritropoetina: eprex, eritropoietina, alfaepoetina, eritromax, hemax
filgrastim: granulokine, filgrastima, granulen
desmopressina: ddavp, ddavp spray
cabergolina: dostinex, cabertrix
somatropina: norditropin, genotropin, saizen, hormotrop, hormônio do crescimento
tranexâmico: transamin, ácido tranexâmico, hemoblock
ergometrina: ergotrate
misoprostol: cytotec, prostokos
dexcetoprofeno: enantyum
flurbiprofeno: strepsils, targus
loxoprofeno: loxonin, nexofen
benzidamina: flogoral, benflogin, ciflogex
etodolaco: flancox
lornoxicam: xefo
ácido mefenâmico: ponstan
tapentadol: palexis
hidromorfona: jurnista
petidina: dolantina
nalbufina: nubain
naloxona: narcan
tiocolchicosídeo: coltrax, muscoril
azilsartana: edarbi
trandolapril: gopten
fosinopril: monopril
nitrendipino: caltren
isradipino: lomir
lacidipino: lacipil, midotens
manidipino: manivasc
nimodipino: eugerial, nimotop
finerenona: firialta
triantereno: iguassina
acetazolamida: diamox
manitol
pindolol: visken
nadolol: corgard
terazosina: hytrin
nitroglicerina: nitradisc, tridil, nitronal
ranolazina: riscard
deslanosídeo: cedilanide
quinidina: quinicardine
femprocumona: marcoumar
fondaparinux: arixtra
ticlopidina: ticlid
dipiridamol: persantin
castanha da índia: varicell
lovastatina: mevacor, reducol, lovax
fluvastatina: lescol
ácidos graxos ômega 3: ômega 3, omacor, ácido eicosapentaenoico, vazkepa
niacina: acinic, metri
colestiramina: questran
ácido bempedoico: nustendi
inclisirana: sybrava
nateglinida: starlix
repaglinida: prandin, novonorm
ertugliflozina: steglatro
exenatida: byetta, bydureon
lixisenatida: lyxumia, soliqua
glulisina: insulina glulisina, apidra, insulina apidra
glucagon: glucagen
diazóxido: proglicem
cimetidina: tagamet, cimetinax
granisetrona: kytril
palonosetrona: onicit
netupitanto: akynzeo
aprepitanto: emend
fosaprepitanto: ivemend
picossulfato de sódio: guttalax, rapilax, diltin
psyllium: metamucil, plantaben
sene: naturetti, tamarine, senan
óleo mineral: nujol
glicerina: supositório de glicerina
enema fosfato: fleet enema, phosfoenema
alginato: gaviscon
hidróxido de magnésio: leite de magnésia
bicarbonato de sódio: sal de fruta eno, sonrisal
ácido ursodesoxicólico: ursacol
pancreatina: creon
silimarina: legalon, forfig
ornitina: hepa merz
otilônio: lonium
mebeverina: duspatalin
lactobacillus: lactobacilos, leiba, culturelle, colidis, prolive, simfort
bacillus clausii: enterogermina
sais de reidratação oral: soro de reidratação, soro de reidratação oral, soro oral, soro caseiro, sro, hidraplex, rehidrat, floralyte
zinco: sulfato de zinco, unizinco, biozinc
fenoximetilpenicilina: pen ve oral, penicilina v
sultamicilina: unasyn oral
cefalotina: keflin
cefazolina: kefazol
cefprozila: cefzil
cefixima: plenax
cefpodoxima: orelox
cefotaxima: claforan
roxitromicina: rulid
ofloxacino: oflox
gatifloxacino: zymar
sulfadiazina
sulfadiazina de prata: dermazine
tinidazol: pletil, facyl, amplium
teicoplanina: targocid
daptomicina: cubicin
ertapenem: invanz
imipenem: tienam
polimixina: polimixina b
rifabutina
dapsona
clofazimina
voriconazol: vfend
anfotericina: anforicin, ambisome
griseofulvina: sporostatin, fulcin
isoconazol: icaden, gyno icaden
tioconazol: tralen, cartrax, gynotran
fenticonazol: fentizol, lomexin
butoconazol: gynazole
ciclopirox: loprox, micolamina
amorolfina: loceryl
penciclovir: penvir lábia
ganciclovir: cymevene
valganciclovir: valcyte
zanamivir: relenza
nirmatrelvir: paxlovid
entricitabina: emtriva
efavirenz: stocrin
darunavir: prezista
ritonavir: norvir
atazanavir: reyataz
raltegravir: isentress
abacavir: ziagen
zidovudina: retrovir, azt, biovir
entecavir: baraclude
sofosbuvir: sovaldi, epclusa, harvoni
pirantel: ascarical
levamisol: ascaridil
benzonidazol: rochagan
cloroquina: diclokin
primaquina
artemeter: coartem
pirimetamina: daraprim
espiramicina: rovamicina
triancinolona: theracort, omcilon a, nasacort, oncilom
fludrocortisona: florinefe
formoterol com budesonida: formoterol budesonida
indacaterol: onbrize, ultibro
olodaterol: striverdi, spiolto
vilanterol: anoro, trelegy
glicopirrônio: seebri, enerzair
umeclidínio: vanisto
omalizumabe: xolair
mepolizumabe: nucala
benralizumabe: fasenra
dupilumabe: dupixent
roflumilaste: daxas
epinastina: talerc
azelastina: rino azetin, dymista
olopatadina: patanol, patanase
cetotifeno: zaditen, asmalergin
clemastina: agasten
ciproeptadina: periatin, cobavital, apevitin
guaifenesina: transpulmin
hedera helix: abrilar, hedera, respiratus, arlivry
clobutinol: hytos plus, silomat
dextrometorfano: xarope 44e, trimedal tosse, bisoltussin
fenilefrina: naldecon, resfenol, multigrip, cimegripe, coristina d, benegrip, trimedal, apracur
pseudoefedrina: claritin d
xilometazolina: otrivina
cloreto de sódio nasal: rinosoro, sorine infantil, salsep, maresis, soro fisiológico, snif, lavagem nasal com soro, lavagem nasal, soro nasal, lavagem com soro
milnaciprana: ixel
maprotilina: ludiomil
tranilcipromina: parnate
moclobemida: aurorix
esketamina: spravato
cetamina: ketamina, ketalar
clorazepato: tranxilene
clordiazepóxido: psicosedin, limbitrol
flunitrazepam: rohypnol
flurazepam: dalmadorm
nitrazepam: nitrazepol, sonebon
estazolam: noctal
lemborexante: dayvigo
ramelteona: rozerem
doxilamina: bonjesta
valeriana: valerimed, sonoripan, valyanne
passiflora: maracugina, pasalix, seakalm, calman, ritmoneuran, passiflorine
kava kava: laitan
hypericum: hipérico, iperisan, jarsin
ginkgo biloba: tebonin, ginkgo, equitam, kirsan
primidona: primid
lacosamida: vimpat
brivaracetam: briviact
vigabatrina: sabril
etossuximida: etoxin
rufinamida: inovelon
perampanel: fycompa
canabidiol: cbd, óleo de canabidiol, prati canabidiol
brexpiprazol: rexulti
cariprazina: vraylar
tioridazina: melleril, unitidazin
trifluoperazina: stelazine
flufenazina: flufenan
zuclopentixol: clopixol
pimozida: orap
sulpirida: equilid, dogmatil, bromopirin
tiaprida: tiapridal
amissulprida: socian
asenapina: saphris
modafinila: stavigile
guanfacina: intuniv
ropinirol: requip
rotigotina: neupro
entacapona: comtan
safinamida: xadago
triexifenidil: artane
tetrabenazina: xenazine
piridostigmina: mestinon
riluzol: rilutek
fampridina: fampyra
fingolimode: gilenya
teriflunomida: aubagio
natalizumabe: tysabri
interferona: avonex, rebif, betaferon
dimetilfumarato: tecfidera
eletriptana: relpax
erenumabe: pasurta
galcanezumabe: emgality
fremanezumabe: ajovy
toxina botulínica: botox, dysport, xeomin
oxandrolona: lipidex
danazol: ladogal
estrogênios conjugados: premarin, menoprin
promestrieno: colpotrofine
didrogesterona: duphaston, femoston
nomegestrol: lutenil, stezza
dienogeste: allurene, pietra ed, kalist, qlaira
gestodeno: gynera, femiane, harmonet, minulet, tâmisa, mirelle, siblima, alexa, allestra, fertnon, micropil, previane, diminut, ginesse, minesse
clormadinona: aixa
etonogestrel: implanon
ulipristal: ellaone
algestona: pregnolan, daiva, ciclovular, unalgesta
exemestano: aromasin
fulvestranto: faslodex
goserrelina: zoladex
leuprorrelina: lupron, eligard, lectrum
triptorrelina: neo decapeptyl, gonapeptyl
bicalutamida: casodex
flutamida: eulexin
enzalutamida: xtandi
abiraterona: zytiga
apalutamida: erleada
alfuzosina: xatral
silodosina: urorec
udenafila: zydena
dapoxetina: prosoy
darifenacina: enablex
flavoxato: genurin
metenamina: sepurin, cystex, uroctrim, hiprex
citrato de potássio: litocit, acalka
benzbromarona: narcaricina
sirolimo: rapamune
everolimo: certican, afinitor
penicilamina: cuprimine
golimumabe: simponi
certolizumabe: cimzia
tocilizumabe: actemra
secuquinumabe: cosentyx
ixequizumabe: taltz
guselcumabe: tremfya
ustequinumabe: stelara
risanquizumabe: skyrizi
vedolizumabe: entyvio
abatacepte: orencia
belimumabe: benlysta
upadacitinibe: rinvoq
baricitinibe: olumiant
zoledronato: ácido zoledrônico, aclasta, zometa
pamidronato: aredia
romosozumabe: evenity
calcitonina: miacalcic
calcitriol: rocaltrol, sigmatriol
citrato de cálcio: miocalven, caldê, citrato de cálcio malato
tiamina: benerva, vitamina b1
piridoxina: vitamina b6
ácido ascórbico: vitamina c, cebion, cewin, redoxon
retinol: vitamina a, vitamina a e d, vitaminas a e d
tocoferol: vitamina e, ephynal
fitomenadiona: vitamina k, kanakion
ácido folínico: folinato de cálcio, leucovorina
goserelina: zoladex
ciclopentolato: cicloplégico
ocitocina: syntocinon
hidrocoloide: curativo de hidrocoloide
espessante: espessante alimentar
suplemento alimentar: suplemento hipercalórico, suplemento oral, suplemento proteico, suplemento nutricional
ferro bisglicinato: bisglicinato de ferro, bisglicinato ferroso, ferro quelato, bisglicinato
ferripolimaltose: noripurum fólico, ferro polimaltosado, noripurum endovenoso, endofer, ferrini
ferro carboximaltose: ferinject, carboximaltose férrica
polivitamínico: centrum, materna, natele, regenesis, ogestan, damater, gerovital, supradyn, lavitan, vitergan, protovit, growvit, multivitamínico
magnésio: magnésio dimalato, cloreto de magnésio, magnen b6, magnésio quelato
cloreto de potássio: slow k, xarope de potássio, ktrat, kcl, xarope de kcl
selênio: selenium
coenzima q10
biotina: pantogar, imecap hair
diacereína: artrodar, artrolyt
hialuronato: osteonil, synvisc, hyabak, ácido hialurônico, suprahyal
creatina
whey protein: whey
ácido azelaico: azelan, dermazelaic
ácido salicílico: duofilm, verrux, calotrat
ácido retinoico: vitanol a, retin a
ureia creme: ureadin, nutraplus, creme de ureia
benzoato de benzila: acarsan, miticoçan
deltametrina: deltacid, escabin
monossulfiram: tetmosol
retapamulina: altargo
desonida: desonol, steronide
óxido de zinco: hipoglós, desitin, bepantol baby, dermodex
calcipotriol: daivonex, daivobet
imiquimode: aldara, ixium
podofilotoxina: wartec
fluoruracila: efurix
ácido tricloroacético
acitretina: neotigason
calamina: caladryl, ladrogel
nistatina óxido de zinco: dermodex prevent
bimatoprosta: lumigan, ganfort
travoprosta: travatan, duo travatan
tafluprosta: saflutan
brinzolamida: azopt, simbrinza, azorga
pilocarpina: pilocan
ciprofloxacino colírio: ciloxan
cloranfenicol: epitezan, clorfenil, regencel
hipromelose: lacril, filmcel, genteal
nepafenaco: nevanac
fluormetolona: florate, flutinol
prednisolona colírio: pred fort
loteprednol: loteprol
atropina
tropicamida: mydriacyl, ciclomidrin
ranibizumabe: lucentis
aflibercepte: eylia
bevacizumabe: avastin
hidrocortisona otológica: otosporin, otosynalar, panotil
ciprofloxacino otológico: cipro hc
acamprosato: campral
temozolomida: temodal
dasatinibe: sprycel
nilotinibe: tasigna
erlotinibe: tarceva
gefitinibe: iressa
osimertinibe: tagrisso
sunitinibe: sutent
sorafenibe: nexavar
pazopanibe: votrient
lenvatinibe: lenvima
palbociclibe: ibrance
ribociclibe: kisqali
abemaciclibe: verzenios
olaparibe: lynparza
lenalidomida: revlimid
talidomida
bortezomibe: velcade
pertuzumabe: perjeta
pembrolizumabe: keytruda
nivolumabe: opdivo
atezolizumabe: tecentriq
cetuximabe: erbitux
paclitaxel: taxol, abraxane
docetaxel: taxotere
carboplatina: paraplatin
cisplatina: platiran
oxaliplatina: eloxatin
doxorrubicina: adriblastina, caelyx
epirrubicina: farmorubicina
gencitabina: gemzar
vincristina: oncovin
vinorelbina: navelbine
irinotecano: camptosar
etoposídeo: vepesid
bleomicina: blenoxane
mercaptopurina: purinethol
megestrol: megestat, acetato de megestrol
pegfilgrastim: neulastim
darbepoetina: aranesp
octreotida: sandostatin
lanreotida: somatuline
bromocriptina: parlodel
oxitocina: syntocinon, orastina
metilergometrina: methergin, ergometrin
ritodrina: miodrina
terbutalina: bricanyl
carbetocina: duratocin
imunoglobulina anti d: rhophylac, anti d
sulfato de magnésio
ácido aminocaproico: ipsilon
etansilato: dicinone
epinefrina: adrenalina
noradrenalina: norepinefrina, hyponor
dopamina: revivan
dobutamina: dobutrex
glicose hipertônica: glicose 50
sevelâmer: renagel, renvela
cinacalcete: mimpara
sacarato de hidróxido férrico: venofer, sacarato de ferro, ferro venoso, ferro endovenoso, ferro na veia
rifaximina
alteplase: actilyse
estreptoquinase
propofol: diprivan
rocurônio: esmeron
levocarnitina: carnitina
pimecrolimo: elidel
bamifilina: bamifix
oxomemazina: toplexil
`
