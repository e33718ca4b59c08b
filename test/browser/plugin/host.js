// The host page of the browser tests: collects what it hears, and mounts as it is told.
const host = {
  events: [],
  errors: [],
  provided: 0,
  names: () => host.events.map(({ eventName }) => eventName),
  listen: () =>
    globalThis.SvcPlugin.instance.addMessageListener((message) =>
      host.events.push({
        ...message,
        eventData: message.eventData && JSON.parse(JSON.stringify(message.eventData)),
      }),
    ),
  ids: { doctorId: 'd1', patientId: 'p1', consultationId: 'c1' },
  place() {
    const element = document.createElement('div')
    element.id = 'place'
    document.body.append(element)
    return element
  },
  /** `tokens`: what getToken gives, one after the other; the last one again and again. */
  async open({ options = {}, embedded = false, token, tokens = ['good'] } = {}) {
    host.listen()
    const getToken = async () => {
      const next = tokens[Math.min(host.provided++, tokens.length - 1)]
      if (next === 'throw') throw new Error('no token')
      return next
    }
    await globalThis.SvcPlugin.instance.init({ token, ...(tokens.length > 0 ? { getToken } : {}) })
    const renderElement = embedded ? host.place() : undefined
    return globalThis.SvcPlugin.instance.mount({
      ...host.ids,
      options: { ...options, ...(renderElement ? { renderElement } : {}) },
    })
  },
  /** A promise's outcome as plain data. */
  outcome: (promise) =>
    promise.then(
      (value) => ({ value: value ?? null }),
      ({ code, message }) => ({ code, message }),
    ),
}
addEventListener('error', ({ message }) => host.errors.push(message))
globalThis.host = host
