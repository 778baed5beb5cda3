/**
 * What music apps write around the names of a track when they share it, by language. Only an app's
 * wording is certain: in any other text "by" and a dash may mean something else.
 */
interface ShareTemplate {
  /** Matches a line; its group is "Title by Artist". */
  readonly pattern: RegExp
  /** The words between title and artist, as the app writes them. */
  readonly by: readonly string[]
}

const RECOGNIZER = '[#@]?(?:Shazam|SoundHound)'
/** Services that name the artist. SoundCloud names the uploader, Spotify the title alone. */
const SERVICE =
  '[#@]?(?:Apple Music|Deezer|TIDAL|YouTube Music|Amazon Music|Qobuz|Pandora|Napster|Anghami|JioSaavn|Shazam|SoundHound|Bandcamp)'

interface Wording {
  readonly by: readonly string[]
  /** The app that has recognized the track, then the names and a full stop. */
  readonly recognized: readonly string[]
  /** Spotify's message. */
  readonly song: string
  /** Between the verb, which may be absent, and the service. */
  readonly verb: string
  readonly at: string
  /** What Spotify and Apple Music put between title and artist in their page titles. */
  readonly kind: string
}

const wordings: readonly Wording[] = [
  {
    by: ['by'],
    recognized: [
      `(?:I(?:['’]ve| have)? )?(?:just )?used ${RECOGNIZER} to (?:discover|find|identify|tag) (.+)`,
      `I (?:just )?(?:found|discovered) (.+?) (?:with|on|using) ${RECOGNIZER}\\b.*`,
      'My #?Shazam (?:discovery|find): (.+)',
    ],
    song: "Here[’']?s a song for you",
    verb: '(?:hey,? )?(?:check out|listen to)',
    at: 'on',
    kind: 'song(?: and lyrics)?',
  },
  {
    by: ['von'],
    recognized: [
      `Ich habe ${RECOGNIZER} (?:benutzt|verwendet|genutzt), um (.+?) zu (?:entdecken|finden)`,
      `Ich habe (?:gerade )?(.+?) mit ${RECOGNIZER} (?:entdeckt|gefunden|erkannt).*`,
    ],
    song: 'Hier ist ein Song für dich',
    verb: '(?:Höre?|Hör dir)',
    at: '(?:auf|bei)',
    kind: 'Song(?: und (?:Lyrics|Songtext))?',
  },
  {
    by: ['par', 'de'],
    recognized: [`J['’]ai utilisé ${RECOGNIZER} pour (?:découvrir|trouver) (.+)`],
    song: 'Voici une chanson pour (?:vous|toi)',
    verb: '(?:Écoutez?|Découvrez?)',
    at: 'sur',
    kind: '(?:chanson|titre)(?: et paroles)?',
  },
  {
    by: ['de', 'por'],
    recognized: [`(?:He (?:usado|utilizado)|Usé|Utilicé) ${RECOGNIZER} para (?:descubrir|encontrar) (.+)`],
    song: '(?:Aquí (?:tienes|hay)|Esta es) una canción para ti',
    verb: 'Escucha',
    at: 'en',
    kind: 'canción(?: y letra)?',
  },
  {
    by: ['di'],
    recognized: [
      `(?:Ho|Appena) (?:usato|utilizzato) ${RECOGNIZER} per (?:scoprire|trovare) (.+)`,
      `Ho trovato (.+?) con ${RECOGNIZER}\\b.*`,
    ],
    song: 'Ecco una canzone per te',
    verb: 'Ascolta',
    at: 'su',
    kind: '(?:canzone|brano)(?: e testo)?',
  },
  {
    by: ['de', 'por'],
    recognized: [`(?:Eu )?(?:usei|utilizei) (?:o )?${RECOGNIZER} para (?:descobrir|encontrar) (.+)`],
    song: '(?:Aqui está|Toma) uma música para (?:você|ti)',
    verb: '(?:Ouça|Ouve)',
    at: 'n[oa]',
    kind: 'música(?: e letra)?',
  },
  {
    by: ['van'],
    recognized: [`Ik heb ${RECOGNIZER} gebruikt om (.+?) te (?:ontdekken|vinden)`],
    song: 'Hier is een nummer voor jou',
    verb: 'Luister naar',
    at: 'op',
    kind: 'nummer(?: en songtekst)?',
  },
]

const toPattern = (text: string) => new RegExp(`^${text}$`, 'iu')

/** A recognizer ends its sentence with one full stop: "by M.I.A.." retains that of the name. */
const endWithStop = (text: string) => `${text.replace(/\(\.\+\)$/, '(.+?)')}\\.?`

export const shareTemplates: readonly ShareTemplate[] = wordings.flatMap(({ by, recognized, song, verb, at }) =>
  [...recognized.map(endWithStop), `${song} ?(?:…|\\.\\.\\.|:) ?(.+)`, `(?:${verb} )?(.+?) ${at} ${SERVICE}[.!]?`].map(
    (text) => ({ pattern: toPattern(text), by }),
  ),
)

/** Page titles and other forms that name the parts by their order. */
export const pageTitles: readonly RegExp[] = [
  ...wordings.map(({ by, kind }) => `(?<title>.+?) [-–—·] ${kind} (?:${by.join('|')}) (?<artist>.+)`),
  '(?<title>.+?) — (?<artist>.+) \\| Last\\.fm',
  '(?<artist>.+?) – (?<title>.+?) Lyrics \\| Genius Lyrics',
  'Listen to (?<title>.+) on Spotify\\. (?<artist>.+?) · Song · \\d{4}\\.?',
].map(toPattern)

/** Every word between title and artist. */
export const byWords: ReadonlySet<string> = new Set(wordings.flatMap(({ by }) => by))

/** The name of a service in a text belongs to the wording around the names. */
export const SERVICE_NAME =
  /(?:^|[\s#@])(?:Shazam|SoundHound|Spotify|Apple Music|Amazon Music|YouTube|Deezer|TIDAL|SoundCloud|Bandcamp|Last\.fm|Genius Lyrics)(?![a-z0-9])/u
