import test from 'ava'
import { readCertificate } from '../../../core/rnds/compile-record/medical-certificate.ts'

const read = (text: string) => {
  const found = readCertificate(text, '2026-03-16', ['J069', 'I10'])
  return found && [found.start, found.days, found.diagnosis]
}

const certain = test.macro({
  title: (_, text: string) => `certain: ${text}`,
  exec: (t, text: string, ...expected: [string, number, string | null]) =>
    t.deepEqual(read(text), expected),
})

test(certain, 'Atestado de três dias a partir de hoje.', '2026-03-16', 3, null)
test(certain, 'Afastamento por 5 (cinco) dias, a contar de 17/03/2026.', '2026-03-17', 5, null)
test(certain, 'Um dia de repouso, hoje.', '2026-03-16', 1, null)
test(certain, '2 dias a partir desta data, CID J06.9', '2026-03-16', 2, 'J069')
test(certain, '2 dias a partir de hoje (J10)', '2026-03-16', 2, null)
test(certain, '2 dias a partir de hoje, 16/03/2026', '2026-03-16', 2, null)

const doubtful = test.macro({
  title: (_, text: string) => `left in the plan: ${text}`,
  exec: (t, text: string) => t.is(read(text), null),
})

test(doubtful, 'Atestado de três dias.')
test(doubtful, 'Atestado de 24 horas a partir de hoje.')
test(doubtful, 'Não foi dado atestado hoje: nenhum dos 3 dias pedidos.')
test(doubtful, 'Três dias a partir de hoje, retorno em 7 dias.')
test(doubtful, 'Afastamento de 2 a 3 dias a partir de hoje.')
test(doubtful, 'Afastamento até 20/03/2026.')
test(doubtful, '3 dias a partir de 31/02/2026.')
test(doubtful, '3 dias, de 16/03/2026 a 18/03/2026.')
test(doubtful, 'Comparecimento hoje, 1 dia.')
test(doubtful, 'Declaração de acompanhante: 2 dias a partir de hoje.')
test(doubtful, '0 dias a partir de hoje.')
test(doubtful, 'Uma semana e 2 dias a partir de hoje.')
test(doubtful, 'Atendido hoje. Afastamento de 2 dias a partir de amanhã.')
test(doubtful, 'Atendida hoje, 3 dias a partir de segunda-feira.')
test(doubtful, 'Com febre há 3 dias, foi atendido hoje.')
test(doubtful, 'Atendido hoje, retorno em 7 dias.')
test(doubtful, 'Consulta de hoje; usar a tipoia por 10 dias.')
test(doubtful, 'Nascido em 05/05/1980, repouso por 3 dias.')
