/**
 * Every setting there is, once. Flag, environment variable and file key follow from the name:
 * `publicUrl` is `--public-url`, `SVC_PUBLIC_URL` and `"publicUrl"`. The README's table is
 * generated from here.
 */
import { join } from 'node:path'
import {
  address,
  addresses,
  choice,
  integer,
  networks,
  origins,
  path,
  type Setting,
  text,
  toggle,
} from './setting-kinds.ts'

/** The times of core/retention/rules.ts. */
const keptFor = (about: { default: string; description: string }) =>
  text<string>({
    group: 'Retention',
    pattern: /^(keep|\d{1,5}[hdy])$/,
    allowed: 'keep, or a time such as 24h, 90d or 20y',
    ...about,
  })

/** The speech model that is part of the product, by its file (core/model-file/catalogue.ts). */
const BOX_MODEL = 'ggml-base-q5_0.bin'

const fileName = { pattern: /^[^\0]+$/, allowed: 'a file name in the models folder, or a path' }

export const settings = {
  dataDir: path<string>({
    group: 'Service',
    default: ({ dataDir }) => dataDir,
    defaultText: './data',
    description: 'Where everything rests: database, audio, files, models, keys, backups.',
  }),
  nodeDir: path<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none: one server serves at a time',
    description:
      'Folder of this machine alone (its lock, its address, acts on their way into the audit), where several servers share one PostgreSQL and, as `dataDir`, one folder. With it they serve side by side.',
  }),
  diskReserveMiB: integer({
    group: 'Service',
    min: 0,
    max: 1_000_000,
    default: 1024,
    description:
      'Room on the disk that no new sound, file or document takes, in MiB, at most a twentieth of the disk: records are read, recordings end and the audit goes on with it. Half of it, at most 64 MiB, lies in a file, so that no other program fills it.',
  }),
  host: text<string>({
    group: 'Service',
    pattern: /^[A-Za-z0-9.:_-]+$/,
    allowed: 'an address or host name of this machine',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 for every network card.',
  }),
  port: integer({
    group: 'Service',
    min: 0,
    max: 65_535,
    default: 8080,
    description: 'Port to listen on; 0 takes a free one.',
  }),
  publicUrl: address<string>({
    group: 'Service',
    default: ({ host, port, tls }) => `http${tls ? 's' : ''}://${reachable(host)}:${port}`,
    defaultText: 'http(s)://<host>:<port>',
    description:
      'The address browsers use, as a reverse proxy or the certificate names it; with the path where a proxy serves it under one: `https://ehr.example/assistente/`.',
  }),
  localNetworkOrigins: origins({
    group: 'Service',
    default: '',
    defaultText: 'none',
    description:
      'Pages of the internet whose browsers’ policy (`svcctl host policy`) all computers have: doctor speaks of them no more.',
  }),
  tlsCertificateFile: path<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none: plain HTTP, for a reverse proxy in front',
    description:
      'PEM file of the certificate and those that lead to its authority: the service speaks HTTPS itself. Read again every minute; a renewed one is taken over without a restart.',
  }),
  tlsKeyFile: path<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none',
    description: 'PEM file of its private key, without a passphrase, readable by the service only.',
  }),
  databaseUrl: text<string>({
    group: 'Service',
    pattern: /^(sqlite:\/|postgres(ql)?:\/\/)\S+$/,
    allowed: 'sqlite:/absolute/path or postgres://user:password@host/database',
    secret: 'password',
    default: ({ dataDir }) => `sqlite:${join(dataDir, 'svc.sqlite')}`,
    defaultText: 'sqlite:<dataDir>/svc.sqlite',
    description:
      'The database: a file in the data folder, or your own PostgreSQL (behind PgBouncer by the transaction with `?direct=HOST:PORT`). One server serves at a time, unless each has a `nodeDir`.',
  }),
  storeUrl: text<string | null>({
    group: 'Service',
    pattern: /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^\s?#]*)?$/,
    allowed: 's3://bucket or s3://bucket/folder',
    default: null,
    defaultText: 'none: sound and files lie in the data folder',
    description:
      'An S3-compatible store for sound and files, sealed before they leave this machine: what has ended goes there from the data folder, and is read from there. With it, several servers need no folder in common. What lies there already comes with `svcctl data move --store`.',
  }),
  storeEndpoint: address<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none: that of AWS for storeRegion',
    description: 'Address of that store: `https://s3.hospital.example`.',
  }),
  storeRegion: text<string>({
    group: 'Service',
    pattern: /^[a-z0-9-]{1,64}$/,
    allowed: 'the name of a region',
    default: 'us-east-1',
    description: 'Region of that store; one of your own takes any name, most often this one.',
  }),
  storeKeyId: text<string | null>({
    group: 'Service',
    pattern: /^\S{1,200}$/,
    allowed: 'text without spaces',
    default: null,
    defaultText: 'none: needed with storeUrl',
    description: 'Name of the access key of that store.',
  }),
  storeKey: text<string | null>({
    group: 'Service',
    pattern: /^\S{1,400}$/,
    allowed: 'text without spaces',
    secret: true,
    default: null,
    description: 'Its secret. Better in a file: storeKeyFile.',
  }),
  storeKeyFile: path<string | null>({
    group: 'Service',
    default: null,
    description: 'A file that holds its secret, instead of the setting.',
  }),
  masterKeyPassphraseFile: path<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none: the passphrase is asked for at the terminal',
    description:
      'A file with the passphrase of the master key, where one protects it: a systemd credential, `/dev/fd/3`. Never the passphrase itself.',
  }),
  masterKeyCommand: text<string | null>({
    group: 'Service',
    pattern: /^[^\0]+$/,
    allowed: 'a shell command',
    default: null,
    defaultText: 'none: the master key lies in the folder `keys`',
    description:
      'Prints the master key (64 hex digits, 32 bytes in base64, or 32 bytes), for a TPM, an HSM or a key server.',
  }),
  logLevel: choice(['debug', 'info', 'warn', 'error', 'silent'], {
    group: 'Service',
    default: 'info',
    description: 'The least serious log line that is written.',
  }),
  trustedProxies: integer({
    group: 'Service',
    min: 0,
    max: 5,
    default: 0,
    description:
      'How many reverse proxies stand in front; only then are their X-Forwarded-* headers believed.',
  }),
  adminPageFrom: networks({
    group: 'Service',
    none: 'nobody',
    default: '127.0.0.1,::1',
    defaultText: 'this machine only',
    description:
      'Addresses that /admin, the page for administration, answers. `private`: all of 10/8, 172.16/12, 192.168/16 and fc00::/7. `nobody`: there is no page. The way in is a code of `svcctl admin open`.',
  }),
  metricsToken: text<string | null>({
    group: 'Service',
    pattern: /^\S{16,200}$/,
    allowed: '16 to 200 characters without spaces',
    secret: true,
    default: null,
    defaultText: 'none: /metrics answers this machine only',
    description: 'Bearer token that /metrics asks for.',
  }),
  telemetry: toggle({
    group: 'Service',
    default: false,
    description:
      'Plugins tell how often and how long, for /metrics; never words, names or identifiers. A host may refuse with enableTelemetry.',
  }),
  demo: toggle({
    group: 'Service',
    default: false,
    description: 'Serve the sample EHR page /demo. Never on a machine with patients.',
  }),
  remoteCaFile: path<string | null>({
    group: 'Service',
    default: null,
    defaultText: 'none: the public authorities',
    description:
      'PEM file of the certification authority that proves the servers for speech and documents; then no other is believed.',
  }),
  remoteConnectS: integer({
    group: 'Service',
    min: 1,
    max: 60,
    default: 5,
    description: 'How long connecting to one of those servers may take, in seconds.',
  }),
  runtimeDir: path<string>({
    group: 'Service',
    default: ({ installRoot }) => join(installRoot, 'runtime'),
    defaultText: '<install folder>/runtime',
    description: 'Where the compiled speech runtime lies.',
  }),

  sessionTokenDefaultS: integer({
    group: 'Access',
    min: 1800,
    max: 86_400,
    default: 43_200,
    description: 'Life of a session token when the host asks for none, in seconds.',
  }),
  sessionTokenMaxS: integer({
    group: 'Access',
    min: 1800,
    max: 86_400,
    default: 86_400,
    description: 'The longest life a host may ask for, in seconds.',
  }),
  allowQueryTokens: choice(['none', 'once', 'bearer', 'all'], {
    group: 'Access',
    default: 'bearer',
    description:
      'Credentials that `/embed` takes from its address. `bearer`: tokens for one consultation; `once`: the same, within five minutes of their issue and one time each; `all`: auth tokens too, for development only. API keys never.',
  }),
  keyExchangesPerMinute: integer({
    group: 'Access',
    min: 1,
    max: 100_000,
    default: 60,
    description: 'How many tokens one API key may be exchanged for in a minute.',
  }),
  failedKeysPerMinute: integer({
    group: 'Access',
    min: 1,
    max: 10_000,
    default: 10,
    description: 'How many keys that are not valid one address may try in a minute.',
  }),
  tokensPerDoctorHour: integer({
    group: 'Access',
    min: 10,
    max: 100_000,
    default: 600,
    description:
      'How many tokens may be issued for one doctor in an hour, where the host names the doctor.',
  }),
  identityIssuer: address<string | null>({
    group: 'Access',
    default: null,
    defaultText: 'none: doctors sign in to the extension with a code',
    description:
      'The hospital’s identity provider (OpenID Connect), as it names itself: `https://login.hospital.example/realms/clinic`. Doctors whose login it proves (`svcctl user login`) sign in to the browser extension without a code.',
  }),
  identityClientId: text<string | null>({
    group: 'Access',
    pattern: /^[\x21-\x7e]{1,255}$/,
    allowed: 'one word, as the provider gave it out',
    default: null,
    defaultText: 'none: needed with identityIssuer',
    description: 'How the provider knows this service.',
  }),
  identityClientSecretFile: path<string | null>({
    group: 'Access',
    default: null,
    defaultText: 'none: a public client',
    description:
      'A file with the secret that the provider gave this service. Never the secret itself.',
  }),
  identityClaim: text<string>({
    group: 'Access',
    pattern: /^[\w.:/-]{1,255}$/,
    allowed: 'the name of a claim',
    default: 'preferred_username',
    description:
      'The claim of the provider that holds a user’s login: `preferred_username`, `upn`, `email`, `sub`. One that users cannot change themselves.',
  }),
  identityGroup: text<string | null>({
    group: 'Access',
    pattern: /^[^\0]{1,255}$/,
    allowed: 'the name of a group',
    default: null,
    defaultText: 'none: whoever has a login here',
    description: 'Only users whose claim `groups` holds this one sign in.',
  }),
  identityName: text<string>({
    group: 'Access',
    pattern: /^[^\0]{1,60}$/,
    allowed: 'up to 60 characters',
    default: 'conta do hospital',
    description: 'How doctors know that account; the extension’s button says “Entrar com …”.',
  }),
  identityCaFile: path<string | null>({
    group: 'Access',
    default: null,
    defaultText: 'none: the public authorities',
    description:
      'PEM file of the certification authority that proves that provider; then no other is believed.',
  }),

  speechEngine: choice(['auto', 'remote', 'off'], {
    group: 'Speech',
    default: 'auto',
    description:
      'What recognizes speech. `auto`: the runtime compiled on this machine; `remote`: a server in your network.',
  }),
  speechBinary: path<string | null>({
    group: 'Speech',
    default: null,
    defaultText: 'compiled into runtimeDir at the first start',
    description:
      'A whisper-server program of your own, instead of the compiled one. It must listen on a Unix socket where --host is a path.',
  }),
  speechGpu: choice(['auto', 'off'], {
    group: 'Speech',
    default: 'auto',
    description:
      'Whether speech is recognized on an NVIDIA card. `auto`: where there is one and CUDA’s compiler was there when the runtime was built; `off`: never.',
  }),
  speechModel: text<string>({
    group: 'Speech',
    ...fileName,
    default: BOX_MODEL,
    earlier: { 'ggml-demo-pt.bin': BOX_MODEL },
    description: 'The speech model; the default, Whisper base, comes with the program.',
  }),
  vadModel: path<string>({
    group: 'Speech',
    default: ({ installRoot }) =>
      join(installRoot, 'node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx'),
    defaultText: 'silero v6, which comes with the product',
    description: 'Voice-activity weights: silence is never sent to the recognizer.',
  }),
  speechRemoteUrl: addresses<string | null>({
    group: 'Speech',
    default: null,
    description:
      'OpenAI-compatible transcription server in your network (its address up to `/v1`), for speechEngine `remote`; of several with the same model the one with the least to do is asked, and another when one is lost.',
  }),
  speechRemoteKey: text<string | null>({
    group: 'Speech',
    pattern: /^\S+$/,
    allowed: 'text without spaces',
    secret: true,
    default: null,
    description: 'Its API key.',
  }),
  speechRemoteKeyFile: path<string | null>({
    group: 'Speech',
    default: null,
    description: 'A file that holds its API key, instead of the setting.',
  }),
  speechRemoteFallback: choice(['none', 'box'], {
    group: 'Speech',
    default: 'none',
    description:
      'Who listens while that server does not answer. `box`: the recognizer of this machine, which then stays loaded.',
  }),
  speechRemoteModel: text<string>({
    group: 'Speech',
    pattern: /^\S+$/,
    allowed: 'text without spaces',
    default: 'whisper-1',
    description: 'The model to ask it for.',
  }),
  speechRemoteTimeoutS: integer({
    group: 'Speech',
    min: 1,
    max: 3600,
    default: 120,
    description:
      'How long that server may take for one utterance of up to half a minute, in seconds.',
  }),
  engineThreads: integer({
    group: 'Speech',
    min: 0,
    max: 256,
    default: 0,
    defaultText: '0: as many as cores',
    description: 'Threads of the speech and text engines. More than cores is ten times slower.',
  }),

  generator: choice(['auto', 'rules', 'llama', 'remote'], {
    group: 'Documents',
    default: 'auto',
    description:
      'What writes documents. `auto`: the text model for what it is proven for (svcctl model prove), else rules. `llama`: proven or not.',
  }),
  shareOwnModels: toggle({
    group: 'Documents',
    default: true,
    description: 'Doctors may share the document models they make with their organization.',
  }),
  textModel: text<string | null>({
    group: 'Documents',
    ...fileName,
    default: null,
    description: 'The language model (GGUF) for the generator `llama`.',
  }),
  textContextTokens: integer({
    group: 'Documents',
    min: 2048,
    max: 131_072,
    default: 8192,
    description:
      'Prompt and answer together, in tokens; Ollama is asked for as many. Memory grows with it.',
  }),
  textReadAhead: toggle({
    group: 'Documents',
    default: true,
    description:
      'The language model reads the visit, or writes its lines, while it goes on, so that a document begins at once. Keeps it loaded: false where memory is short.',
  }),
  textKeptStateMiB: integer({
    group: 'Documents',
    min: 0,
    max: 65_536,
    default: 512,
    description:
      'Memory for what the language model has read of the newest visits, for their next document. Never on disk. A container needs as much `--shm-size`. 0: nothing is kept.',
  }),
  textFieldsPerRequest: integer({
    group: 'Documents',
    min: 0,
    max: 60,
    default: 0,
    description:
      'Fields of a document asked of the language model at once. 0: by its size (4 up to 1.2 GB, 8 up to 2.6 GB, larger: all), because small models lose count in long forms.',
  }),
  generatorRemoteUrl: addresses<string | null>({
    group: 'Documents',
    default: null,
    description:
      'OpenAI-compatible server in your network (llama-server, vLLM, Ollama), for the generator `remote`; several as for speechRemoteUrl.',
  }),
  generatorRemoteKey: text<string | null>({
    group: 'Documents',
    pattern: /^\S+$/,
    allowed: 'text without spaces',
    secret: true,
    default: null,
    description: 'Its API key.',
  }),
  generatorRemoteKeyFile: path<string | null>({
    group: 'Documents',
    default: null,
    description: 'A file that holds its API key, instead of the setting.',
  }),
  generatorRemoteFallback: choice(['none', 'box'], {
    group: 'Documents',
    default: 'none',
    description:
      'Who writes while that server does not answer. `box`: textModel where one is set, else rules; the document says who wrote it.',
  }),
  generatorRemoteFirstTokenS: integer({
    group: 'Documents',
    min: 1,
    max: 3600,
    default: 120,
    description:
      'How long that server may take to begin an answer, in seconds, with its waiting line.',
  }),
  generatorRemoteTimeoutS: integer({
    group: 'Documents',
    min: 1,
    max: 3600,
    default: 600,
    description: 'How long one whole answer of that server may take, in seconds.',
  }),
  keptInputVisitMaxMiB: integer({
    group: 'Documents',
    min: 1,
    max: 100_000,
    default: 256,
    description:
      'How much may be kept of what the documents of a visit were written from, in MiB; then none is written any more.',
  }),
  keptInputOrganizationMaxGiB: integer({
    group: 'Documents',
    min: 1,
    max: 100_000,
    default: 100,
    description: 'The same of all visits of an organization, in GiB.',
  }),
  generatorRemoteModel: text<string | null>({
    group: 'Documents',
    pattern: /^\S+$/,
    allowed: 'text without spaces',
    default: null,
    description: 'The model to ask it for.',
  }),
  aiRiskClass: choice(['undeclared', 'low', 'medium', 'high'], {
    group: 'Documents',
    default: 'undeclared',
    description:
      'How the institution classifies this system by risk (CFM 2.454/2026); the monthly report says so.',
  }),
  documentFooter: choice(['off', 'panel', 'copy', 'everywhere'], {
    group: 'Documents',
    default: 'copy',
    description:
      'Where a document says that AI helped and who reviewed it, or that nobody has (CFM 2.454/2026): in the panel, also in copied text, or also in what the EHR receives.',
  }),

  fileMaxMiB: integer({
    group: 'Files',
    min: 1,
    max: 100,
    default: 20,
    description: 'The largest uploaded file (PDF or picture) that is taken, in MiB.',
  }),
  fileMaxCount: integer({
    group: 'Files',
    min: 1,
    max: 200,
    default: 20,
    description: 'How many files a consultation may have.',
  }),
  fileMaxTotalMiB: integer({
    group: 'Files',
    min: 1,
    max: 2000,
    default: 100,
    description: 'How much the files of a consultation may be together, in MiB.',
  }),
  filePdfMaxPages: integer({
    group: 'Files',
    min: 1,
    max: 1000,
    default: 100,
    description: 'The longest PDF that is taken, in pages.',
  }),
  fileReadMaxS: integer({
    group: 'Files',
    min: 10,
    max: 3600,
    default: 600,
    description:
      'How long reading one file may compute, in seconds; a scanned page takes a few of them.',
  }),
  filesOrganizationMaxGiB: integer({
    group: 'Files',
    min: 1,
    max: 100_000,
    default: 200,
    description: 'How much the files of an organization may be together, in GiB.',
  }),
  fileRecognition: choice(['on', 'off'], {
    group: 'Files',
    default: 'on',
    description: 'Read text off pictures and scanned pages, on this machine.',
  }),

  modelMirror: address<string>({
    group: 'Models',
    default: 'https://huggingface.co',
    description: 'Where `svcctl model pull` downloads from; a mirror inside your network will do.',
  }),
  modelMirrorCaFile: path<string | null>({
    group: 'Models',
    default: null,
    defaultText: 'none: the public authorities',
    description:
      'PEM file of the certification authority that proves that mirror; then no other is believed.',
  }),

  audioUploadMaxMiB: integer({
    group: 'Recording',
    min: 1,
    max: 4096,
    default: 512,
    description: 'The largest finished audio file that is taken, in MiB.',
  }),
  soundVisitMaxGiB: integer({
    group: 'Recording',
    min: 1,
    max: 10_000,
    default: 4,
    description:
      'How much sound a visit may have, in GiB: 4 are 37 hours of one channel. Then no recording begins any more; one that runs goes on.',
  }),
  soundOrganizationMaxGiB: integer({
    group: 'Recording',
    min: 1,
    max: 1_000_000,
    default: 1000,
    description: 'How much sound an organization may have that is not erased yet, in GiB.',
  }),
  consentLater: toggle({
    group: 'Recording',
    default: true,
    description:
      'Recording may begin before it is written down that the patient agrees ("Registrar depois").',
  }),
  recordingWarnHours: integer({
    group: 'Recording',
    min: 1,
    max: 12,
    default: 2,
    description: 'A recording says that it has become long after this many hours.',
  }),
  recordingMaxHours: integer({
    group: 'Recording',
    min: 1,
    max: 12,
    default: 3,
    description: 'A recording pauses by itself after this many hours.',
  }),

  backupEveryH: integer({
    group: 'Backup',
    min: 0,
    max: 720,
    default: 0,
    defaultText: '0: only when asked for',
    description: 'Hours between backups that the service makes by itself.',
  }),
  backupFolder: path<string>({
    group: 'Backup',
    default: ({ dataDir }) => join(dataDir, 'backups'),
    defaultText: '<dataDir>/backups',
    description: 'Where backups lie; better on another disk or machine.',
  }),
  backupPassphraseFile: path<string | null>({
    group: 'Backup',
    default: null,
    defaultText: 'none: svcctl asks for the passphrase',
    description:
      'A file with the passphrase of backups, readable by the service only. Keep a copy elsewhere: without it no backup opens.',
  }),
  backupKeepDaily: integer({
    group: 'Backup',
    min: 0,
    max: 366,
    default: 7,
    description: 'Of how many days the newest backup is kept when older ones are removed.',
  }),
  backupKeepWeekly: integer({
    group: 'Backup',
    min: 0,
    max: 520,
    default: 4,
    description: 'Of how many weeks.',
  }),
  backupKeepMonthly: integer({
    group: 'Backup',
    min: 0,
    max: 600,
    default: 12,
    description: 'Of how many months.',
  }),

  webhookNetworks: networks({
    group: 'Webhooks',
    default: '',
    defaultText: 'none: public addresses only',
    description:
      'Addresses inside that webhooks may go to beside public ones: your EHR. `private`: all of 10/8, 172.16/12, 192.168/16 and fc00::/7.',
  }),
  webhookHttp: toggle({
    group: 'Webhooks',
    default: false,
    description:
      'Webhooks may go over plain HTTP, where everybody on the way reads and alters them.',
  }),
  webhookCaFile: path<string | null>({
    group: 'Webhooks',
    default: null,
    defaultText: 'none: the public authorities',
    description:
      'PEM file of the certification authority that proves receivers of webhooks; then no other is believed.',
  }),
  webhookKeepDays: integer({
    group: 'Webhooks',
    min: 1,
    max: 366,
    default: 30,
    description: 'How many days the log of deliveries is kept.',
  }),

  retentionAudio: keptFor({
    default: '24h',
    description:
      'How long sound is kept after the final transcript, 0h to 30d; never erased before there is one.',
  }),
  retentionTranscripts: keptFor({
    default: '90d',
    description:
      'How long transcripts are kept after their last change, with what documents were written from.',
  }),
  retentionFiles: keptFor({
    default: '90d',
    description: 'How long uploaded files are kept.',
  }),
  retentionContexts: keptFor({
    default: '90d',
    description:
      'How long contexts and background histories are kept after the visit’s last change.',
  }),
  retentionRecords: keptFor({
    default: 'keep',
    description:
      'How long the content of settled records of the national network is kept, 30d at least.',
  }),
  retentionDocuments: keptFor({
    default: 'keep',
    description:
      'How long documents are kept after their last change; never shorter than retentionLegalDuty.',
  }),
  retentionImported: keptFor({
    default: 'keep',
    description:
      'How long documents are kept after the host confirmed that it has them; needs retentionEhrKeepsChart.',
  }),
  retentionLegalDuty: keptFor({
    default: '20y',
    description:
      'How long the law has a document kept that no other system keeps (Law 13.787/2018: 20 years from the last entry).',
  }),
  retentionEhrKeepsChart: toggle({
    group: 'Retention',
    default: false,
    description:
      'The organization states that its EHR keeps the chart as long as the law wants, so that imported documents may go here.',
  }),

  rndsProxy: text<string | null>({
    group: 'RNDS',
    pattern: /^https?:\/\/[^\s/]+\/?$/,
    allowed: 'http://proxy.hospital.example:3128, with user:password@ where the proxy asks for it',
    secret: 'password',
    default: null,
    defaultText: 'none: straight to the network',
    description: 'The proxy through which the national network is reached.',
  }),
  rndsCaFile: path<string | null>({
    group: 'RNDS',
    default: null,
    defaultText: 'none: the public authorities',
    description:
      'PEM file of the certification authority that proves the national network, where a proxy looks into TLS; then no other is believed.',
  }),
} satisfies Record<string, AnySetting>

// biome-ignore lint/suspicious/noExplicitAny: a table of settings of different types
type AnySetting = Setting<any>

export type SettingKey = keyof typeof settings

/** The settings of a running service: checked, complete, paths absolute. */
export type Config = {
  -readonly [Key in SettingKey]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never
}

export const settingKeys = Object.keys(settings) as SettingKey[]

/** `publicUrl` → `--public-url` */
export function flagOf(key: SettingKey): string {
  return `--${words(key).join('-')}`
}

/** `publicUrl` → `SVC_PUBLIC_URL` */
export function envOf(key: SettingKey): string {
  return `SVC_${words(key).join('_').toUpperCase()}`
}

/** `audioUploadMaxMiB` → audio, upload, max, mib */
function words(key: string): string[] {
  return key
    .replace('MiB', 'Mib')
    .replace('GiB', 'Gib')
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase())
}

/** A browser cannot open the address "all network cards". */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
