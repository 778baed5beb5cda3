import type { Environment } from './settings.ts'

/** All setting names, without the ending `_FILE`. */
export const settingNames: ReadonlySet<string> = new Set(
  `
    ALLOWED_ORIGINS COMMIT COVER_ART COVER_ART_CACHE_MB COVER_ART_URL DATABASE_PASSWORD
    DATABASE_POOL DATABASE_READ_URL DATABASE_URL DATABASE_WAIT DATA_DIR DEMO DIST_DIR EMBEDS HOST
    IMPORTS_AT_ONCE IMPORT_MAX_MB LASTFM_API_KEY LASTFM_BASE_URL LASTFM_SHARED_SECRET LASTFM_STORAGE_MB
    LASTFM_WEB_URL LIBRARY_PRIVATE_ADDRESSES LINK_LOOKUPS LISTENBRAINZ_ALLOWED LISTENBRAINZ_BASE_URL LISTENBRAINZ_URL LOG_FORMAT
    LOG_LEVEL MAIL_FROM MATCH_PAUSE MAX_ADDRESS_CONNECTIONS MAX_CONNECTIONS METRICS_HOST METRICS_PORT
    MUSICBRAINZ_LINKS MUSICBRAINZ_URL MUSIC_LIBRARIES
    NODE_ENV OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_ISSUER OIDC_NAME OTEL_EXPORTER_OTLP_ENDPOINT PORT
    PREVIEW_WAIT_MS PUBLIC_URL PUSH_ALLOWED PUSH_CONTACT RATE_LIMIT_ADDRESS_LOGINS
    RATE_LIMIT_ADDRESS_MAILS RATE_LIMIT_ADDRESS_READS RATE_LIMIT_ADDRESS_SCROBBLES
    RATE_LIMIT_ADDRESS_SEARCHES RATE_LIMIT_ADDRESS_WRITES RATE_LIMIT_BROADCASTS RATE_LIMIT_CHARTS
    RATE_LIMIT_EXPORTS RATE_LIMIT_GUESSES RATE_LIMIT_IMPORTS RATE_LIMIT_INVITATIONS RATE_LIMIT_LIBRARIES RATE_LIMIT_LINKS
    RATE_LIMIT_LOGINS RATE_LIMIT_MAILS RATE_LIMIT_MEMBER_LOGINS RATE_LIMIT_OFFLINE_COPIES
    RATE_LIMIT_PROGRAM_REQUESTS RATE_LIMIT_READS RATE_LIMIT_RECIPIENT_MAILS
    RATE_LIMIT_REPLIES RATE_LIMIT_REPORTS RATE_LIMIT_SCROBBLES RATE_LIMIT_SEARCHES RATE_LIMIT_SIGN_UPS
    RATE_LIMIT_STRANGERS RATE_LIMIT_WRITES SECRET_KEY SERVICES_PER_SECOND SLOW_MS SMTP_TLS SMTP_URL
    TRUST_PROXY VITE_API_HOST
  `
    .trim()
    .split(/\s+/),
)

/** Shorter names are near to too many variables that other programs use. */
const LENGTH_MIN = 6
const DISTANCE_MAX = 2

/** Returns a warning for each variable that looks like a misspelled setting. */
export function listMisspelled(env: Environment): readonly string[] {
  return Object.keys(env).flatMap((variable) => {
    const name = variable.replace(/_FILE$/, '')
    if (name.length < LENGTH_MIN || settingNames.has(name)) return []
    const meant = [...settingNames].find((known) => known.length >= LENGTH_MIN && isNear(name, known))
    const ending = variable.slice(name.length)
    return meant === undefined ? [] : [`The setting ${variable} is unknown: ${meant}${ending} may be meant.`]
  })
}

const isNear = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= DISTANCE_MAX && computeDistance(one, other) <= DISTANCE_MAX

/** Returns the Levenshtein distance between two names. */
function computeDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1]
    for (const [place, otherLetter] of other.split('').entries()) {
      const replaced = (row[place] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
