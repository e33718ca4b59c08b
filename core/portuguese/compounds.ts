/**
 * Names of which a part by itself names something else, in the form of evidence/complaints.ts: "derrame pleural" is no "derrame".
 * They count as one word even where nobody said them, so that a record is never found in a part of its name. A denial is: who has no
 * chest pain has no angina; behind `<` stands what is denied with it, where no part of the name says so.
 */
export const COMPOUNDS = `
derrame pleural: agua no pulmao | liquido na pleura
derrame articular: derrame no joelho | agua no joelho
derrame pericardico: agua no coracao
hemorragia subconjuntival: derrame no olho
diabetes insipidus: diabetes insipido
diabetes gestacional: dmg
pre diabetes: pre diabetico | pre diabetica
lesao renal aguda: insuficiencia renal aguda | lra
tep: embolia pulmonar | tromboembolismo pulmonar | tromboembolia pulmonar | trombose no pulmao | embolia
hernia de disco: hernia discal | hernias de disco | hernia na coluna
ulcera peptica: ulcera gastrica | ulcera no estomago | ulcera duodenal | ulcera no duodeno
iam com supra: iamcsst | iamcst | infarto com supra
iam sem supra: iamssst | iamsst | infarto sem supra
retinopatia diabetica proliferativa: rdp
retinopatia diabetica nao proliferativa: rdnp
hipertireoidismo: hipertireoideo | hipertireoidea | tireoide acelerada
hipertensao intracraniana: hic
hipertensao pulmonar: pressao no pulmao
hipertensao portal: hipertensao porta
hipotensao: da pressao baixa | pra pressao baixa | para pressao baixa | de pressao baixa
pio: pressao do olho | pressao dos olhos | pressao intraocular | pressao ocular | tonometria | da pressao do olho | da pressao intraocular | pressao alta no olho | pressao alta do olho
bloqueio de ramo direito: bloqueio do ramo direito | brd
bloqueio de ramo esquerdo: bloqueio do ramo esquerdo | bre
bloqueio atrioventricular: bloqueio av | bavt
bloqueio anestesico: bloqueio de nervo | bloqueio do nervo
torcao testicular: torcao de testiculo | torcao do testiculo
ovario policistico: ovarios policisticos | ovario micropolicistico | ovarios micropolicisticos | sop
rim policistico: rins policisticos | doenca renal policistica
febre reumatica: reumatismo no sangue
edema agudo de pulmao: edema agudo do pulmao | eap
parada cardiaca: parada cardiorrespiratoria
torcao ovariana: torcao de ovario | torcao do ovario
angina: angina pectoris | angina do peito < precordialgia
anorexia nervosa: anorexica nervosa
sistema nervoso: sistema nervoso central
incontinencia fecal: perde coco | escapa coco
otite externa: otites externas
pilula do dia seguinte: contracepcao de emergencia
gravidez ectopica: gestacao ectopica
gravidez molar: mola hidatiforme
aleitamento materno exclusivo: ame | so leite materno | so no peito | so mama no peito | so peito
raquianestesia: raqui
anestesia geral: anestesias gerais
anestesia local: anestesico local
tuberculose latente: iltb
dependencia quimica: dependente quimico
`
