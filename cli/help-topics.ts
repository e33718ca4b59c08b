/** What `svcctl help TOPIC` tells beside commands, in lines of at most 80 columns. */
import { exitCodes } from './exit-codes.ts'
import { wrapped } from './text-width.ts'

interface Topic {
  about: string
  text(): string
}

/** As cli/README.md says it, too. */
export const exitWords: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  usage: 'the command line is wrong, or a yes is needed',
  data: 'the data is refused: not valid, conflicting, damaged',
  noInput: 'no such thing',
  unavailable:
    'the server does not run, something is unreachable, or `doctor` found something broken',
  software: 'a bug of ours',
  output: 'the result could not be written: a full disk behind `>`',
  tempFail: 'busy: try again later',
  noPermission: 'not allowed: permissions of files, a licence that was not accepted',
  config: 'a setting is not understood',
  otherVersion:
    'the data are of an earlier version (`svcctl upgrade`), or of a newer one than this',
  interrupted: 'stopped by Ctrl-C',
  terminated: 'stopped by SIGTERM; `serve` and `demo` end in good order, with 0',
}

export const topics: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    about: 'what the exit code of a command means',
    text: () =>
      Object.entries(exitCodes)
        .map(([name, code]) => `${String(code).padStart(4)}  ${ownLines(exitWords[name as never])}`)
        .join('\n'),
  },
  environment: {
    about: 'variables that change what a command does',
    text: () => `Every setting is a variable: SVC_ and its name in capitals, so that dataDir is
SVC_DATA_DIR.
A flag is stronger than a variable, a variable than the file.
All of them, and where each comes from: svcctl config show

SVC_CONFIG           the configuration file; else svc.config.json of dataDir
SVC_YES=1            ask nothing, agree to everything: --yes
SVC_LOG_LEVEL=debug  show where in the program a bug is
NO_COLOR             no colours
HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     for downloads of models
NODE_EXTRA_CA_CERTS  a file with an authority of your own, for downloads`,
  },
  files: {
    about: 'what lies where, and who may read it',
    text: () => `The data folder (dataDir in \`svcctl config show\`), for its account alone:

svc.config.json      settings, where no other file is named (svcctl config path)
svc.sqlite           the database, unless databaseUrl names a PostgreSQL
keys/                the master key: without it nothing opens.
                     Never beside a backup
audio/ files/        sound and uploaded files, sealed
models/              AI models, that can be fetched again
backups/             sealed copies, unless backupFolder names another place
audit/ certificates/ the memory of the audit, and proofs of erasures
plugin/              builds of the plugin that pages name by version

runtime/             beside the program: the compiled speech recognizer
/opt/svc/svc.env     variables of the installed unit svc, one a line`,
  },
  json: {
    about: '--json and --jq, for scripts',
    text: () => `--json prints the result as JSON on stdout: names in snake_case, times in UTC.
A failure is JSON too, on stderr: { "error", "message", "details"? }.
--jq prints only what a jq expression gives, texts as they are; jq is built in.

  $ svcctl org list --jq '.organizations[].id'
  $ svcctl status --jq '.server.queue.queued'
  $ svcctl doctor --jq '.findings[] | select(.severity == "error") | .what'

An expression that is no jq is refused before anything is done.`,
  },
}

/** To the width of a terminal, behind the column of the codes. */
const ownLines = (words: string) => wrapped(words, 74).join(`\n${' '.repeat(6)}`)

/** Null: it is no topic, and may be a command. */
export function helpTopic([word, name]: readonly string[]): string | null {
  if (word !== 'help' || name === undefined) return null
  if (name === 'topics') return `${topicList()}\n`
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined
  return topic ? `${topic.text()}\n` : null
}

export function topicList(): string {
  const width = Math.max(...Object.keys(topics).map((name) => name.length))
  return Object.entries(topics)
    .map(([name, { about }]) => `  svcctl help ${name.padEnd(width)}  ${about}`)
    .join('\n')
}
