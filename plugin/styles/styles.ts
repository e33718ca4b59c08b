import base from './base.css'
import diagnoses from './diagnoses.css'
import documents from './documents.css'
import models from './models.css'
import recording from './recording.css'
import shell from './shell.css'
import text from './text.css'
import tokens from './tokens.css'

/** All of it, for one constructed sheet: no style element, so no exception in the host's Content-Security-Policy. */
export const styles = [tokens, base, shell, recording, text, documents, diagnoses, models].join(
  '\n',
)
