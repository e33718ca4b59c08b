/**
 * The plugin in a React page: one effect opens it for a visit and closes it when the visit changes.
 * React's StrictMode runs every effect twice on purpose, which the plugin takes: mount, unmount and
 * mount in one turn leave one assistant.
 */
import { StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Types of `window.SvcPlugin` come with the plugin: /plugin.d.ts */
type Listener = Parameters<NonNullable<typeof SvcPlugin>['addMessageListener']>[0]

interface Visit {
  patientId: string
  consultationId: string
}

const PATIENTS = [
  { id: 'paciente-ana', name: 'Ana Prado', reason: 'Retorno, pressão alta' },
  { id: 'paciente-bruno', name: 'Bruno Teles', reason: 'Dor no joelho' },
]

/** Your own backend: it knows your user, and trades your API key for this token. */
async function getToken(): Promise<string> {
  const response = await fetch('../session-token', { method: 'POST' })
  const { access } = (await response.json()) as { access: string }
  return access
}

interface Fill {
  document: string
  templateName: string
}

function Assistant({ visit, onFill }: { visit: Visit; onFill(fill: Fill): void }) {
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string>()
  // The newest callback, without opening the assistant anew for it.
  const filled = useRef(onFill)
  filled.current = onFill

  useEffect(() => {
    const plugin = window.SvcPlugin?.instance
    if (!plugin || !place.current) return
    let gone = false
    const listen: Listener = ({ eventName, eventData }) => {
      if (eventName === 'svc.plugin.ehr.fill')
        filled.current({ document: eventData.document, templateName: eventData.template.name })
      if (eventName === 'svc.plugin.error.auth') setFailure(eventData.message)
    }
    // Before init, or an authentication error would pass unheard.
    plugin.addMessageListener(listen)
    const options = {
      renderElement: place.current,
      enableFillEhr: true,
      darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
    }
    async function open() {
      setFailure(undefined)
      await plugin?.init({ getToken })
      if (!gone) await plugin?.mount({ doctorId: 'medico-demo', ...visit, options })
    }
    open().catch((error: Error) => {
      if (!gone) setFailure(error.message)
    })
    return () => {
      gone = true
      plugin.removeMessageListener(listen)
      void plugin.unmount()
    }
  }, [visit])

  return (
    <section className="assistant" aria-label="Assistente">
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div className="assistant-place" ref={place} />
    </section>
  )
}

function Page() {
  const [visit, setVisit] = useState<Visit>()
  const [notes, setNotes] = useState('')
  const [from, setFrom] = useState<string>()
  const patient = PATIENTS.find(({ id }) => id === visit?.patientId)

  function choose(patientId: string) {
    setVisit({ patientId, consultationId: `react-${patientId}-${Date.now()}` })
    setNotes('')
    setFrom(undefined)
  }

  return (
    <main className="host">
      <header>
        <h1>Prontuário em React</h1>
        <p>
          Exemplo de integração: um efeito abre o assistente, a limpeza do efeito o fecha.{' '}
          <a href="../hosts">Ver o código</a>
        </p>
      </header>
      <nav aria-label="Pacientes de hoje">
        {PATIENTS.map(({ id, name, reason }) => (
          <button
            type="button"
            key={id}
            aria-pressed={id === visit?.patientId}
            onClick={() => choose(id)}
          >
            <strong>{name}</strong>
            <span>{reason}</span>
          </button>
        ))}
      </nav>
      {visit && patient ? (
        <div className="columns">
          <section className="record" aria-label="Prontuário">
            <h2>{patient.name}</h2>
            <label htmlFor="notes">Evolução</label>
            <textarea
              id="notes"
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
              placeholder="O texto do assistente chega aqui com “Preencher prontuário”."
            />
            <p role="status">{from === undefined ? '' : `Recebido do assistente: ${from}`}</p>
          </section>
          <Assistant
            visit={visit}
            onFill={({ document, templateName }) => {
              setNotes(document)
              setFrom(templateName)
            }}
          />
        </div>
      ) : (
        <p className="empty">Escolha um paciente.</p>
      )}
    </main>
  )
}

const root = document.querySelector('#app')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
