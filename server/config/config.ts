import { resolve } from 'node:path'
import { type PlayerService, playerServices } from '#contract/listening/service-players.ts'
import { readAllowedAddresses, readOrigins } from './address-settings.ts'
import { readCommit } from './commit.ts'
import { readConnectionBounds } from './connection-settings.ts'
import { readCoverSettings } from './cover-settings.ts'
import { readDatabaseReadUrl, readDatabaseUrl } from './database-settings.ts'
import { readLinkSettings } from './link-settings.ts'
import { readMailSettings } from './mail-settings.ts'
import { listMisspelled } from './misspelled.ts'
import { readMusicbrainzSettings } from './musicbrainz-settings.ts'
import { readPushContact } from './push-settings.ts'
import { readRateLimits } from './rate-limit-settings.ts'
import {
  CannotStart,
  type Environment,
  isLoopback,
  readChoice,
  readFlag,
  readInteger,
  readText,
  readUrl,
} from './settings.ts'
import { readSingleSignOnSettings } from './single-sign-on-settings.ts'

export type { ConnectionBounds } from './connection-settings.ts'
export { type RateLimit, type RateLimits, rateLimitSettings } from './rate-limit-settings.ts'
export { CannotStart, isLoopback } from './settings.ts'

const SECOND_MS = 1000

/** The shortest accepted SECRET_KEY. */
export const SECRET_KEY_MIN_LENGTH = 32

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

/** All settings, validated. docs/operating.md lists them for operators. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/**
 * Returns this process's settings. Throws {@link CannotStart} with the setting's name and its valid
 * values.
 */
export const configFromEnvironment = (): Config => readConfig(process.env)

/** Returns a warning for each environment variable that looks like a misspelled setting. */
export const listMisspelledSettings = (): readonly string[] => listMisspelled(process.env)

/** Returns the settings from variables by name. Throws {@link CannotStart}. */
export function readConfig(env: Environment) {
  const host = readText(env, 'HOST') ?? '127.0.0.1'
  const databaseUrl = readDatabaseUrl(env)
  const publicUrl = readUrl(env, 'PUBLIC_URL')
  const isDemoAllowed =
    isLoopback(host) &&
    databaseUrl === null &&
    readFlag(env, 'DEMO', true) &&
    readText(env, 'NODE_ENV') !== 'production'
  return {
    /** 0 for any free port (tests). */
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    host,
    /**
     * The app's public URL; determines origins, links and the cookie's name. Null: any loopback
     * origin on the server's port.
     */
    publicUrl,
    /** The number of trusted proxies in front, for X-Forwarded-For. */
    trustedProxies: readTrustedProxies(env),
    dataDir: resolve(readText(env, 'DATA_DIR') ?? 'data'),
    /** This program's commit, or "unknown". */
    commit: readText(env, 'COMMIT') ?? readCommit(),
    /** Null for the embedded engine over `dataDir`. */
    databaseUrl,
    /** A streaming standby for `databaseUrl` that serves reads; null: the primary serves all. */
    databaseReadUrl: readDatabaseReadUrl(env, databaseUrl),
    databasePoolSize: readInteger(env, 'DATABASE_POOL', 10, 1, 1000),
    /** How long a start waits for DATABASE_URL, in ms. */
    databaseWaitMs: readInteger(env, 'DATABASE_WAIT', 60, 0, 86_400) * SECOND_MS,
    /** Other origins with pages that may call the API with the member's cookie. */
    allowedOrigins: readOrigins(env, 'ALLOWED_ORIGINS'),
    /** Whether an empty database is seeded with the demo community. */
    isDemoAllowed,
    /** Whether DEMO=1 is set and has no effect, because DATABASE_URL is set. */
    isDemoIgnored: databaseUrl !== null && readText(env, 'DEMO') !== null && readFlag(env, 'DEMO', true),
    rateLimits: readRateLimits(env),
    connections: readConnectionBounds(env),
    /**
     * The time in which a random match is repeated after a swap was sent, in ms; null for the
     * default.
     */
    matchPauseMs: secondsOrNull(env, 'MATCH_PAUSE'),
    /** How long the page waits for its link preview, in ms. */
    previewWaitMs: readInteger(env, 'PREVIEW_WAIT_MS', 250, 10, 10_000),
    /** The maximum imported file size, in bytes. */
    importMaxBytes: readInteger(env, 'IMPORT_MAX_MB', 1000, 1, 100_000) * 1_000_000,
    /** The number of files that one process imports concurrently; others wait. */
    importsAtOnce: readInteger(env, 'IMPORTS_AT_ONCE', 3, 1, 100),
    /** Null: the server sends no mail. */
    mail: readMailSettings(env, publicUrl !== null),
    /** Null: members sign in by password only. */
    singleSignOn: readSingleSignOnSettings(env, publicUrl !== null),
    // The demo's albums are invented: their sleeves are drawn.
    /** Null: members see no cover art. */
    covers: readCoverSettings(env, publicUrl !== null && !isDemoAllowed),
    /** The services with players that the page may frame. */
    embeds: readEmbeds(env),
    /** Null: shared links are read from their text alone. */
    linkLookups: readLinkSettings(env),
    /** Null: tracks are not looked up at MusicBrainz. */
    musicbrainz: readMusicbrainzSettings(env, { isDefault: publicUrl !== null && !isDemoAllowed, publicUrl }),
    /** Encrypts members' tokens for other services; null: members cannot link any. */
    secretKey: readSecretKey(env),
    lastfmApiKey: readText(env, 'LASTFM_API_KEY'),
    lastfmSharedSecret: readText(env, 'LASTFM_SHARED_SECRET'),
    /** Last.fm's Web Services 2.0, and the site where a member proves that an account is theirs. */
    lastfmBaseUrl: readUrl(env, 'LASTFM_BASE_URL') ?? new URL('https://ws.audioscrobbler.com/2.0/'),
    lastfmWebUrl: readUrl(env, 'LASTFM_WEB_URL') ?? new URL('https://www.last.fm/'),
    /** The maximum number of requests to one music service by all processes, per second. */
    servicesPerSecond: readInteger(env, 'SERVICES_PER_SECOND', 5, 1, 1000),
    /** The maximum size of stored Last.fm data, in bytes: its terms allow 100 MB. */
    lastfmStorageBytes: readInteger(env, 'LASTFM_STORAGE_MB', 100, 1, 1_000_000) * 1_000_000,
    /** LISTENBRAINZ_URL is its name in 1.0.0. */
    listenbrainzUrl:
      readUrl(env, 'LISTENBRAINZ_BASE_URL') ??
      readUrl(env, 'LISTENBRAINZ_URL') ??
      new URL('https://api.listenbrainz.org/'),
    /** The other ListenBrainz servers that members may use. */
    listenbrainzAllowed: readAllowedAddresses(env, 'LISTENBRAINZ_ALLOWED'),
    /** Whether members may link music libraries. */
    areLibrariesAllowed: readFlag(env, 'MUSIC_LIBRARIES', true),
    /** Members' library origins that may be private or plain http; others are public https. */
    libraryPrivateAddresses: readOrigins(env, 'LIBRARY_PRIVATE_ADDRESSES'),
    /** The push services that subscriptions may name. */
    pushAllowed: readAllowedAddresses(env, 'PUSH_ALLOWED'),
    /** Where push services reach the operator: a `mailto:` or https URL. */
    pushContact: readPushContact(env, publicUrl),
    /** The `/metrics` port; null: none. */
    metricsPort: readText(env, 'METRICS_PORT') === null ? null : readInteger(env, 'METRICS_PORT', 0, 0, 65_535),
    metricsHost: readText(env, 'METRICS_HOST') ?? '127.0.0.1',
    /** The trace collector; null: none are recorded. */
    traceCollector: readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    /** Requests and statements that take longer are logged as warnings, in ms. */
    slowMs: readInteger(env, 'SLOW_MS', 1000, 1, 3_600_000),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    logFormat: readChoice(env, 'LOG_FORMAT', ['plain', 'json'], 'plain'),
    /** The built app's folder. */
    distDir: resolve(readText(env, 'DIST_DIR') ?? resolve(import.meta.dirname, '../../dist')),
    /** The host that the built app calls, if not the one that serves it. The build reads it too. */
    apiHost: readUrl(env, 'VITE_API_HOST'),
  }
}

/** Returns a warning for the operator if other machines can connect without encryption. */
export function exposureWarning({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | undefined {
  if (isLoopback(host) || publicUrl?.protocol === 'https:') return undefined
  return 'HOST lets other machines in, and PUBLIC_URL is not https: passwords and cookies travel unencrypted. See docs/operating.md.'
}

function readSecretKey(env: Environment): string | null {
  const value = readText(env, 'SECRET_KEY')
  if (value === null || value.length >= SECRET_KEY_MIN_LENGTH) return value
  throw new CannotStart(`SECRET_KEY must have at least ${SECRET_KEY_MIN_LENGTH} characters.`)
}

function readEmbeds(env: Environment): readonly PlayerService[] {
  const entries = (readText(env, 'EMBEDS') ?? '').split(/[\s,]+/).filter((entry) => entry !== '' && entry !== 'none')
  return [...new Set(entries)].map((entry) => {
    const service = playerServices.find((each) => each === entry)
    if (service !== undefined) return service
    throw new CannotStart(`EMBEDS must list some of ${playerServices.join(', ')}, not "${entry}".`)
  })
}

function readTrustedProxies(env: Environment): number {
  const value = readText(env, 'TRUST_PROXY')?.toLowerCase()
  if (value === 'true') return 1
  if (value === 'false') return 0
  return readInteger(env, 'TRUST_PROXY', 0, 0, 10)
}

function secondsOrNull(env: Environment, name: string): number | null {
  return readText(env, name) === null ? null : readInteger(env, name, 0, 0, 999_999_999) * 1000
}
