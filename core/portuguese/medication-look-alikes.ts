/**
 * Names of medicines that look or sound alike and are not each other. A name that was misheard is never read as the
 * other one of its pair: left unread it is quoted as it was said, read wrongly it would be another medicine. Folded.
 * Written from knowledge of the field and from names of our lexicon that are few letters apart; not yet compared with the
 * lists that institutes for safe medication keep.
 */
export const LOOK_ALIKES: readonly (readonly [string, string])[] = `
losartana lorsacor | losacor lorsacor | losartana valsartana | clonazepam clobazam | clonazepam lorazepam | clonazepam clozapina | lorazepam alprazolam | diazepam lorazepam | diazepam bromazepam | hidroxizina hidralazina |
hidralazina hidroclorotiazida | hidroxicloroquina hidroclorotiazida | cloroquina clonidina | clonidina clonazepam | clozapina olanzapina | quetiapina olanzapina | carbamazepina oxcarbazepina | lamotrigina lamivudina | lamotrigina levetiracetam |
prednisona prednisolona | metilprednisolona prednisolona | dexametasona betametasona | sertralina cetirizina | sertralina selegilina | fluoxetina paroxetina | fluoxetina duloxetina | fluoxetina fluvoxamina | citalopram escitalopram |
amitriptilina nortriptilina | imipramina clomipramina | venlafaxina desvenlafaxina | bupropiona buspirona | risperidona paliperidona | tramadol trazodona | metformina metronidazol | glibenclamida gliclazida | gliclazida glimepirida |
dapagliflozina empagliflozina | sitagliptina saxagliptina | sitagliptina linagliptina | vildagliptina sitagliptina | anlodipino nifedipino | anlodipino levanlodipino | captopril carvedilol | enalapril captopril | atenolol metoprolol |
propranolol metoprolol | propranolol propafenona | carvedilol captopril | metildopa levodopa | sinvastatina sitagliptina | sinvastatina atorvastatina | pravastatina pitavastatina | omeprazol esomeprazol | pantoprazol lansoprazol |
omeprazol itraconazol | fluconazol itraconazol | cetoconazol miconazol | metronidazol secnidazol | azitromicina eritromicina | azitromicina claritromicina | azatioprina azitromicina | cefalexina cefalotina | cefuroxima cefotaxima |
ceftriaxona ceftazidima | ciprofloxacino levofloxacino | norfloxacino moxifloxacino | amoxicilina ampicilina | loratadina desloratadina | ranitidina famotidina | domperidona risperidona | dopamina dobutamina | vincristina vimblastina |
cisplatina carboplatina | doxorrubicina daunorrubicina | tacrolimo sirolimo | rivaroxabana apixabana | budesonida furosemida | furosemida espironolactona | tansulosina tamoxifeno | finasterida dutasterida | salbutamol salmeterol |
formoterol fenoterol | ipratropio tiotropio | levotiroxina liotironina | alopurinol haloperidol | aminofilina amiodarona | amilorida amiodarona | nimesulida nimodipino | nifedipino nimodipino | morfina metadona | naloxona naltrexona |
zolpidem zopiclona | rivotril rivaroxabana | lasix losec | lamictal lamisil | celebra celexa | zyprexa zyrtec | prozac prolopa | daforin daflon | exodus exelon | aldactone aldomet | plasil plavix | tegretol trental | luftal lexotan | diovan daonil
`
  .split('|')
  .map((pair) => pair.trim().split(' '))
  .map(([a, b]) => [a ?? '', b ?? ''])
