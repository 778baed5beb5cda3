import * as css from './ListeningHistory.css.ts'

/** How to get a file from each service and player, closed at first. */
export const ExportInstructions = () => (
  <details>
    <summary className={css.summary}>Which files, and where to get them</summary>
    <ul className={css.formats}>
      {exportInstructions.map(({ name, text }) => (
        <li key={name}>
          <strong>{name}</strong>: {text}
        </li>
      ))}
    </ul>
  </details>
)

/** A service or player with files to import, and how to get such a file. */
interface ExportInstruction {
  readonly name: string
  readonly text: string
}

/** Services first, then programs, each by name. */
const exportInstructions: readonly ExportInstruction[] = [
  {
    name: 'Apple Music',
    text: 'privacy.apple.com, request a copy of your data: Apple Media Services information. Send the zip as it is.',
  },
  {
    name: 'Deezer',
    text: 'Account settings, Personal data, ask for it. Send the workbook (xlsx) as it is.',
  },
  {
    name: 'Last.fm',
    text: 'It has no export. An exporter makes a file of your scrobbles: lastfm-to-csv, ghan.nl or lastfmstats.com.',
  },
  { name: 'Libre.fm', text: 'Write to its support; you get a CSV file by mail.' },
  { name: 'ListenBrainz', text: 'Settings, Export. Send the zip as it is.' },
  {
    name: 'Spotify',
    text: 'Account, Privacy, ask for the extended streaming history; it takes some days. Send the zip as it is.',
  },
  { name: 'Tidal', text: 'Account, Privacy, ask for your data. Send streaming.csv.' },
  {
    name: 'YouTube Music',
    text: 'takeout.google.com, only YouTube and YouTube Music, history, preferably as JSON. Send the zip as it is.',
  },
  { name: 'Koito', text: 'Settings, Export.' },
  { name: 'Maloja', text: 'Settings, Export.' },
  { name: 'Pano Scrobbler', text: 'The JSONL or CSV file that it scrobbles to.' },
  { name: 'Rockbox and other portable players', text: 'The file .scrobbler.log of the player.' },
]
