import { linkServiceTitles } from '#contract/listening/recognize-link.ts'
import type { LookUpOutcome } from '#contract/listening/shared-links.ts'
import type { SharedText } from './parse-shared-text.ts'

const NAMES = Object.values(linkServiceTitles)
const SERVICES = `${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1) ?? ''}`

export const problemTexts: Readonly<Record<NonNullable<SharedText['problem']>, string>> = {
  no_link: 'There is no link in this text. You can type artist and title instead.',
  invalid: 'This link cannot be read. You can type artist and title instead.',
  unknown_host: `Flipside reads links of ${SERVICES}. You can type artist and title instead.`,
  not_a_track: 'This link does not lead to a track. Share the track itself, not its album, artist or playlist.',
}

/** The look-up state: its outcome, or why there is none yet. `failed`: by the own server. */
export type LookUpState = LookUpOutcome | 'loading' | 'offline' | 'failed'

/** Returns a sentence about a look-up; undefined if both names are known. */
export function lookUpText(
  state: LookUpState,
  service: string,
  { artist, title }: { artist: string; title: string },
): string | undefined {
  if (state === 'loading') return `Looking the link up at ${service}...`
  if (artist !== '' && title !== '') return undefined
  if (state === 'found' && title !== '') return `${service} does not name the artist. Please add it.`
  if (state === 'found') return `${service} does not name the track. Please fill it in.`
  if (state === 'not_found') return `${service} does not know this track. Fill in artist and title.`
  if (state === 'off') return 'This server does not look links up. Fill in artist and title.'
  if (state === 'offline') return 'The link is looked up when you are back online. You can fill in artist and title.'
  if (state === 'failed') return 'The link could not be looked up. Try again later, or fill in artist and title.'
  return `${service} cannot be reached right now. Try again later, or fill in artist and title.`
}
