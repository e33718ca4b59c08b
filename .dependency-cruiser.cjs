// The layers (ARCHITECTURE.md): who may import whom. A broken rule fails CI with its name.
const ours = '^(bin|core|api|ai-local|plugin|cli|config|models|test)/'
const only = (folder, allowed) => ({
  name: `${folder}-imports`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: `^(${[folder, ...allowed].join('|')})/` },
})

/** What `svcctl` or a maintainer runs beside the product, and what a demonstration shows. */
const tools = '^bin/tools/'
/** Of the programs, those that start one of them. */
const startsTools = '^bin/(compose|compose/network|svcctl-deps|bundle/try)\\.ts$'
const toolPages = '^bin/tools/(demo/(page|hosts)|host-test/probe)/'

/**
 * Folders that import each other all the same: they may, but no further one joins them. Core has
 * one circle; it never has more than four pairs.
 */
const folderCircles = {
  // Of core. Pieces of a visit are made from a transcript, and models of documents name its
  // segments; who may be speaking in a transcript is guessed by what reads pieces
  // (`present-segment.ts`).
  transcription: ['core/transcription', 'core/document/pieces', 'core/document/models'],
  // Rows are sealed with keys that lie in rows.
  rows: [
    'audit',
    'consultation',
    'database',
    'file',
    'job',
    'master-key',
    'migrations',
    'recording',
    'retention',
    'transcript',
    'vault',
    'webhook',
  ].map((folder) => `models/${folder}`),
  take: ['plugin/host', 'plugin/services'],
  editor: ['plugin/components', 'plugin/editor', 'plugin/state'],
}
const oneOf = (folders) => `^(${folders.join('|')})$`
const noFolderCircles = [
  {
    name: 'no-folder-circles',
    severity: 'error',
    scope: 'folder',
    from: { pathNot: oneOf(Object.values(folderCircles).flat()) },
    to: { circular: true },
  },
  ...Object.entries(folderCircles).map(([name, folders]) => ({
    name: `no-folder-circles-beyond-${name}`,
    severity: 'error',
    scope: 'folder',
    from: { path: oneOf(folders) },
    to: { circular: true, pathNot: oneOf(folders) },
  })),
]

module.exports = {
  forbidden: [
    ...noFolderCircles,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'core-is-pure',
      comment: 'core knows no I/O and no framework: ids, clocks and files arrive as arguments',
      severity: 'error',
      from: { path: '^core/' },
      to: {
        dependencyTypesNot: ['local', 'localmodule', 'type-only'],
        pathNot: '(^|/)node_modules/zod/|^core/',
      },
    },
    // The lists of words are data: JSON, built into the programs.
    only('core', ['config/portuguese']),
    only('config', []),
    only('models', ['core']),
    only('ai-local', ['core']),
    only('api', ['core']),
    only('cli', ['core']),
    {
      name: 'plugin-imports',
      comment: 'plugin runs in somebody else’s page: of ours it may use the contract only',
      severity: 'error',
      from: { path: '^plugin/' },
      to: { path: ours, pathNot: '^(plugin|core/contract)/' },
    },
    {
      name: 'plugin-values',
      comment:
        'of the contract, only the frame codec, the list of file types, the words of markup, the blocks of texts and what an edit keeps of them are code',
      severity: 'error',
      from: { path: '^plugin/' },
      to: {
        path: '^core/contract/',
        pathNot: '^core/contract/(frames|files|kept-parts|markup-words|text-blocks)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'admin-page-imports',
      comment: 'the page for administration: of ours it may use types of the contract only',
      severity: 'error',
      from: { path: '^plugin/admin/' },
      to: { path: ours, pathNot: '^(plugin/admin|core/contract)/' },
    },
    {
      name: 'admin-page-values',
      severity: 'error',
      from: { path: '^plugin/admin/' },
      to: { path: '^core/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'plugin-no-node',
      severity: 'error',
      from: { path: '^plugin/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'bin-is-the-top',
      comment: 'only tests import bin',
      severity: 'error',
      from: { path: ours, pathNot: '^(bin|test)/' },
      to: { path: '^bin/' },
    },
    {
      name: 'tools-are-outside',
      comment: 'the product runs without its tools: only the programs that start one import it',
      severity: 'error',
      from: { path: ours, pathNot: `^test/|${tools}|${startsTools}` },
      to: { path: tools },
    },
    {
      name: 'tool-pages-imports',
      comment: 'what runs in a browser: of ours the domain and itself',
      severity: 'error',
      from: { path: toolPages },
      to: { path: ours, pathNot: `^core/|${toolPages}|^bin/tools/host-test/host-probe\\.ts$` },
    },
    {
      name: 'tool-pages-no-node',
      severity: 'error',
      from: { path: toolPages },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { path: ours, pathNot: '^test/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
    exclude: { path: '(^|/)dist/' },
  },
}
