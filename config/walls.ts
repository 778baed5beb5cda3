/**
 * The allowed imports between folders, read by oxlint.config.ts. Inside a folder files import each
 * other relatively; other folders are imported by their alias (`#src/ui/Button.tsx`), so that every
 * crossing is visible. Imports that no entry allows are violations.
 */
export interface Wall {
  /** The files that the rule applies to; if several entries match a file, the last one counts. */
  readonly files: readonly string[]
  /** Patterns of allowed imports, later ones restricted by a leading `!`. */
  readonly mayImport: readonly string[]
  /** The violation message. */
  readonly sentence: string
}

/** The page's domains. */
const DOMAINS = ['accounts', 'listening', 'broadcasts', 'messages', 'swaps'] as const
/** The server's domains, each above those before it. */
const SERVER_DOMAINS = ['accounts', 'listening', 'music-services', 'broadcasts', 'messages', 'swaps'] as const
/**
 * On the server activity is a layer below the domains, which all write into it; in the page it is
 * its own domain.
 */
const PAGE_DOMAINS = [...DOMAINS, 'recaps', 'activity', 'instance', 'moderation', 'notifications'] as const

const reactLibraries = ['react', 'react/**', 'react-dom', 'react-dom/**', '@vanilla-extract/*']
const uiLibraries = [...reactLibraries, '@tanstack/react-router', '@tanstack/react-virtual', '@fontsource-variable/**']
const page = [...uiLibraries, '@tanstack/*', 'valibot', 'workbox-window', 'virtual:*']
const server = [
  'node:*',
  'node:*/**',
  'hono',
  'hono/**',
  '@hono/**',
  'kysely',
  'lru-cache',
  'pg',
  'valibot',
  'yauzl',
  'yazl',
]

/** The OpenAPI document belongs to the server; its generator would increase the page's size. */
const contract = ['#contract/**', '!#contract/openapi.ts']
const storageNames = '#contract/storage-names.ts'

/** The session, the status and a call's errors: available to every domain. */
const availableToAll = [
  '#src/accounts/session/session.ts',
  '#src/accounts/session/useScreenPath.ts',
  '#src/accounts/useIsAdmin.ts',
  '#src/status/useHostAdds.ts',
  '#src/status/useStatus.ts',
  '#src/api/errors.ts',
  '#src/api/failure-text.ts',
]
/**
 * Sign-in, sign-up, passwords, pictures, listen files and their deletion, invitations and the
 * admins' measures are sent at once and never queued.
 */
const SENT_AT_ONCE: ReadonlySet<string> = new Set(['accounts', 'listening', 'instance', 'moderation', 'notifications'])
const pastTheOutbox = [
  '#src/api/call.ts',
  '#src/api/upload.ts',
  '#src/api/upload-file.ts',
  '#src/api/download-file.ts',
  '#src/api/url.ts',
  '#src/offline/device/uuid.ts',
  '#src/offline/device/member.ts',
]
/** The outbox's types and pending actions, without the outbox. */
const ofPending = ['#src/offline/outbox/entry.ts', '#src/offline/outbox/pending.ts', '#src/offline/device/member.ts']

/** Returns the rule for a folder and its subfolders; imports by `../` are not allowed. */
const createWalls = (folder: string, mayImport: readonly string[], sentence: string): Wall[] => [
  { files: [`${folder}/*`], mayImport: ['./**', `#${folder}/**`, ...mayImport], sentence },
  {
    files: [`${folder}/*/**`],
    mayImport: ['./**', '../**', '!../../**', `#${folder}/**`, ...mayImport],
    sentence,
  },
]

/** Returns the patterns for a domain's own file with that name, and for those in its folders. */
const inEveryDomain = (file: string) =>
  PAGE_DOMAINS.flatMap((domain) => [`src/${domain}/${file}`, `src/${domain}/*/${file}`])

const src: Wall[] = [
  {
    files: ['src/**'],
    mayImport: ['./**', '../**', '!../../**', '#src/**', ...contract, ...page, 'idb-keyval', '*.css'],
    sentence: 'src imports src and contract, never server, sw, scripts or tests.',
  },
  ...createWalls('src/api', [...contract, 'valibot'], 'src/api imports contract only.'),
  ...createWalls(
    'src/ui',
    ['#contract/art/**', storageNames, ...uiLibraries],
    'src/ui imports itself, the drawings and the names of stored data only.',
  ),
  ...createWalls(
    'src/offline',
    ['#src/api/**', ...contract, 'valibot', 'idb-keyval'],
    'src/offline imports api and contract only: no React, no Query, no domain.',
  ),
  ...createWalls(
    'src/cache',
    [
      '#contract/accounts/names.ts',
      '#contract/durations.ts',
      '#contract/endpoint.ts',
      '#contract/page.ts',
      storageNames,
      '#src/offline/**',
      '#src/api/**',
      '#src/ui/**',
      ...page,
      'idb-keyval',
    ],
    'src/cache imports offline, api, ui, the form of an endpoint, the keys of names, the cursor of pages, durations and the names of stored data only.',
  ),
  ...createWalls(
    'src/outbox',
    [
      '#contract/bytes.ts',
      '#src/offline/**',
      '#src/cache/**',
      '#src/ui/**',
      '#src/session/senders.ts',
      '#src/*/actions.ts',
      ...availableToAll,
      ...page,
    ],
    'src/outbox imports offline, cache, ui, the actions, their names, sizes and who is signed in.',
  ),
  ...createWalls(
    'src/startup',
    [
      '#src/api/build.ts',
      '#src/api/first-data.ts',
      '#src/api/url.ts',
      '#src/layout/active-tab.ts',
      '#src/ui/local-storage.ts',
      '#contract/broadcasts/feed-head.ts',
      '#contract/first-data.ts',
      storageNames,
      '@tanstack/query-sync-storage-persister',
    ],
    'src/startup begins as a script inside index.html: its imports must be small and free of schemas.',
  ),
  ...createWalls(
    'src/install',
    [
      '#contract/durations.ts',
      '#src/ui/**',
      '#src/cache/query-outbox.ts',
      '#src/offline/outbox/entry.ts',
      '#src/browser/install-prompt.ts',
      '#src/accounts/session/useScreenPath.ts',
      '#src/*/actions.ts',
      storageNames,
      ...page,
    ],
    'src/install offers the app to the device: ui, the outbox as it stands, the names of actions, the prompt and the path.',
  ),
  ...createWalls(
    'src/downloads',
    [
      '#src/ui/**',
      '#src/cache/**',
      '#src/offline/**',
      '#src/api/**',
      '#src/startup/when-idle.ts',
      '#src/startup/yield.ts',
      '#src/broadcasts/downloaded.ts',
      '#src/messages/join-messages.ts',
      '#src/*/queries.ts',
      '#src/*/*/queries.ts',
      '#src/accounts/session/session.ts',
      ...contract,
      ...page,
    ],
    "src/downloads fills the cache for offline use: every domain's queries, cache, api, offline and ui.",
  ),
  ...createWalls(
    'src/status',
    ['#src/offline/**', '#src/cache/**', '#src/api/**', ...contract, ...page],
    'src/status reads what is new for the session: contract, api, cache and offline only.',
  ),
  ...createWalls('src/layout', ['#src/ui/**', ...uiLibraries], 'src/layout imports ui only.'),
  ...PAGE_DOMAINS.flatMap((domain) =>
    createWalls(
      `src/${domain}`,
      [
        '#src/ui/**',
        '#src/cache/**',
        ...availableToAll,
        ...(SENT_AT_ONCE.has(domain) ? pastTheOutbox : []),
        ...(domain === 'accounts' ? ['@simplewebauthn/browser'] : []),
        // What is stored for a member outside of the cache: not after a sign-out.
        ...(domain === 'listening' ? ['#src/startup/stored-member.ts'] : []),
        ...(domain === 'notifications' ? ['#src/install/**'] : []),
        '#src/*/queries.ts',
        '#src/*/*/queries.ts',
        '#src/*/[A-Z]*.tsx',
        '#src/*/*/[A-Z]*.tsx',
        '!#src/outbox/**',
        '!#src/layout/**',
        ...contract,
        ...page,
      ],
      `src/${domain} imports its own files, ui, cache, and of another domain its queries or a shared component.`,
    ),
  ),
  ...createWalls(
    'src/notifications/pushed',
    [
      '#src/*/keys.ts',
      '#src/*/overlay.ts',
      '#src/*/*/overlay.ts',
      '#src/api/**',
      '#src/offline/**',
      ...contract,
      'valibot',
      'idb-keyval',
      '#src/ui/time-zone.ts',
    ],
    'src/notifications/pushed runs in the worker too: the keys and overlays of queries, contract, api and offline only, and the time zone.',
  ),
  {
    files: inEveryDomain('queries.ts'),
    mayImport: [
      './[a-z]*.ts',
      '!./*.css.ts',
      '!./use*.ts',
      '!./senders.ts',
      '!./actions.ts',
      '../queries.ts',
      '../keys.ts',
      './*/overlay.ts',
      '../overlay.ts',
      '../*/overlay.ts',
      '../local-days.ts',
      '#src/*/overlay.ts',
      '#src/accounts/blocks/overlay.ts',
      ...ofPending,
      ...contract,
      '#src/api/**',
      '#src/cache/**',
      '@tanstack/react-query',
      'valibot',
    ],
    sentence:
      "queries.ts imports its domain's overlay and rules, contract, api, cache and the words of the outbox only.",
  },
  {
    files: inEveryDomain('overlay.ts'),
    mayImport: [
      './actions.ts',
      '../actions.ts',
      './*/overlay.ts',
      '../overlay.ts',
      '../blocks/overlay.ts',
      '../reactions/actions.ts',
      '../reactions/overlay.ts',
      '#src/accounts/blocks/overlay.ts',
      '#src/cache/hidden-row.ts',
      ...ofPending,
      ...contract,
    ],
    sentence:
      "overlay.ts imports its own domain's actions and overlays, blocks, contract and the types of the outbox only.",
  },
  {
    files: inEveryDomain('actions.ts'),
    mayImport: [...contract, '#src/offline/outbox/action.ts', 'valibot'],
    sentence: 'actions.ts describes what is stored, in the first chunk too: contract and the form of an action only.',
  },
  {
    files: inEveryDomain('senders.ts'),
    mayImport: ['./actions.ts', './*/actions.ts', ...contract, '#src/api/**', '#src/offline/**', 'valibot'],
    sentence: "senders.ts is bundled by the worker too: its domain's actions, contract, api and offline only.",
  },
  ...createWalls(
    'src/browser',
    [
      '#src/offline/**',
      '#src/cache/**',
      '#src/api/**',
      '#src/ui/**',
      '#src/startup/early-install-prompt.ts',
      '#src/session/senders.ts',
      ...contract,
      ...page,
    ],
    'src/browser joins the browser to offline, cache, api and ui; it knows no domain.',
  ),
  {
    files: ['src/app/app.ts', 'src/session/*.ts'],
    mayImport: [
      './**',
      '#src/**',
      '!#src/main.*',
      '!#src/ui/**',
      '#src/ui/load-code.ts',
      '!#src/layout/**',
      '!#src/routes/**',
      '!#src/*/[A-Z]*.tsx',
      '!#src/*/queries.ts',
      '!#src/*/overlay.ts',
      '#src/status/queries.ts',
      ...contract,
      ...page,
    ],
    sentence: 'src/app and src/session wire senders, cache, offline and the router; they render nothing.',
  },
  {
    files: ['src/session/senders.ts'],
    mayImport: ['#src/*/senders.ts', '#src/offline/outbox/action.ts'],
    sentence: "src/session/senders.ts imports every domain's senders.ts and nothing else.",
  },
  ...createWalls(
    'src/routes',
    ['#src/**', '!#src/app/app.ts', '!#src/main.*', ...contract, ...page],
    'Routes import all of src but app and main, and neither server nor sw.',
  ),
]

const index = (domains: readonly string[]) => domains.map((domain) => `#server/${domain}/index.ts`)
const serverRoom = (name: string, mayImport: readonly string[], sentence: string) =>
  createWalls(`server/${name}`, [...mayImport, ...server], sentence)

/** How jobs and leased rows are defined, added and retried; the rest of the queue runs jobs. */
const jobs = ['define-queue', 'job-queue', 'back-off', 'leased-rows'].map((file) => `#server/queue/${file}.ts`)
/** HTTP and what is below it. */
const http = ['#server/http/**', ...jobs, '#server/telemetry/**', '#server/db/**']

/**
 * The rooms that read every domain, each with the further rooms that it imports through their
 * index.
 */
const readers: Readonly<Record<string, readonly string[]>> = {
  reports: [],
  moderation: ['audit', 'instance', 'reports'],
  status: ['moderation', 'reports'],
  operation: ['audit'],
  ownership: [],
  downloads: [],
  recaps: [],
  push: [],
  demo: [],
  previews: [],
  web: ['instance', 'previews'],
  admin: ['audit', 'instance', 'mail', 'reports', 'moderation', 'push'],
}

/** What admins see on the server beside the database. */
const operated = [
  '#server/backup/last-backup.ts',
  '#server/metrics/queues.ts',
  '#server/queue/failed-jobs.ts',
  '#server/queue/repeat.ts',
]

/**
 * Music services write listens in every way: they import the rooms of listening, and the file
 * readers.
 */
const musicServices = ['#server/listening/**', '#server/import-formats/**']

const serverRooms: Wall[] = [
  {
    files: ['server/*'],
    mayImport: ['./**', '#server/**', '#contract/**', ...server],
    sentence: 'The server imports server and contract only.',
  },
  {
    files: ['server/queues.ts'],
    mayImport: [...index([...SERVER_DOMAINS, 'push', 'recaps']), ...http, '#server/queue/build-indexes.ts'],
    sentence: 'server/queues.ts lists the queues: the index of the domains, push, recaps, http and queue only.',
  },
  {
    files: ['server/config/*'],
    mayImport: ['./**', '#contract/listening/service-players.ts', 'node:*', 'node:*/**'],
    sentence: 'server/config imports itself and the services with players only.',
  },
  ...serverRoom(
    'db',
    ['#server/config/config.ts', '#contract/activity/kinds.ts'],
    'server/db imports config and the kinds of activity only.',
  ),
  ...serverRoom(
    'telemetry',
    ['#server/db/**', '#server/config/config.ts', '@opentelemetry/*'],
    'server/telemetry imports db, config and OpenTelemetry only.',
  ),
  ...serverRoom(
    'backup',
    ['#server/db/**', '#server/http/version.ts', '#server/config/config.ts', '#contract/bytes.ts', 'pg-copy-streams'],
    'server/backup imports db, config, the version and the format of sizes only.',
  ),
  ...serverRoom(
    'http',
    [...jobs, '#server/telemetry/**', '#server/db/**', '#server/config/config.ts', '#contract/**'],
    'server/http imports telemetry, db, config, contract and the interface of the queue only.',
  ),
  ...serverRoom('metrics', [...http, 'prom-client'], 'server/metrics imports http, db and prom-client only.'),
  ...serverRoom(
    'queue',
    ['#server/telemetry/**', '#server/db/**', '#server/config/config.ts', '#contract/durations.ts', 'pg-boss'],
    'server/queue imports telemetry, db, config, the length of a day and pg-boss only.',
  ),
  ...serverRoom(
    'activity',
    [...http, '#contract/**'],
    'server/activity imports http, db and contract only: every domain tells it what happened.',
  ),
  ...serverRoom(
    'audit',
    ['#server/db/**', '#contract/**'],
    'server/audit imports db and contract only: every act of an admin is recorded by it.',
  ),
  ...serverRoom(
    'instance',
    [...http, '#contract/**'],
    'server/instance imports http, db and contract only: sign-up reads its settings.',
  ),
  ...serverRoom(
    'mail',
    [...index(['instance']), ...http, '#server/config/mail-settings.ts', 'nodemailer'],
    'server/mail imports instance, http, db, its settings and nodemailer only: it knows no member.',
  ),
  ...SERVER_DOMAINS.flatMap((domain, place) =>
    serverRoom(
      domain,
      [
        ...index([...SERVER_DOMAINS.slice(0, place), 'audit', 'instance', 'mail']),
        ...(domain === 'music-services' ? musicServices : []),
        '#server/activity/**',
        ...http,
        '#contract/**',
      ],
      `server/${domain} imports the index of earlier domains (${SERVER_DOMAINS.slice(0, place).join(', ') || 'none'}), audit, instance, mail, activity, http, db and contract only.`,
    ),
  ),
  ...createWalls(
    'server/accounts/passkeys',
    [
      '../**',
      ...index(['instance']),
      ...http,
      '#contract/**',
      ...server,
      '@simplewebauthn/server',
      '@simplewebauthn/server/helpers',
    ],
    'server/accounts/passkeys imports accounts, instance, http, db, contract and @simplewebauthn/server only.',
  ),
  ...createWalls(
    'server/accounts/pictures',
    ['../**', '!../../**', ...http, '#contract/**', ...server, 'sharp'],
    'server/accounts/pictures imports accounts, http, db, contract and sharp only.',
  ),
  ...createWalls(
    'server/listening/covers',
    [
      '../**',
      '!../../**',
      ...index(['accounts']),
      '#server/config/cover-settings.ts',
      ...http,
      '#contract/**',
      ...server,
    ],
    'server/listening/covers imports listening, accounts, its settings, http, db and contract only.',
  ),
  ...createWalls(
    'server/music-services/shared-links',
    ['../**', '!../../**', ...musicServices, '#server/config/link-settings.ts', ...http, '#contract/**', ...server],
    'server/music-services/shared-links imports music-services, listening, its settings, http, db and contract only.',
  ),
  ...createWalls(
    'server/music-services/musicbrainz',
    [
      '../**',
      '!../../**',
      ...musicServices,
      '#server/config/musicbrainz-settings.ts',
      ...http,
      '#contract/**',
      ...server,
    ],
    'server/music-services/musicbrainz imports music-services, listening, its settings, http, db and contract only.',
  ),
  ...serverRoom(
    'import-formats',
    [
      '#server/listening/catalogue/track-name.ts',
      '#server/listening/listens/listen-details.ts',
      '#server/listening/listens/moved-change.ts',
      '#server/listening/listens/scrobble.ts',
      '#server/listening/listens/sources.ts',
      '#server/listening/loved/feedback-max.ts',
      '#server/http/time-zone.ts',
      '#server/http/refusal.ts',
      '#contract/**',
    ],
    'server/import-formats reads files without the database: the form of a scrobble, its details, sources and contract only.',
  ),
  ...createWalls(
    'server/accounts/single-sign-on',
    [
      '../**',
      '!../../**',
      ...index(['instance']),
      ...http,
      '#server/config/config.ts',
      '#contract/**',
      'openid-client',
      ...server,
    ],
    'server/accounts/single-sign-on imports accounts, instance, http, db, config, contract and openid-client only.',
  ),
  ...Object.entries(readers).flatMap(([name, others]) =>
    serverRoom(
      name,
      [
        ...index([...SERVER_DOMAINS, ...others]),
        ...(name === 'admin' ? ['#server/queue/**', '#server/config/secret-key.ts'] : []),
        ...(name === 'operation' ? operated : []),
        ...(name === 'push' ? ['web-push'] : []),
        '#server/activity/**',
        ...http,
        '#server/config/config.ts',
        '#contract/**',
      ],
      `server/${name} imports the index of the domains${others.map((other) => `, ${other}`).join('')}, and activity, http, db and config only.`,
    ),
  ),
  ...createWalls(
    'server/previews/picture',
    ['../preview.ts', '#contract/art/**', ...server, '#server/http/escape-markup.ts', 'sharp'],
    'server/previews/picture draws what a preview describes: it imports the drawings of the contract, the escapes of markup and sharp only.',
  ),
]

export const walls: readonly Wall[] = [
  ...createWalls('contract', ['valibot'], 'contract imports valibot only.'),
  {
    files: ['contract/openapi.ts'],
    mayImport: ['./**', 'valibot', '@valibot/to-json-schema'],
    sentence: 'contract imports valibot only.',
  },
  ...src,
  {
    files: ['sw/**'],
    mayImport: [
      './**',
      '#sw/**',
      ...contract,
      '#src/api/**',
      '#src/offline/**',
      '#src/session/senders.ts',
      '#src/notifications/pushed/**',
      'workbox-*',
      'workbox-*/**',
      'valibot',
      'idb-keyval',
    ],
    sentence: 'sw imports contract, api, offline, src/session/senders.ts and src/notifications/pushed only.',
  },
  ...serverRooms,
]
