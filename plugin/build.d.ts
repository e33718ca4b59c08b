/** Written into the loader by bin/build-plugin.mjs. */

/** Of package.json: what `/plugin@<x.y.z>.js` names. */
declare const PLUGIN_VERSION: string
/** The recorder's worklet, relative to plugin.js; its name carries its digest. */
declare const WORKLET_FILE: string
