/**
 * The key for recording, as the browser's worker passes it on. It counts for the panel of the
 * window in which it was pressed, where the doctor sees whose visit is open: a panel that is closed
 * or locked records and pauses nothing, and a key that only opened it is pressed once more.
 */
export const RECORD_COMMAND = 'record'

export interface RecordKey {
  recordKey: { windowId: number }
}

/** Calls with every press in this window. */
export function onRecordKey(windowId: () => Promise<number>, press: () => void) {
  chrome.runtime.onMessage.addListener((message) => {
    const { recordKey } = message as Partial<RecordKey>
    if (!recordKey) return
    void windowId().then((own) => {
      if (own === recordKey.windowId) press()
    })
  })
}
