import { keepFor } from './stored-member.ts'

/** The first screen of the feed as it was last seen, as HTML: what the next start shows before any script of the app. */
interface KeptScreen {
  /** The build whose style sheet its class names belong to. */
  readonly build: string
  readonly member: string | null
  readonly html: string
}

const KEY = 'flipside_first_screen'

declare const __BUILD__: string | undefined

const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : ''

/** The screen that this build kept for a member, or (null) a visitor; undefined when there is none. */
export function readKeptScreen(member: string | null, read: (key: string) => string | null): string | undefined {
  try {
    const kept: Partial<KeptScreen> | null = JSON.parse(read(KEY) ?? 'null')
    const isOurs = kept?.build === BUILD && kept.member === member && typeof kept.html === 'string'
    return isOurs ? kept.html : undefined
  } catch {
    return undefined // whatever lies there, it is no screen
  }
}

/** Throws where storage is full or forbidden. Writes nothing once somebody else is here. */
export const writeKeptScreen = (member: string | null, html: string): void =>
  keepFor(member, KEY, JSON.stringify({ build: BUILD, member, html } satisfies KeptScreen))
