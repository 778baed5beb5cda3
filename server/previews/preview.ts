interface SleeveNames {
  readonly artist: string
  readonly title: string
}

/** A preview picture's content. Its texts are clean and short. */
export type Drawing =
  | { readonly layout: 'record'; readonly sleeve: SleeveNames; readonly label: string; readonly lines: DrawnLines }
  | {
      readonly layout: 'member'
      readonly name: string
      /** The uploaded picture's name; null without one. */
      readonly picture: string | null
      readonly lines: DrawnLines
    }
  | { readonly layout: 'swap'; readonly heading: string; readonly sides: readonly [DrawnSide, DrawnSide] }

/** A large line and smaller ones below it. */
type DrawnLines = readonly [title: string, ...others: string[]]

interface DrawnSide {
  readonly sleeve: SleeveNames
  readonly lines: DrawnLines
  /** '+4 swag' */
  readonly figure: string
}

/** A page's public description. Its texts are clean and short. */
export interface Preview {
  /** The page's path with its search, canonical: '/broadcast/12'. */
  readonly path: string
  /** Its picture's path: '/og/broadcast/12.png'. */
  readonly picturePath: string
  readonly type: 'website' | 'profile' | 'music.song' | 'music.album'
  readonly title: string
  readonly description: string
  /** The instance's name. */
  readonly site: string
  readonly author: { readonly name: string; readonly path: string } | null
  /** Whether a member on the page has excluded it from search engines. */
  readonly isHiddenFromSearch: boolean
  readonly drawing: Drawing
}

export const PICTURE_SIZE = { width: 1200, height: 630 } as const
