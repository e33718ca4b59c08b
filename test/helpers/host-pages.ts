/**
 * The host page of the browser tests, to be served by whoever stands before the service: a page
 * that a test answers itself comes from nowhere, and Chromium keeps such a page from every socket
 * of this network.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../browser/plugin')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/**
 * By path, as `startPluginProxy` wants them. `appliance`: where the plugin comes from, when that is
 * not the page's own origin.
 */
export const hostPages = (appliance = '') => ({
  '/host': {
    type: 'text/html; charset=utf-8',
    body: read('host.html').replace('/plugin.js', `${appliance}/plugin.js`),
  },
  '/host.js': { type: 'text/javascript', body: read('host.js') },
})
