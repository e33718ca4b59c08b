/**
 * What the network's error codes mean for whoever sends (RNDS.md §6.3): the class decides what
 * happens next, and the ones a sender meets most have a short advice. Codes that are not listed are
 * refusals like any other.
 */
export type IssueClass =
  | 'auth'
  | 'structure'
  | 'content'
  | 'duplicate'
  | 'replace'
  | 'delete'
  | 'not-found'
  | 'lookup'
  | 'context'
  /** Internal trouble of the network: the document may have been kept or not. */
  | 'transient'
  | 'wrong-instance'
  | 'info'

/**
 * ERR824 (an item twice in one request) counts as content here: it says nothing about documents
 * that exist.
 */
const CODES: Record<IssueClass, string> = {
  lookup: [
    'MSG001 MSG002 ERR848 ERR849 ERR850 ERR851 ERR852 ERR860 ERR876 ERR877 ERR895 ERR900',
    'ERR901 ERR935 ERR936 ERR937 ERR983 ERR984 ERR985 ERR987 ERR995 validation.type.param',
  ].join(' '),
  auth: [
    'MSG003 MSG012 ERR820 ERR821 ERR833 ERR879 ERR880 ERR881 ERR882 ERR883 ERR884 ERR897',
    'ERR906 ERR930 ERR931 ERR932 ERR933 ERR989',
  ].join(' '),
  'not-found': 'MSG005 MSG006 ERR979 ERR980',
  replace: 'MSG007 MSG008 MSG009 MSG016 ERR822 ERR867 ERR868 ERR869 ERR870 ERR872 ERR875',
  duplicate: 'MSG010 MSG011 MSG017 ERR823 ERR866 VIOLATION_UK_CONSTRAINT',
  content: [
    'MSG013 MSG014 MSG015 ERR779 ERR780 ERR781 ERR782 ERR783 ERR784 ERR785 ERR786 ERR787',
    'ERR788 ERR789 ERR790 ERR791 ERR792 ERR793 ERR794 ERR795 ERR796 ERR797 ERR798 ERR799',
    'ERR800 ERR801 ERR802 ERR803 ERR804 ERR805 ERR806 ERR807 ERR808 ERR809 ERR810 ERR815',
    'ERR824 ERR830 ERR831 ERR832 ERR841 ERR885 ERR914 ERR915 ERR934 ERR974 ERR975 ERR976',
    'ERR977 ERR978 ERR997 VALIDATION_DOMINIO validation.required',
  ].join(' '),
  structure: [
    'ERR811 ERR812 ERR813 ERR814 ERR861 ERR862 ERR886 ERR887 ERR888 ERR916 ERR917 ERR918',
    'ERR919 ERR920 ERR921 ERR922 ERR923 ERR924 ERR963 ERR964 ERR965 ERR966 ERR967 ERR968',
    'ERR969 ERR970 ERR981 ERR982 ERR996',
  ].join(' '),
  delete: 'ERR825 ERR826 ERR827 VIOLATION_FK_CONSTRAINT',
  transient: [
    'ERR829 ERR842 ERR843 ERR844 ERR845 ERR846 ERR847 ERR863 ERR864 ERR865 ERR896 ERR905',
    'ERR927 ERR928 ERR929 ERR986 ERR990 ERR991 ERR992 ERR993 ERR994 ERR998 ERR999',
    'ERROR_CONSUME_MESSAGE VIOLATION_CONSTRAINT',
  ].join(' '),
  context: 'ERR898 ERR899 ERR902 ERR903 ERR904 ERR911 ERR926',
  'wrong-instance': 'ERR913',
  info: 'REGISTRO_DELETADO',
}

const classes: ReadonlyMap<string, IssueClass> = new Map(
  (Object.entries(CODES) as [IssueClass, string][]).flatMap(([name, codes]) =>
    codes.split(' ').map((code) => [code, name] as const),
  ),
)

/** undefined: not in the catalogue. */
export function classOfCode(code: string): IssueClass | undefined {
  return classes.get(code)
}

/** The token was refused, not the request: a new one may do (RNDS.md §6.3). */
export function isTokenCode(code: string): boolean {
  return TOKEN_CODES.has(code)
}

/**
 * The time of sending is not the network's: midnight passed on the way, or this machine's clock is
 * wrong. The record itself is fine, since no date of it lies ahead of our clock, and goes with the
 * time of its next attempt (RNDS.md §6.3).
 */
export function isOfAnotherTime(code: string): boolean {
  return OTHER_TIMES.has(code)
}

/** Another day, and a date that is still to come there. */
const OTHER_TIMES: ReadonlySet<string> = new Set(['ERR807', 'ERR808', 'ERR830', 'ERR974'])

/** Another version took the place of the one that was to be replaced (RNDS.md §4.2). */
export function isAlreadyReplaced(code: string): boolean {
  return code === 'MSG009' || code === 'ERR870'
}

const TOKEN_CODES: ReadonlySet<string> = new Set(['ERR882', 'ERR932', 'ERR989'])

/**
 * pt-BR: what to do, for whoever reads the refusal; undefined where the network's own text has to
 * do.
 */
export function adviceForCode(code: string): string | undefined {
  return advice.get(code)
}

const advice: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'ERR881 ERR833 ERR883 ERR884 ERR841 ERR916',
        'O identificador do solicitante não é o da credencial. Confira com o administrador: svcctl rnds profile set --requester-id.',
      ],
      [
        'ERR880 ERR913',
        'A credencial é de outra UF. Confira com o administrador: svcctl rnds profile set --uf.',
      ],
      [
        'ERR879 ERR906',
        'O profissional não tem vínculo (CBO) com o estabelecimento no CNES. Atualize o CNES e tente de novo.',
      ],
      [
        'ERR897',
        'O estabelecimento não faz parte da credencial. Peça a inclusão do CNES ao DATASUS.',
      ],
      ['ERR866 MSG010 MSG011 MSG017 ERR823', 'Este documento já está na RNDS.'],
      ['MSG007 ERR872', 'A substituição tem de usar o mesmo identificador do documento anterior.'],
      [
        'MSG008 ERR875',
        'O documento a substituir não foi encontrado nesta UF, ou é de outro tipo.',
      ],
      ['MSG009 ERR870', 'Este documento já foi substituído por uma versão mais nova.'],
      [
        'ERR825 ERR826 ERR827',
        'O documento não pode ser excluído: já foi substituído, excluído ou é de outro sistema.',
      ],
      ['ERR807 ERR808', 'A data do envio não é a de hoje. Confira o relógio do servidor.'],
      [
        'ERR784',
        'Urgência e emergência não pode ter caráter eletivo. Escolha outro caráter do atendimento.',
      ],
      ['ERR785', 'A fonte de financiamento não é aceita para esta modalidade.'],
      ['ERR787 ERR788', 'O mesmo diagnóstico aparece mais de uma vez. Deixe-o uma só vez.'],
      ['ERR789', 'O mesmo procedimento aparece duas vezes na mesma data.'],
      ['ERR790', 'Esta fonte de financiamento exige o profissional que realizou o procedimento.'],
      [
        'ERR791 ERR792',
        'No atendimento hospitalar a alta tem de ser ao menos um dia depois da entrada.',
      ],
      [
        'ERR793 ERR794',
        'Neste tipo de atendimento a entrada, o desfecho e o procedimento têm a mesma data.',
      ],
      ['ERR796 ERR797', 'A data do procedimento está fora do período do atendimento.'],
      [
        'ERR798 ERR799 ERR800 ERR801',
        'A data do atendimento não combina com o nascimento ou o óbito do paciente.',
      ],
      [
        'ERR802',
        'O código do procedimento não vale neste mês. Atualize a tabela: svcctl terminology import.',
      ],
      ['ERR914', 'Há diagnóstico secundário sem um principal. Marque o principal.'],
      ['ERR915', 'Só pode haver um diagnóstico principal.'],
      [
        'ERR779 ERR780 ERR781 ERR782',
        'A prescrição está incompleta: descreva o uso do medicamento.',
      ],
      ['ERR974 ERR830', 'Há uma data no futuro.'],
      ['ERR934', 'O cadastro do paciente está inativo no CNS. Confira o CPF ou o CNS.'],
      ['ERR983 ERR895 MSG001', 'O paciente não foi encontrado. Confira o CPF ou o CNS.'],
      ['ERR987', 'O paciente não tem CNS definitivo. Atualize o cadastro dele no CadSUS.'],
    ] as const
  ).flatMap(([codes, text]) => codes.split(' ').map((code) => [code, text] as const)),
)
