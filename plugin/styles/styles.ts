import base from './base.css'
import compact from './compact.css'
import contrast from './contrast.css'
import diagnoses from './diagnoses.css'
import documents from './documents.css'
import editor from './editor.css'
import files from './files.css'
import models from './models.css'
import notUnderstood from './not-understood.css'
import recording from './recording.css'
import rewrite from './rewrite.css'
import shell from './shell.css'
import structured from './structured.css'
import text from './text.css'
import tokens from './tokens.css'
import transcript from './transcript.css'
import unwritten from './unwritten.css'
import visit from './visit.css'

const sheets = [
  tokens,
  base,
  shell,
  recording,
  text,
  transcript,
  notUnderstood,
  documents,
  editor,
  diagnoses,
  models,
  files,
  structured,
  rewrite,
  unwritten,
  visit,
]

/**
 * All of it, for one constructed sheet: no style element, so no exception in the host's
 * Content-Security-Policy.
 */
export const styles = [...sheets, compact, contrast].join('\n')
